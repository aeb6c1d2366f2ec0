import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createLog } from '../../src/kernel/log.ts'
import {
  type Minute,
  type MinuteProgress,
  maxBridgedMinutes,
  minuteMs,
  startMinuteJobs,
} from '../../src/kernel/minute-jobs.ts'

const log = createLog('silent', () => {})
/** Noon, and half a minute. */
const noon = Math.floor(Date.UTC(2026, 0, 15, 12) / minuteMs)
const startAt = noon * minuteMs + 30_000

/** A process whose timers, clock on the wall and monotonic clock are moved by the test, and what is stored beside it. */
function createMachine(t: TestContext, now = startAt) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let steady = 5_000
  let wall = now
  let stored: number | undefined
  const ran: Minute[] = []
  const progress: MinuteProgress = {
    read: async () => stored,
    async write(number) {
      stored = number
    },
  }
  const turns = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  const start = () =>
    startMinuteJobs({
      jobs: { count: async (minutes) => void ran.push(...minutes) },
      progress,
      clock: { now: () => wall, steady: () => steady },
      log,
    })
  return {
    ran,
    start,
    progress,
    numbers: () => ran.map(({ number }) => number - noon),
    now: () => wall,
    stored: () => stored,
    setStored(number: number): void {
      stored = number
    },
    /** Time passes. Timers fire `earlyMs` before they should by the clocks. */
    async pass(ms: number, earlyMs = 0): Promise<void> {
      for (let left = ms; left > 0; ) {
        const step = Math.min(left, 5_000)
        steady += step
        wall += step
        t.mock.timers.tick(step + earlyMs)
        await turns()
        left -= step
      }
    },
    /** Nothing runs, not even timers, while time goes on. */
    async stall(ms: number): Promise<void> {
      steady += ms
      wall += ms
      t.mock.timers.tick(1)
      await turns()
    },
    /** Somebody sets the clock. */
    jump(ms: number): void {
      wall += ms
    },
    /** The process is not there. */
    away(ms: number): void {
      wall += ms
      steady = 5_000
    },
    turns,
  }
}

describe('what happens once a minute', () => {
  it('happens after every whole minute, one after the other, whatever fails', async (t) => {
    const machine = createMachine(t)
    const ran: string[] = []
    let passed = 0
    const stop = await startMinuteJobs({
      jobs: {
        first: async ([minute]) => {
          ran.push(`first ${Number(minute?.number) - noon}`)
          throw new Error('it went wrong')
        },
        second: async ([minute]) => void ran.push(`second ${Number(minute?.number) - noon}`),
      },
      progress: machine.progress,
      clock: { now: () => startAt + passed, steady: () => passed },
      log,
    })
    const pass = async (ms: number) => {
      passed += ms
      t.mock.timers.tick(ms)
      await machine.turns()
    }
    // The minute that had begun already is left out.
    await pass(30_000)
    assert.deepEqual(ran, [])
    await pass(60_000)
    await pass(60_000)
    assert.deepEqual(ran, ['first 1', 'second 1', 'first 2', 'second 2'])
    await stop()
    await pass(120_000)
    assert.equal(ran.length, 4)
  })

  it('waits for one that takes longer than its minute, and continues with every minute since', async (t) => {
    const machine = createMachine(t)
    const ran: number[][] = []
    let release = () => {}
    let passed = 0
    const stop = await startMinuteJobs({
      jobs: {
        slow(minutes) {
          ran.push(minutes.map(({ number }) => number - noon))
          return new Promise<void>((resolve) => {
            release = resolve
          })
        },
      },
      progress: machine.progress,
      clock: { now: () => startAt + passed, steady: () => passed },
      log,
    })
    const pass = async (ms: number) => {
      passed += ms
      t.mock.timers.tick(ms)
      await machine.turns()
    }
    await pass(90_000)
    await pass(150_000)
    assert.deepEqual(ran, [[1]])
    release()
    await machine.turns()
    await pass(30_000)
    assert.deepEqual(ran, [[1], [2, 3, 4]])
    release()
    await stop()
  })

  it('loses no minute and counts none twice when its timer is early or late', async (t) => {
    const machine = createMachine(t)
    const stop = await machine.start()
    for (let minute = 0; minute < 30; minute++) {
      await machine.pass(40_000, minute % 3)
      await machine.stall(minute % 2 === 0 ? 20_000 : 19_993)
      if (minute % 2 === 1) await machine.pass(7)
    }
    await machine.pass(45_000)
    // All whole minutes since the one under way at the start.
    const whole = Math.floor(machine.now() / minuteMs) - noon - 1
    assert.equal(whole, 30)
    assert.deepEqual(
      machine.numbers(),
      Array.from({ length: whole }, (_, index) => index + 1),
    )
    await stop()
  })

  it('counts every minute of a stall of up to ten, and only the newest after a longer one', async (t) => {
    const machine = createMachine(t)
    const stop = await machine.start()
    await machine.pass(90_000)
    await machine.stall(4 * minuteMs)
    await machine.pass(minuteMs)
    assert.deepEqual(machine.numbers(), [1, 2, 3, 4, 5, 6])
    assert.deepEqual(
      machine.ran.map(({ number, endedAt }) => endedAt - (number + 1) * minuteMs),
      [0, 0, 0, 0, 0, 0],
    )
    await machine.stall((maxBridgedMinutes + 5) * minuteMs)
    await machine.pass(minuteMs)
    assert.deepEqual(machine.numbers().slice(6), [22])
    await stop()
  })

  for (const [words, jumps] of [
    ['forward by an hour', [3_600_000]],
    ['forward by seconds', [7_000, 21_000]],
    ['back by seconds', [-7_000, -21_000]],
    ['back by some minutes', [-4 * minuteMs]],
    ['back by a day', [-86_400_000]],
    ['back and forward again', [-3 * minuteMs, 3 * minuteMs, 2 * minuteMs, -2 * minuteMs]],
  ] as const) {
    it(`counts as many minutes as passed when the clock is set ${words}, each under a number of its own`, async (t) => {
      const machine = createMachine(t)
      const stop = await machine.start()
      await machine.pass(90_000)
      let minutes = 1
      for (const jump of jumps) {
        machine.jump(jump)
        await machine.pass(10 * minuteMs)
        minutes += 10
      }
      const numbers = machine.numbers()
      assert.ok(Math.abs(numbers.length - minutes) <= 1, `${numbers.length} of ${minutes}`)
      assert.equal(new Set(numbers).size, numbers.length)
      await stop()
    })
  }

  it('continues after a restart, or on another node, with the first minute that nobody did', async (t) => {
    const machine = createMachine(t)
    const stop = await machine.start()
    await machine.pass(90_000)
    await stop()
    assert.equal(machine.stored(), noon + 1)
    machine.away(3 * minuteMs + 10_000)
    const stopAgain = await machine.start()
    await machine.pass(50_000)
    assert.deepEqual(machine.numbers(), [1, 2, 3, 4, 5])
    await machine.pass(minuteMs)
    assert.deepEqual(machine.numbers(), [1, 2, 3, 4, 5, 6])
    await stopAgain()
  })

  it('loses no minute by a restart within one', async (t) => {
    const machine = createMachine(t)
    const stop = await machine.start()
    await machine.pass(100_000)
    await stop()
    machine.away(10_000)
    const stopAgain = await machine.start()
    await machine.pass(40_000)
    assert.deepEqual(machine.numbers(), [1, 2])
    await stopAgain()
  })

  it('starts again after a gap of which nobody can tell who was there', async (t) => {
    const machine = createMachine(t)
    machine.setStored(noon - maxBridgedMinutes - 2)
    const stop = await machine.start()
    await machine.pass(90_000)
    assert.deepEqual(machine.numbers(), [1])
    await stop()
  })

  it('does not repeat a minute that a node with a faster clock did', async (t) => {
    const machine = createMachine(t)
    machine.setStored(noon)
    const stop = await machine.start()
    await machine.pass(90_000)
    assert.deepEqual(machine.numbers(), [1])
    await stop()
  })
})
