import assert from 'node:assert/strict'
import { afterEach, describe, it, type TestContext } from 'node:test'
import { createLazyThread, type LazyThread } from '../../../src/kernel/threads/lazy-threads.ts'
import { eventually, turns, within } from '../../eventually.ts'

let thread: LazyThread<string, string>

function create(more: { timeoutMs?: number; idleMs?: number; maxWaiting?: number } = {}) {
  thread = createLazyThread<string, string>({
    script: new URL('./hanging-thread.ts', import.meta.url),
    timeoutMs: 60_000,
    idleMs: 60_000,
    maxWaiting: 8,
    ...more,
  })
}

describe('a lazy thread', () => {
  afterEach(() => thread.close())

  it('starts with the first job and ends when it has nothing to do', async () => {
    create({ idleMs: 30 })
    assert.equal(thread.isRunning(), false)
    assert.equal(await thread.run('hello'), 'hello')
    assert.equal(thread.isRunning(), true)
    await eventually('the thread to end', () => !thread.isRunning())
    assert.equal(await thread.run('again'), 'again')
  })

  it('is ended by a job that takes too long, and the next job gets a fresh one', async (t) => {
    const pass = holdTime(t)
    create({ timeoutMs: 5000 })
    await thread.run('warm')
    let isOver = false
    const hanging = assert.rejects(thread.run('hang'), { reason: 'timed_out' }).then(() => (isOver = true))
    const after = thread.run('after')
    await pass(4999)
    assert.equal(isOver, false)
    await pass(1)
    await hanging
    assert.equal(await after, 'after')
  })

  it('survives a job that fails and one that kills it', async () => {
    create()
    await assert.rejects(thread.run('throw'), { reason: 'failed', message: 'as asked' })
    await assert.rejects(thread.run('die'), { reason: 'failed' })
    assert.equal(await thread.run('alive'), 'alive')
  })

  it('serves lanes in turn, so that one full lane does not hold up another', async () => {
    create()
    const order: string[] = []
    const jobs = ['a1', 'a2', 'a3', 'b1', 'b2'].map((job) =>
      thread.run(job, { lane: job.charAt(0) }).then((done) => order.push(done)),
    )
    await Promise.all(jobs)
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3', 'b2'])
  })

  it('refuses more work than may wait, and takes it again when some has left', async () => {
    create({ timeoutMs: 600_000, maxWaiting: 2 })
    const leave = new AbortController()
    const first = thread.run('one')
    const second = assert.rejects(thread.run('hang', { signal: leave.signal }), { reason: 'stopped' })
    const third = thread.run('three')
    await assert.rejects(thread.run('four'), { reason: 'busy' })
    leave.abort()
    await second
    assert.equal(await within('what was called off to be left undone', thread.run('five')), 'five')
    assert.deepEqual(await Promise.all([first, third]), ['one', 'three'])
  })

  it('lets go of a running job at once when it is called off, and counts right afterwards', async (t) => {
    const pass = holdTime(t)
    create({ timeoutMs: 5000, maxWaiting: 1 })
    await thread.run('warm')
    const leave = new AbortController()
    const hanging = assert.rejects(thread.run('hang', { signal: leave.signal }), { reason: 'stopped' })
    const waiting = thread.run('next')
    leave.abort()
    await hanging
    await assert.rejects(thread.run('too much'), { reason: 'busy' })
    await pass(5000)
    assert.equal(await waiting, 'next')
  })

  it('refuses a job that was called off before it began, and every job once it is closed', async () => {
    create()
    await assert.rejects(thread.run('never', { signal: AbortSignal.abort() }), { reason: 'stopped' })
    await thread.run('warm')
    const running = assert.rejects(thread.run('hang'), { reason: 'closed' })
    const waiting = assert.rejects(thread.run('next'), { reason: 'closed' })
    await thread.close()
    await Promise.all([running, waiting])
    await assert.rejects(thread.run('late'), { reason: 'closed' })
  })
})

/** Stops the clock of the thread's timeouts. Returns a function that lets time pass. */
function holdTime(t: TestContext): (ms: number) => Promise<void> {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return async (ms) => {
    await turns()
    t.mock.timers.tick(ms)
    await turns()
  }
}
