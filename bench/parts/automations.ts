import { setTimeout as delay } from 'node:timers/promises'
import { runCommand } from '../../src/capabilities/commands/operations/run-command.ts'
import { createTestClock, minuteMs } from '../../test/test-clock.ts'
import { cpuMsOf, firstChannel, openApp } from '../app.ts'
import { idleAutomation, insertAutomations, insertRunnable, runnableCommand } from '../automation-data.ts'
import type { Bench, Part } from '../bench.ts'
import type { Measured } from '../findings.ts'
import { viewerName } from '../make-data.ts'
import { differences, median, ratios } from '../median.ts'
import type { Subject } from '../processes.ts'

const few = 10
/** The batch size of the feed. */
const atOnce = 48
const maxIdleRounds = 3
const place = { channelId: 1, platform: 'kick' } as const

/** Events that start nothing, what it takes to start something, and runs that wait. */
export const automationsPart: Part = {
  name: 'automations',
  async run(bench) {
    return {
      measured: {
        'automations/none': await eventsThatStartNothing(bench),
        'automations/first-step': await firstStep(bench),
        'automations/waiting': await waiting(bench),
      },
    }
  },
}

type Feeding = Awaited<ReturnType<typeof openFeeding>>

/** A channel with its own clock, so that no run meets a limit per minute. */
async function openFeeding(bench: Bench, fill: (folder: string) => void) {
  const { folder } = await bench.data(bench.sizes.fewViewers)
  fill(folder)
  const clock = createTestClock()
  const app = await openApp(folder, { clock })
  bench.closeAtEnd(app.close)
  let reports = 0

  function report(kind: 'follow' | 'raid' | 'chat') {
    const n = 1 + (reports % bench.sizes.fewViewers)
    const user = { id: `bench-${n}`, username: viewerName(n), displayname: `Bench${n}` }
    const event = { id: `bench-${++reports}`, user }
    if (kind === 'chat') return { ...event, kind, text: 'just somebody talking' }
    return kind === 'raid' ? { ...event, kind, viewers: reports % 100 } : { ...event, kind }
  }

  return {
    app,
    channel: await firstChannel(app),
    passMinute: () => clock.advance(minuteMs + 1),
    feed: (kind: 'follow' | 'raid' | 'chat') => app.bot.feed(place, report(kind)),
    async feedMany(count: number, kinds: readonly ('follow' | 'raid' | 'chat')[]): Promise<void> {
      for (let sent = 0; sent < count; sent += atOnce) {
        const together = Array.from({ length: Math.min(atOnce, count - sent) }, (_, index) => sent + index)
        await Promise.all(together.map((n) => this.feed(kinds[n % kinds.length] ?? 'follow')))
      }
      await app.bot.settled()
    },
  }
}

/** Follows, raids and chat messages, beside automations of all sorts that wait for others of them. */
async function eventsThatStartNothing(bench: Bench): Promise<Measured> {
  const { sizes } = bench
  bench.say(`  events beside ${sizes.automations.toLocaleString('en')} automations`)
  const small = await openFeeding(bench, (folder) => insertAutomations(folder, few))
  const large = await openFeeding(bench, (folder) => insertAutomations(folder, sizes.automations))
  const kinds = ['follow', 'raid', 'chat'] as const
  const times = new Map<Feeding, number[]>([
    [small, []],
    [large, []],
  ])
  for (const channel of times.keys()) await channel.feedMany(sizes.messages, kinds)
  for (let round = 0; round < sizes.rounds; round++) {
    for (const [channel, taken] of times) taken.push(await cpuMsOf(() => channel.feedMany(sizes.messages, kinds)))
  }
  const [base = [], own = []] = [...times.values()]
  const micros = (median(base) * 1000) / sizes.messages
  return { rounds: ratios(own, base), note: `${micros.toFixed(0)} µs` }
}

/** One at a time: the time from the commit of an event to the commit of the step that it starts, and of a whole call. */
async function firstStep(bench: Bench): Promise<Measured> {
  const { sizes } = bench
  bench.say('  from a trigger to the first step')
  const feeding = await openFeeding(bench, insertRunnable)
  const { app, channel, feed } = feeding
  const caller = { channel, actor: 'bench', requestId: 'bench' }
  const call = { caller, ctx: app.ctx, commit: app.ctx.db.write }
  let onFollow = () => {}
  let onStep = () => {}
  bench.closeAtEnd(
    app.ctx.events.onAppended((_, { kind, requestId }) => {
      if (kind === 'follow') onFollow()
      if (kind === 'points.changed' && requestId.startsWith('automation-run-')) onStep()
    }),
  )

  async function timeTrigger(): Promise<number> {
    let began = 0
    onFollow = () => {
      began = performance.now()
    }
    const stored = new Promise<void>((resolve) => {
      onStep = resolve
    })
    await Promise.all([feed('follow'), stored])
    const ms = performance.now() - began
    await app.bot.settled()
    return ms
  }

  async function timeCall(n: number): Promise<number> {
    const began = performance.now()
    const input = { command: runnableCommand, message: '', username: viewerName(1 + (n % sizes.fewViewers)) }
    await runCommand.handle({ ...call, input })
    return performance.now() - began
  }

  const [triggers, calls]: [number[], number[]] = [[], []]
  for (let round = 0; round <= sizes.rounds; round++) {
    const [ofTriggers, ofCalls]: [number[], number[]] = [[], []]
    for (let n = 0; n < sizes.presses; n++) {
      ofTriggers.push(await timeTrigger())
      ofCalls.push(await timeCall(n))
    }
    feeding.passMinute()
    // The first round warms up.
    if (round === 0) continue
    triggers.push(median(ofTriggers))
    calls.push(median(ofCalls))
  }
  return { rounds: ratios(triggers, calls), note: `${median(triggers).toFixed(2)} ms` }
}

/** Two idle servers in the same seconds, one of which has runs that wait. */
async function waiting(bench: Bench): Promise<Measured> {
  const { sizes } = bench
  bench.say(`  ${sizes.waitingRuns} automations that wait`)
  const idle = await openIdle(bench, 0)
  const busy = await openIdle(bench, sizes.waitingRuns)
  await delay(sizes.idleSeconds * 1000)
  const [without, withRuns]: [number[], number[]] = [[], []]
  for (let round = 0; round < Math.min(sizes.rounds, maxIdleRounds); round++) {
    const began = performance.now()
    const before = await Promise.all([idle.measure(), busy.measure()])
    await delay(sizes.idleSeconds * 1000)
    const after = await Promise.all([idle.measure(), busy.measure()])
    const share = (index: 0 | 1) => (after[index].cpuMs - before[index].cpuMs) / (performance.now() - began)
    without.push(share(0) * 100)
    withRuns.push(share(1) * 100)
  }
  const note = `${median(withRuns).toFixed(2)} % instead of ${median(without).toFixed(2)} %`
  return { rounds: differences(withRuns, without), note }
}

async function openIdle(bench: Bench, runs: number): Promise<Subject> {
  const { folder, keys } = await bench.data(bench.sizes.fewViewers)
  insertRunnable(folder)
  const subject = await bench.start('subject.ts', [folder])
  if (runs === 0) return subject
  const { calls } = await bench.load.run({
    ports: [subject.port],
    path: '/v1/run-automation',
    bodies: [JSON.stringify({ name: idleAutomation })],
    keys,
    firstKey: 0,
    callsPerKey: Math.ceil(runs / keys.length),
    connections: 1,
    durationMs: 60_000,
    maxCalls: runs,
  })
  if (calls !== runs) throw new Error(`${calls} automations were started, not ${runs}`)
  return subject
}
