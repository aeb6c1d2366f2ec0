import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { connections } from '../../sdk/connections.ts'
import { type Attempt, type KeptConnection, keepConnected } from '../../sdk/keep-connected.ts'
import { Showcaller } from '../../sdk/showcaller.ts'
import { needsOwnProcess } from '../declare.ts'

needsOwnProcess('it replaces the timers and the random numbers of the process')

const timings = { firstRetryMs: 100, longestRetryMs: 1_000, silenceMs: 5_000 }

describe('a connection that is kept open', () => {
  let attempts: Attempt[] = []
  let losses = 0
  let open: KeptConnection[] = []
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] })
    // The pauses are as long as they can be.
    mock.method(Math, 'random', () => 1)
    attempts = []
    losses = 0
  })
  afterEach(() => {
    for (const connection of open.splice(0)) connection.close()
    mock.timers.reset()
    mock.restoreAll()
    leavePage()
  })

  function keep(options: { staleMs?: number } = {}): KeptConnection {
    const connection = keepConnected({
      ...timings,
      ...options,
      connect: (attempt) => attempts.push(attempt),
      onLost: () => losses++,
    })
    open = [...open, connection]
    return connection
  }

  const last = () => attempts.at(-1) ?? assert.fail('nothing was tried')
  const alive = () => attempts.filter(({ signal }) => !signal.aborted).length

  /** How long it waits before the next attempt. */
  function pauseMs(): number {
    const before = attempts.length
    for (let ms = 0; ms < 60_000; ms += 10) {
      if (attempts.length > before) return ms
      mock.timers.tick(10)
    }
    return assert.fail('there is no next attempt')
  }

  it('is made again after growing pauses, at random within their second half, and short ones once it worked', () => {
    keep()
    const pauses = Array.from({ length: 6 }, () => {
      last().lost()
      return pauseMs()
    })
    assert.deepEqual(pauses, [100, 200, 400, 800, 1_000, 1_000])
    mock.method(Math, 'random', () => 0)
    last().lost()
    assert.equal(pauseMs(), 500)
    last().established()
    last().lost()
    assert.equal(pauseMs(), 50)
    last().lost(2_000)
    assert.equal(pauseMs(), 2_100, 'the server asked for a longer pause')
    assert.equal(losses, attempts.length - 1)
  })

  it('counts as lost when the server is silent, and not while nobody reads', () => {
    keep()
    mock.timers.tick(4_999)
    last().expectMessage()
    mock.timers.tick(4_999)
    assert.equal(losses, 0)
    last().expectNothing()
    mock.timers.tick(60_000)
    assert.equal(losses, 0)
    last().expectMessage(300)
    const { signal } = last()
    mock.timers.tick(300)
    assert.ok(signal.aborted)
    assert.equal(losses, 1)
    assert.equal(pauseMs(), 100)
  })

  it('is never two: what comes late from an old one changes nothing', () => {
    const connection = keep()
    const old = last()
    connection.reconnect()
    assert.deepEqual([attempts.length, alive()], [2, 1])
    old.lost()
    old.expectMessage(1)
    old.established()
    mock.timers.tick(4_000)
    assert.deepEqual([attempts.length, alive(), losses], [2, 1, 0])
    last().lost()
    last().lost()
    assert.equal(pauseMs(), 100)
    mock.timers.tick(4_000)
    assert.deepEqual([attempts.length, alive(), losses], [3, 1, 1])
  })

  it('ends a pause early on demand', () => {
    const connection = keep()
    last().lost()
    connection.reconnect()
    assert.equal(attempts.length, 2)
    mock.timers.tick(1_000)
    assert.equal(attempts.length, 2, 'the pause is over')
    last().lost()
    assert.equal(pauseMs(), 200, 'a retry by hand is no success')
  })

  it('stays closed, whether it was connected, waiting or being made', () => {
    const closedBy = [() => {}, () => last().lost(), () => last().expectNothing()]
    for (const before of closedBy) {
      const connection = keep()
      const { length } = attempts
      before()
      const lossesBefore = losses
      connection.close()
      assert.ok(last().signal.aborted)
      last().lost()
      last().expectMessage(1)
      connection.reconnect()
      mock.timers.tick(60_000)
      assert.deepEqual([attempts.length, losses], [length, lossesBefore])
    }
  })

  it('is made at once when the network or the person is back, and kept where it is alive', () => {
    const page = enterPage()
    keep({ staleMs: 2_000 })
    for (let tries = 0; tries < 4; tries++) {
      last().lost()
      pauseMs()
    }
    last().lost()
    const { length } = attempts
    page.isHidden = true
    page.fire('visibilitychange')
    assert.equal(attempts.length, length, 'it was hidden, not shown')
    page.isHidden = false
    page.fire('visibilitychange')
    assert.equal(attempts.length, length + 1)
    last().lost()
    assert.equal(pauseMs(), 100, 'the failures before do not count any more')

    const kept = last()
    mock.timers.tick(1_999)
    page.fire('online')
    assert.equal(last(), kept)
    mock.timers.tick(1)
    const lossesBefore = losses
    page.fire('pageshow')
    assert.ok(kept.signal.aborted)
    assert.deepEqual([alive(), losses], [1, lossesBefore + 1])
  })

  it('listens to the page for as long as it is kept', () => {
    const page = enterPage()
    const connection = keep()
    assert.equal(page.listeners, 3)
    connection.close()
    assert.equal(page.listeners, 0)
  })

  describe('for a loop', () => {
    it('comes one after the other, and ends with the signal or with the loop', async () => {
      const controller = new AbortController()
      const seen: Attempt[] = []
      for await (const attempt of connections({ ...timings, firstRetryMs: 0 }, controller.signal)) {
        seen.push(attempt)
        assert.equal(attempt.signal.aborted, false)
        // It ends with the turn of the loop; the pause of 0 ms needs a tick.
        if (seen.length === 3) controller.abort()
        else setImmediate(() => mock.timers.tick(1))
      }
      assert.equal(seen.length, 3)
      assert.ok(seen.every(({ signal }) => signal.aborted))
      for await (const attempt of connections(timings, undefined)) {
        seen.push(attempt)
        break
      }
      assert.ok(seen.at(-1)?.signal.aborted, 'a loop that was left has no connection')
    })

    it('skips those that were lost before the loop came to them', async () => {
      const controller = new AbortController()
      let turns = 0
      for await (const attempt of connections(timings, controller.signal)) {
        assert.equal(attempt.signal.aborted, false)
        if (++turns === 2) controller.abort()
        // The loop takes so long that several are lost by silence meanwhile.
        else for (let ms = 0; ms < 30_000; ms += 50) mock.timers.tick(50)
      }
      assert.equal(turns, 2)
    })
  })
})

describe('the event stream of the SDK', () => {
  it('is kept while the program takes long with an event, and dropped when the server is silent', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] })
    const streams: { readonly signal: AbortSignal; send(id: string): void }[] = []
    const states: boolean[] = []
    const controller = new AbortController()
    try {
      const show = new Showcaller({
        url: 'http://127.0.0.1:1',
        key: 'sc_live_x',
        async fetch(_address, init) {
          const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
          const writer = writable.getWriter()
          const signal = init?.signal ?? assert.fail('it cannot be ended')
          signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => {}))
          const send = (id: string) => void writer.write(Buffer.from(`id: ${id}\ndata: {"id":"${id}"}\n\n`))
          streams.push({ signal, send })
          return new Response(readable)
        },
      })
      const events = show.events({ signal: controller.signal, onConnection: (isOpen) => states.push(isOpen) })
      const nextId = async () => (await events.next()).value?.id
      const first = nextId()
      await settled()
      streams[0]?.send('1')
      assert.equal(await first, '1')
      // The program is busy with it.
      mock.timers.tick(10 * 60_000)
      streams[0]?.send('2')
      assert.equal(await nextId(), '2')
      assert.deepEqual([streams.length, streams[0]?.signal.aborted, states], [1, false, [true]])

      const third = nextId()
      await settled()
      mock.timers.tick(45_000)
      await settled()
      assert.ok(streams[0]?.signal.aborted)
      mock.timers.tick(250)
      await settled()
      assert.deepEqual([streams.length, states], [2, [true, false, true]])
      streams[1]?.send('3')
      assert.equal(await third, '3')
    } finally {
      controller.abort()
      mock.timers.reset()
    }
  })
})

/** Until everything that waits for nothing but its turn has had it. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** What a browser has. */
function enterPage() {
  const listeners = new Map<string, Set<(event: { type: string }) => void>>()
  const page = {
    isHidden: false,
    fire(type: string) {
      for (const listener of listeners.get(type) ?? []) listener({ type })
    },
    get listeners() {
      return [...listeners.values()].reduce((sum, { size }) => sum + size, 0)
    },
  }
  Object.assign(globalThis, {
    addEventListener(type: string, listener: (event: { type: string }) => void, { signal }: { signal: AbortSignal }) {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener))
      signal.addEventListener('abort', () => listeners.get(type)?.delete(listener))
    },
    document: {
      get visibilityState() {
        return page.isHidden ? 'hidden' : 'visible'
      },
    },
  })
  return page
}

function leavePage(): void {
  for (const name of ['addEventListener', 'document']) Reflect.deleteProperty(globalThis, name)
}
