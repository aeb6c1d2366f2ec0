import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ConnectionStatus } from '../../src/definitions/connection-state.ts'
import { randomIds } from '../../src/kernel/ambient.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { createLog } from '../../src/kernel/log.ts'
import { noText, verbatim } from '../../src/kernel/text/message.ts'
import { createProgramSessions, type ProgramSession } from '../../src/platforms/programs/program-sessions.ts'
import { createTestClock } from '../test-clock.ts'

interface Settings {
  readonly url: string
}
interface Snapshot {
  readonly scene: string
}
interface Calls {
  readonly ask: { readonly input: { readonly word: string }; readonly answer: { readonly said: string } }
}

/** The session of a made-up program, which a test connects and loses by hand. */
class TestSession implements ProgramSession<Snapshot> {
  readonly url: string
  readonly #onChange: () => void
  status: ConnectionStatus = { state: 'connecting', message: noText, until: null, missing: [] }
  snapshot: Snapshot | undefined
  hasGivenUp = false
  isClosed = false

  constructor(url: string, onChange: () => void) {
    this.url = url
    this.#onChange = onChange
    // As a real one, which reports that it connects while it is created.
    onChange()
  }

  comes(scene: string): void {
    this.snapshot = { scene }
    this.#report({ state: 'connected', message: verbatim(`It is on ${scene}.`) })
  }

  goes(): void {
    this.snapshot = undefined
    this.#report({ state: 'reconnecting', message: verbatim('It was closed.') })
  }

  async close(): Promise<void> {
    this.isClosed = true
    await Promise.resolve()
  }

  #report(change: Pick<ConnectionStatus, 'state' | 'message'>): void {
    this.status = { until: null, missing: [], ...change }
    this.#onChange()
  }
}

const channelId = 7

function createNodes() {
  const bus = createMemoryBus((error) => assert.fail(String(error)))
  const clock = createTestClock()
  const settings = new Map<number, Settings>()

  function join(nodeId: string | undefined, options: { open?: () => Promise<void>; list?: () => Promise<void> } = {}) {
    const opened: TestSession[] = []
    const connected: number[] = []
    const logged: string[] = []
    const sessions = createProgramSessions<Settings, TestSession, Snapshot, Calls>({
      clock,
      ids: randomIds,
      log: createLog('info', (line) => logged.push(line)),
      bus,
      nodeId,
      service: 'test',
      notConnected: 'obs_not_connected',
      async listSettings() {
        await options.list?.()
        return new Map(settings)
      },
      async open(_channelId, { url }, onChange) {
        await options.open?.()
        const session = new TestSession(url, onChange)
        opened.push(session)
        return session
      },
      onConnected: (id) => connected.push(id),
      run: async (_channelId, _name, { word }) => ({ said: `${nodeId}: ${word}` }),
    })
    const last = () => opened.at(-1) ?? assert.fail('no session was opened')
    return { ...sessions, opened, connected, logged, last }
  }

  return { bus, settings, join }
}

/** What waits until a test lets it go on. */
function createGate() {
  const { promise: passed, resolve: open } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const pass = (): Promise<void> => {
    reach()
    return passed
  }
  return { pass, reached, open }
}

describe('a program of a channel that comes and goes', () => {
  it('is known to all nodes while it is there, and calls reach the node with the session', async () => {
    const { settings, join, bus } = createNodes()
    const [own, other] = [join('a'), join('b')]
    const changes: number[] = []
    bus.subscribe('connection-changed', (change) => changes.push(change.channelId))
    settings.set(channelId, { url: 'one' })
    await own.start()
    assert.deepEqual(
      [own, other].map((node) => node.connectionOf(channelId)?.state),
      ['connecting', 'connecting'],
    )
    assert.equal(await other.call(channelId, 'ask', { word: 'hi' }), undefined)
    assert.deepEqual(own.connected, [])

    own.last().comes('Game')
    own.last().comes('Break')
    assert.deepEqual(own.connected, [channelId], 'a change of a connected program is no new connection')
    assert.deepEqual([own.snapshotOf(channelId), other.snapshotOf(channelId)], [{ scene: 'Break' }, { scene: 'Break' }])
    assert.equal(String(other.connectionOf(channelId)?.message), 'It is on Break.')
    assert.deepEqual(await own.call(channelId, 'ask', { word: 'hi' }), { said: 'a: hi' })
    assert.deepEqual(await other.call(channelId, 'ask', { word: 'hi' }), { said: 'a: hi' })

    changes.length = 0
    own.last().goes()
    assert.deepEqual(changes, [channelId])
    assert.deepEqual([own.snapshotOf(channelId), other.snapshotOf(channelId)], [undefined, undefined])
    assert.equal(other.connectionOf(channelId)?.state, 'reconnecting')
    assert.equal(await own.call(channelId, 'ask', { word: 'hi' }), undefined)
    own.last().comes('Game')
    assert.deepEqual(own.connected, [channelId, channelId])
    assert.equal(own.opened.length, 1, 'a session reconnects by itself')
    await Promise.all([own.close(), other.close()])
  })

  it('moves with the jobs: the node that stops closes its session, and the next one opens its own', async () => {
    const { settings, join } = createNodes()
    const [first, second] = [join('a'), join('b')]
    settings.set(channelId, { url: 'one' })
    await first.start()
    first.last().comes('Game')
    await first.stop()
    assert.ok(first.last().isClosed)
    assert.deepEqual([first.connectionOf(channelId), second.connectionOf(channelId)], [undefined, undefined])
    await first.refresh()
    assert.equal(first.opened.length, 1, 'changed settings open nothing on a node without the jobs')

    await second.start()
    second.last().comes('Game')
    assert.deepEqual(first.snapshotOf(channelId), { scene: 'Game' })
    assert.deepEqual(await first.call(channelId, 'ask', { word: 'hi' }), { said: 'b: hi' })
    await Promise.all([first.close(), second.close()])
  })

  it('keeps its session when the jobs come back before it was closed', async () => {
    const { settings, join } = createNodes()
    settings.set(channelId, { url: 'one' })
    const node = join(undefined)
    await node.start()
    const stopped = node.stop()
    await node.start()
    await stopped
    assert.ok(node.find(channelId) !== undefined && !node.last().isClosed)
    await node.close()
    assert.ok(node.last().isClosed)
  })
})

describe('the settings of programs', () => {
  it('open, replace and close the sessions of the channels that they belong to', async () => {
    const { settings, join } = createNodes()
    const node = join(undefined)
    settings.set(1, { url: 'one' })
    settings.set(2, { url: 'two' })
    await node.start()
    const [one, two] = node.opened
    settings.set(1, { url: 'other' })
    settings.set(2, { url: 'two' })
    await node.refresh()
    assert.ok(one?.isClosed && two?.isClosed === false, 'equal settings change nothing')
    assert.equal(node.find(1)?.url, 'other')
    one.comes('Game')
    assert.equal(node.snapshotOf(1), undefined, 'a late report of a replaced session is ignored')
    assert.deepEqual(node.connected, [])
    settings.delete(2)
    await node.refresh()
    assert.ok(two.isClosed)
    assert.equal(node.connectionOf(2), undefined)
    await node.close()
  })

  it('are tried again when they are saved after the program refused them for good', async () => {
    const { settings, join } = createNodes()
    const node = join(undefined)
    settings.set(channelId, { url: 'one' })
    await node.start()
    node.last().hasGivenUp = true
    await node.refresh()
    assert.deepEqual(
      node.opened.map(({ isClosed }) => isClosed),
      [true, false],
    )
    await node.close()
  })

  it('that change while a session is being opened replace it, and only the newest stays', async () => {
    const { settings, join } = createNodes()
    const gate = createGate()
    const node = join(undefined, { open: gate.pass })
    settings.set(channelId, { url: 'one' })
    const started = node.start()
    await gate.reached
    settings.set(channelId, { url: 'two' })
    const refreshed = node.refresh()
    gate.open()
    await Promise.all([started, refreshed])
    assert.deepEqual(
      node.opened.map(({ url, isClosed }) => [url, isClosed]),
      [
        ['one', true],
        ['two', false],
      ],
    )
    await node.close()
  })

  it('open nothing that nobody closes when the server is closed meanwhile', async () => {
    const { settings, join } = createNodes()
    settings.set(channelId, { url: 'one' })
    for (const step of ['open', 'list'] as const) {
      const gate = createGate()
      const node = join(undefined, { [step]: gate.pass })
      const started = node.start()
      await gate.reached
      const closed = node.close()
      gate.open()
      await Promise.all([started, closed])
      assert.deepEqual(
        node.opened.map(({ isClosed }) => isClosed),
        step === 'open' ? [true] : [],
        step,
      )
      assert.equal(node.connectionOf(channelId), undefined)
    }
  })

  it('of one channel that fail leave the others alone, and are applied with the next change', async () => {
    const { settings, join } = createNodes()
    let failures = 1
    const node = join(undefined, {
      async open() {
        if (failures-- > 0) throw new Error('no memory')
      },
    })
    settings.set(1, { url: 'one' })
    settings.set(2, { url: 'two' })
    await node.start()
    assert.deepEqual([node.connectionOf(1), node.find(2)?.url], [undefined, 'two'])
    assert.match(node.logged.join(), /could not be applied.*no memory/)
    await node.refresh()
    assert.equal(node.find(1)?.url, 'one')
    await node.close()
  })
})
