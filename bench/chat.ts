import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import type { App } from '../src/app.ts'
import { Failure } from '../src/kernel/operation/contract/failures.ts'
import { databaseFile } from '../src/kernel/storage/open.ts'
import { createTestClock, dayMs } from '../test/test-clock.ts'
import { createRandom } from '../test/trust/random.ts'
import { cpuMsOf, openApp } from './app.ts'
import { commandInserter } from './command-data.ts'
import { makeData, viewerName } from './make-data.ts'
import { median, ratios } from './median.ts'

/** Cost of a chat message, and the effect of many messages on other callers: `node bench/chat.ts`. */
const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    messages: { type: 'string', default: '2000' },
    viewers: { type: 'string', default: '1000000' },
    commands: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    folder: { type: 'string', default: tmpdir() },
    /** Only the cost of a message, as one line for bench/run.ts. */
    json: { type: 'boolean', default: false },
  },
})
const few = { viewers: 1000, commands: 10 }
/** The batch size of the feed. */
const atOnce = 48
const keyCount = 100
/**
 * The same number of viewers write in each channel, spread over all its viewers: the size of the channel is measured,
 * not the number of chatters.
 */
const regulars = 1000
/** Messages that a new chatter writes on their only day. */
const messagesPerNewChatter = 10
const random = createRandom(1)
let reports = 0

interface Contestant {
  readonly name: string
  readonly app: App
  readonly keys: readonly string[]
  readonly viewers: number
  readonly commands: number
  nextDay(): void
  /** By round: the same viewers every time, and different viewers every day. */
  readonly regulars: number[]
  readonly newChatters: number[]
}

const folder = mkdtempSync(join(flags.folder, 'showcaller-bench-chat-'))
try {
  const small = await open('small', few)
  const contestants = [
    small,
    await open('many commands', { ...few, commands: Number(flags.commands) }),
    await open('many viewers', { ...few, viewers: Number(flags.viewers) }),
  ]
  const warmUp = Math.min(regulars, Number(flags.messages)) * 2
  for (const contestant of contestants) await write(contestant, regularsOf(contestant), warmUp)
  // Interleaved, so that noise affects all contestants alike.
  for (let round = 0; round < Number(flags.rounds); round++) {
    for (const contestant of contestants) await measure(contestant, Number(flags.messages))
  }
  const costs = contestants.map((contestant) => costOf(contestant, small))
  if (flags.json) process.stdout.write(`${JSON.stringify(costs)}\n`)
  else {
    for (const [index, { micros, ratios, newChattersRatios }] of costs.entries()) {
      const { name, commands, viewers } = contestants[index] ?? small
      say(`${name}: ${commands} commands, ${viewers} viewers: ${micros.toFixed(0)} µs of processor time per message`)
      say(
        `  compared with the small channel: ${median(ratios).toFixed(2)} ×; with different viewers every day: ${median(newChattersRatios).toFixed(2)} ×`,
      )
    }
  }
  for (const { app } of contestants.slice(1)) await app.close()
  if (!flags.json) await flood(small)
  await small.app.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Each round compared with the same round of the small channel. */
function costOf({ regulars, newChatters, commands, viewers }: Contestant, small: Contestant) {
  return {
    micros: median(regulars),
    commands,
    viewers,
    ratios: ratios(regulars, small.regulars),
    newChattersRatios: ratios(newChatters, small.newChatters),
  }
}

async function open(name: string, { viewers, commands }: typeof few): Promise<Contestant> {
  const data = join(folder, name.replace(' ', '-'))
  const keys = await makeData(data, { viewers, keys: keyCount })
  insertCommands(data, commands)
  const clock = createTestClock()
  const app = await openApp(data, { clock })
  return { name, app, keys, viewers, commands, nextDay: () => clock.jump(dayMs), regulars: [], newChatters: [] }
}

function insertCommands(data: string, count: number): void {
  const db = new DatabaseSync(databaseFile(data))
  try {
    db.exec('BEGIN')
    const insert = commandInserter(db)
    for (let n = 1; n <= count; n++) insert(10_000 + n, `bench${n}`, { message: 'ok', steps: [] })
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}

/** Viewers are numbered from 1. */
function regularsOf({ viewers }: Contestant): number[] {
  return Array.from({ length: regulars }, (_, index) => 1 + index * Math.floor(viewers / regulars))
}

function newChattersOf({ viewers }: Contestant, count: number): number[] {
  return Array.from({ length: count }, () => random.between(1, viewers))
}

/** Mostly plain messages; one in ten starts like a command that does not exist, one in a hundred runs a command. */
function lineBy(viewer: number, { commands }: Contestant) {
  const user = { id: `bench-${viewer}`, username: viewerName(viewer), displayname: `Bench${viewer}` }
  const chance = random.next()
  const command = random.between(1, commands)
  const text = chance < 0.01 ? `!bench${command}` : chance < 0.1 ? `!nothing${command}` : 'just somebody talking'
  return { id: `bench-${++reports}`, kind: 'chat', text, user } as const
}

async function measure(contestant: Contestant, count: number): Promise<void> {
  contestant.regulars.push(await microsOf(contestant, regularsOf(contestant), count))
  contestant.nextDay()
  const newChatters = newChattersOf(contestant, Math.ceil(count / messagesPerNewChatter))
  contestant.newChatters.push(await microsOf(contestant, newChatters, count))
}

async function microsOf(contestant: Contestant, crowd: readonly number[], count: number): Promise<number> {
  return ((await cpuMsOf(() => write(contestant, crowd, count))) * 1000) / count
}

/** Every viewer writes the same number of messages, in random order. */
async function write(contestant: Contestant, crowd: readonly number[], count: number): Promise<void> {
  const place = { channelId: 1, platform: 'kick' } as const
  const order = Array.from({ length: count }, (_, index) => ({
    viewer: crowd[index % crowd.length] ?? 1,
    at: random.next(),
  }))
  order.sort((a, b) => a.at - b.at)
  for (let sent = 0; sent < count; sent += atOnce) {
    const together = order.slice(sent, sent + atOnce)
    await Promise.all(together.map(({ viewer }) => contestant.app.bot.feed(place, lineBy(viewer, contestant))))
  }
  await contestant.app.bot.settled()
}

/** A thousand messages per second, while a caller reads and writes. */
async function flood(contestant: Contestant): Promise<void> {
  const { app, keys } = contestant
  const people = regularsOf(contestant)
  const port = await app.listen()
  const quiet = await callers(port, keys.slice(0, keyCount / 2), Number(flags.seconds) * 1000)
  let lagMs = 0
  let refused = 0
  const talk = async () => {
    const began = performance.now()
    const waiting: Promise<void>[] = []
    for (let sent = 0; sent < Number(flags.seconds) * 1000; ) {
      const due = Math.floor(performance.now() - began)
      for (; sent < due && sent < Number(flags.seconds) * 1000; sent++) {
        const at = performance.now()
        const stored = app.bot
          .feed({ channelId: 1, platform: 'kick' }, lineBy(people[sent % people.length] ?? 1, contestant))
          .then(
            () => {
              lagMs = Math.max(lagMs, performance.now() - at)
            },
            (error: unknown) => {
              if (!(error instanceof Failure)) throw error
              refused++
            },
          )
        waiting.push(stored)
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await Promise.all(waiting)
  }
  const [loud] = await Promise.all([callers(port, keys.slice(keyCount / 2), Number(flags.seconds) * 1000), talk()])
  say(
    `1,000 messages a second for ${flags.seconds} s: the slowest was stored after ${lagMs.toFixed(0)} ms, ${refused} refused`,
  )
  for (const operation of ['get-points', 'add-points'] as const) {
    const [before, during] = [quiet[operation], loud[operation]]
    say(
      `  ${operation}: p50 ${at(before, 0.5)} → ${at(during, 0.5)} ms, p99 ${at(before, 0.99)} → ${at(during, 0.99)} ms`,
    )
  }
}

async function callers(port: number, keys: readonly string[], forMs: number) {
  const took = { 'get-points': [] as number[], 'add-points': [] as number[] }
  const began = performance.now()
  for (let call = 0; performance.now() - began < forMs; call++) {
    const operation = call % 2 === 0 ? 'get-points' : 'add-points'
    const started = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}/v1/${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${keys[call % keys.length]}` },
      body: JSON.stringify({ username: viewerName(1 + (call % 1000)), amount: 1, platform: 'PlatformA' }),
    })
    await response.text()
    if (response.status === 200) took[operation].push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  return took
}

function at(times: readonly number[], share: number): string {
  const sorted = [...times].sort((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
