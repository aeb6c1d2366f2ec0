import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Part } from '../bench.ts'

interface Cost {
  readonly micros: number
  readonly commands: number
  readonly viewers: number
  /** Each round compared with the small channel: the same viewers every day, and different viewers every day. */
  readonly ratios: readonly number[]
  readonly newChattersRatios: readonly number[]
}

/** A chat message in a small channel, in one with many commands, and in one with many viewers. */
export const chatPart: Part = {
  name: 'chat',
  async run({ sizes, folder, closeAtEnd }) {
    const script = fileURLToPath(new URL('../chat.ts', import.meta.url))
    const { rounds, messages, commands, manyViewers: viewers } = sizes
    const wanted = { rounds, messages, viewers, commands, folder }
    const flags = Object.entries(wanted).flatMap(([name, value]) => [`--${name}`, String(value)])
    const child = spawn(process.execPath, [script, '--json', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] })
    const end = () => void child.kill('SIGKILL')
    process.prependOnceListener('exit', end)
    closeAtEnd(() => void process.off('exit', end))
    closeAtEnd(end)
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error('bench/chat.ts did not finish')
    const [small, manyCommands, manyViewers] = JSON.parse(printed) as [Cost, Cost, Cost]
    return {
      measured: {
        'chat/commands': { rounds: manyCommands.ratios },
        'chat/viewers': {
          rounds: manyViewers.ratios,
          note: `${manyViewers.viewers.toLocaleString('en')} viewers`,
        },
        'chat/new-chatters': { rounds: manyViewers.newChattersRatios },
      },
      plots: [
        {
          file: 'cost-chat',
          title: 'A chat message',
          size: 'commands or viewers',
          cost: 'µs of processor time',
          series: [
            { name: 'commands', points: [small, manyCommands].map(({ commands, micros }) => point(commands, micros)) },
            { name: 'viewers', points: [small, manyViewers].map(({ viewers, micros }) => point(viewers, micros)) },
          ],
        },
      ],
      costs: { chatMicros: small.micros },
    }
  },
}

function point(size: number, cost: number) {
  return { size, cost }
}
