import type { Overrides } from '../src/app/node.ts'
import { type App, createApp } from '../src/app.ts'

/** Runs the server in this process, without a port, for measurements without HTTP. */
export function openApp(dataFolder: string, overrides: Overrides = {}): Promise<App> {
  const config = {
    host: '127.0.0.1',
    port: 0,
    dataFolder,
    naming: 'spec',
    trustedProxies: [],
    publicUrl: undefined,
    logLevel: 'error',
    secret: undefined,
  } as const
  return createApp(config, overrides)
}

export async function firstChannel({ ctx }: App) {
  const channel = await ctx.channels.find(1)
  if (channel === undefined) throw new Error('there is no channel')
  return channel
}

/** Processor time of this process, all threads, in milliseconds. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const began = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}

/** The longest turn of the event loop during this work, in milliseconds of processor time of this thread. */
export async function longestTurnMsOf(work: () => Promise<unknown>): Promise<number> {
  let last = threadMs()
  let longest = 0
  const endTurn = () => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  let next = setImmediate(function turn() {
    endTurn()
    next = setImmediate(turn)
  })
  try {
    await work()
    endTurn()
  } finally {
    clearImmediate(next)
  }
  return longest
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
