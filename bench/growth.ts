import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createApp } from '../src/app.ts'
import { median } from './median.ts'
import type { Series } from './plot.ts'

export interface ChatCost {
  readonly micros: number
  readonly commands: number
  readonly viewers: number
}

/** What a chat message costs in a small house, in one with many commands, and in one with many viewers. */
export function measureChat(viewers: number, folder: string): ChatCost[] {
  const script = fileURLToPath(new URL('chat.ts', import.meta.url))
  const args = [
    script,
    '--json',
    '--rounds',
    '5',
    '--messages',
    '1000',
    '--viewers',
    String(viewers),
    '--folder',
    folder,
  ]
  const { stdout, status } = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error('bench/chat.ts did not come to its end')
  return JSON.parse(stdout) as ChatCost[]
}

/** The cost of a page of the leaderboard by how far down it is. */
export async function measureOffsets(folder: string, viewers: number): Promise<Series> {
  const app = await createApp({
    host: '127.0.0.1',
    port: 0,
    dataFolder: folder,
    naming: 'spec',
    trustedProxies: [],
    publicUrl: undefined,
    logLevel: 'error',
    secret: undefined,
  })
  try {
    const channel = await app.ctx.channels.find(1)
    if (channel === undefined) throw new Error('there is no channel')
    const points = []
    for (let offset = 100; offset < viewers; offset *= 10) {
      const times: number[] = []
      for (let i = 0; i < 30; i++) {
        const began = process.cpuUsage()
        await app.ctx.points.top(channel, 'kick', { limit: 20, offset: offset + i })
        const { user, system } = process.cpuUsage(began)
        times.push((user + system) / 1000)
      }
      points.push({ size: offset, cost: median(times) })
    }
    return { name: `${viewers.toLocaleString('en')} viewers`, points }
  } finally {
    await app.close()
  }
}
