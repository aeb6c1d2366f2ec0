import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog } from '../src/log.ts'
import { startMinuteJobs } from '../src/minute-jobs.ts'

const log = createLog('silent', () => {})

describe('what happens once a minute', () => {
  it('happens after every whole minute, one after the other, whatever fails', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 30_000 })
    const ran: string[] = []
    const stop = startMinuteJobs(
      {
        first: async () => {
          ran.push(`first ${Date.now() / 1000}`)
          throw new Error('it went wrong')
        },
        second: async () => void ran.push(`second ${Date.now() / 1000}`),
      },
      { now: () => Date.now(), steady: () => Date.now() },
      log,
    )
    const pass = async (ms: number) => {
      t.mock.timers.tick(ms)
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    }
    // The minute that had begun already is left out.
    await pass(30_000)
    assert.deepEqual(ran, [])
    await pass(60_000)
    await pass(60_000)
    assert.deepEqual(ran, ['first 120', 'second 120', 'first 180', 'second 180'])
    await stop()
    await pass(120_000)
    assert.equal(ran.length, 4)
  })

  it('waits for one that takes longer than its minute, and continues with the next whole one', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
    let release = () => {}
    const at: number[] = []
    const slow = () => {
      at.push(Date.now() / 1000)
      return new Promise<void>((resolve) => {
        release = resolve
      })
    }
    const stop = startMinuteJobs({ slow }, { now: () => Date.now(), steady: () => Date.now() }, log)
    t.mock.timers.tick(120_000)
    t.mock.timers.tick(90_000)
    assert.deepEqual(at, [120])
    release()
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    t.mock.timers.tick(30_000)
    assert.deepEqual(at, [120, 240])
    release()
    await stop()
  })
})
