import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { createNodeCalls } from '../../kernel/bus/node-calls.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import { createListenerStatus } from '../../platforms/listener-status.ts'
import type { ObsSettings, ObsTimings } from '../../platforms/obs/obs-socket.ts'
import type { ObsAction } from '../../registry/overlay-messages.ts'
import type { Events } from '../events/events.ts'
import { callHandlers, readCalls } from './call-handlers.ts'
import { applyUndo } from './changes.ts'
import { type ObsSnapshot, obsOutputs } from './contract/obs.ts'
import { obsErrors } from './messages.ts'
import {
  type AnyObsCall,
  type ObsAnswerOf,
  type ObsCallName,
  type ObsCalls,
  type ObsFilter,
  type ObsInputOf,
  type ObsStatus,
  targetOf,
} from './obs-calls.ts'
import type { NewObsEvent } from './obs-journal.ts'
import { createObsPages } from './obs-pages.ts'
import { createObsSession, type ObsSession } from './obs-session.ts'
import { createObsUndos } from './obs-undos.ts'
import type { LinkKind } from './overlay-report.ts'

export type Obs = ReturnType<typeof createObs>

/** The OBS of each channel. One node has the connections; calls work on every node. */
export function createObs(needs: {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  bus: Bus
  nodeId: string | undefined
  events: Events
  timings: Partial<ObsTimings>
  /** Sends to the overlay pages of a channel, on all nodes. */
  sendToPages: (channelId: number, message: ObsAction) => void
  /** Every channel whose OBS is set up. */
  listSettings: () => Promise<ReadonlyMap<number, ObsSettings>>
  kindOfLink: (channelId: number, url: string) => Promise<LinkKind>
}) {
  const { db, clock, ids, log, bus, nodeId, events, timings, listSettings, kindOfLink } = needs
  const sessions = new Map<number, { readonly session: ObsSession; readonly settings: ObsSettings }>()
  const statuses = createListenerStatus({ clock, bus, service: 'obs', nodeId })
  const connected = new Set<number>()
  let isRunning = false
  let refreshed: Promise<void> = Promise.resolve()

  const nodes = createNodeCalls<ObsSnapshot, ObsCalls>({
    bus,
    ids,
    log,
    nodeId,
    service: 'obs',
    notConnected: 'obs_not_connected',
    own: () =>
      [...sessions.keys()].flatMap((channelId) => {
        const snapshot = ownSnapshot(channelId)
        return snapshot === undefined ? [] : [[channelId, snapshot] as const]
      }),
    run,
  })
  const pages = createObsPages({
    bus,
    nodeId,
    send: needs.sendToPages,
    async record(channelId, event) {
      // The WebSocket server reports the same, and more.
      if (snapshotOf(channelId) === undefined) await recordSafely(channelId, event)
    },
    onChange(channelId) {
      if (pages.isConnected(channelId)) undos.onConnected()
      bus.publish('connection-changed', { channelId })
    },
  })
  const undos = createObsUndos({
    db,
    clock,
    log,
    bus,
    isConnected: (channelId) => connectedSession(channelId) !== undefined || pages.isConnected(channelId),
    async apply(channelId, undo, isStillPlanned) {
      if (connectedSession(channelId) === undefined && pages.isConnected(channelId)) {
        // The page can switch scenes only: everything else waits for the WebSocket server of the same OBS.
        if (undo.type !== 'scene') throw new Failure('obs_not_connected')
        if (pages.currentScene(channelId) === undo.expected) await pages.switchScene(channelId, undo.restore)
        return
      }
      const session = getSession(channelId)
      await session.inOrder(async () => {
        if (await isStillPlanned()) await applyUndo(session, undo)
      })
    },
  })

  function connectedSession(channelId: number): ObsSession | undefined {
    const session = sessions.get(channelId)?.session
    return session?.state === undefined ? undefined : session
  }

  function getSession(channelId: number): ObsSession {
    const session = connectedSession(channelId)
    if (session === undefined) throw new Failure('obs_not_connected')
    return session
  }

  function ownSnapshot(channelId: number): ObsSnapshot | undefined {
    const session = sessions.get(channelId)?.session
    if (session?.state === undefined) return undefined
    const { version, scene, previewScene, outputs } = session.state
    return { version, scene, previewScene, outputs, overlay: session.overlay }
  }

  const snapshotOf = (channelId: number) => ownSnapshot(channelId) ?? nodes.snapshotOf(channelId)

  /** On this node, which has the connection. */
  async function run<N extends ObsCallName>(channelId: number, name: N, input: ObsInputOf<N>): Promise<ObsAnswerOf<N>> {
    const session = getSession(channelId)
    const handle = callHandlers[name]
    const planUndo = (...args: Parameters<typeof undos.plan> extends [number, ...infer Rest] ? Rest : never) =>
      undos.plan(channelId, ...args)
    if (readCalls.has(name)) return handle(input, session, planUndo)
    return session.inOrder(async () => {
      // It may have gone while the call waited.
      getSession(channelId)
      const answer = await handle(input, session, planUndo)
      await session.recorded()
      return answer
    })
  }

  async function record(channelId: number, event: NewObsEvent): Promise<void> {
    const cause = { channel: { id: channelId }, actor: 'obs', requestId: '' }
    await db.write((tx) => events.appendNew(tx, cause, event))
  }

  async function recordSafely(channelId: number, event: NewObsEvent): Promise<void> {
    try {
      await record(channelId, event)
    } catch (error) {
      log.warn('an event of OBS could not be stored', { channelId, error })
    }
  }

  /** Through the overlay page inside OBS, which can do a few things only. */
  async function runByPage<N extends ObsCallName>(
    channelId: number,
    name: N,
    input: ObsInputOf<N>,
  ): Promise<ObsAnswerOf<N>> {
    const answer = await byPage(channelId, { name, input } as AnyObsCall)
    return answer as ObsAnswerOf<N>
  }

  async function byPage(channelId: number, call: AnyObsCall): Promise<ObsAnswerOf<ObsCallName>> {
    switch (call.name) {
      case 'status':
        return pages.status(channelId) ?? notConnected
      case 'scene': {
        const { scene, seconds } = call.input
        const restore = pages.currentScene(channelId)
        const done = await pages.switchScene(channelId, scene)
        if (restore !== null) await undos.plan(channelId, { type: 'scene', expected: done.scene, restore }, seconds)
        return done
      }
      case 'output':
        return pages.output(channelId, call.input.output, call.input.action)
      case 'replay':
        return pages.replay(channelId)
      default:
        throw new Failure('obs_refused', { message: obsErrors.pageOnly() })
    }
  }

  function open(channelId: number, settings: ObsSettings): void {
    statuses.begin(channelId, '')
    const session = createObsSession({
      clock,
      log,
      channelId,
      settings,
      timings,
      kindOfLink: (url) => kindOfLink(channelId, url),
      record: (event) => record(channelId, event),
      onChange: () => onChange(channelId),
    })
    sessions.set(channelId, { session, settings })
    onChange(channelId)
  }

  function onChange(channelId: number): void {
    const session = sessions.get(channelId)?.session
    // The first report of a session comes before it is stored.
    if (session === undefined) return
    const { state, message, until, missing } = session.status
    statuses.update(channelId, state, message, { until, missing })
    nodes.announce(channelId, ownSnapshot(channelId) ?? null)
    const isConnected = session.state !== undefined
    if (isConnected && !connected.has(channelId)) undos.onConnected()
    if (isConnected) connected.add(channelId)
    else connected.delete(channelId)
    // The panel shows how the overlay stands beside the state of the connection.
    bus.publish('connection-changed', { channelId })
  }

  function shut(channelId: number): void {
    const session = sessions.get(channelId)?.session
    if (session === undefined) return
    session.close()
    sessions.delete(channelId)
    connected.delete(channelId)
    statuses.end(channelId)
    nodes.announce(channelId, null)
    bus.publish('connection-changed', { channelId })
  }

  /** Opens what was set up, closes what was removed, and replaces what has other settings now. */
  async function compare(): Promise<void> {
    if (!isRunning) return
    const wanted = await listSettings()
    for (const channelId of [...sessions.keys()]) if (!wanted.has(channelId)) shut(channelId)
    for (const [channelId, settings] of wanted) {
      const open_ = sessions.get(channelId)
      if (open_?.settings.url === settings.url && open_.settings.password === settings.password) continue
      shut(channelId)
      open(channelId, settings)
    }
  }

  return {
    /** The state of the connection; undefined if OBS is not set up. */
    connectionOf: (channelId: number): ConnectionStatus | undefined => statuses.of(channelId),

    /** What is known about the OBS of a channel, on every node; undefined while it is not connected. */
    snapshotOf,

    /** How OBS is reached on this node's knowledge, and what that way cannot do. */
    overviewOf(
      channelId: number,
    ): Pick<ObsStatus, 'way' | 'scene' | 'outputs'> & { readonly limits: readonly string[] } {
      const snapshot = snapshotOf(channelId)
      if (snapshot !== undefined) return { ...snapshot, way: 'socket', limits: [] }
      const { way, scene, outputs } = pages.status(channelId) ?? notConnected
      return { way, scene, outputs, limits: way === null ? [] : pages.limitsOf(channelId) }
    },

    /** Whether viewers see the overlay now; null where it is not known. */
    isOverlayOnAir: (channelId: number): boolean | null =>
      snapshotOf(channelId)?.overlay?.isOnAir ?? pages.isOnAir(channelId),

    /** An overlay page of this node reported about the OBS that it is in, or is gone. */
    receivePage: pages.receive,

    async call<N extends ObsCallName>(
      { channel: { id: channelId } }: { readonly channel: { readonly id: number } },
      name: N,
      input: ObsInputOf<N>,
    ): Promise<ObsAnswerOf<N>> {
      if (connectedSession(channelId) !== undefined) return run(channelId, name, input)
      const answer = await nodes.call(channelId, name, input)
      if (answer !== undefined) return answer
      if (pages.isConnected(channelId)) return runByPage(channelId, name, input)
      throw new Failure('obs_not_connected')
    },

    /**
     * Saves the replay buffer for a clip that was not created; undefined if it is off or could not be saved. Where no
     * platform is live, only while OBS streams.
     */
    async saveReplayIfOn(
      caller: { readonly channel: { readonly id: number } },
      onlyWhileStreaming: boolean,
    ): Promise<string | undefined> {
      const { outputs } = await this.status(caller)
      if (!outputs.replay_buffer || (onlyWhileStreaming && !outputs.stream)) return undefined
      try {
        return (await this.call(caller, 'replay', {})).path
      } catch (error) {
        log.warn('the replay buffer could not be saved', { channelId: caller.channel.id, error })
        return undefined
      }
    },

    async status(caller: { readonly channel: { readonly id: number } }): Promise<ObsStatus> {
      try {
        return await this.call(caller, 'status', {})
      } catch (error) {
        if (error instanceof Failure && error.code === 'obs_not_connected') return notConnected
        throw error
      }
    },

    /** Turns a filter back before its seconds are over, also when OBS is not there now. */
    hastenFilter: (tx: Writer, channelId: number, filter: ObsFilter): Promise<void> =>
      undos.hasten(tx, channelId, targetOf({ type: 'filter', ...filter })),

    /** Whether a filter is still to be turned back. */
    isFilterPlanned: (channelId: number, filter: ObsFilter): Promise<boolean> =>
      undos.isPlanned(channelId, targetOf({ type: 'filter', ...filter })),

    /** After the settings of a channel may have changed. */
    refresh(): Promise<void> {
      refreshed = refreshed.then(compare).catch((error: unknown) => {
        log.error('the settings of OBS could not be applied', { error })
      })
      return refreshed
    },

    /** Connects, on the node that runs the jobs. */
    async start(): Promise<void> {
      isRunning = true
      await undos.start()
      await this.refresh()
    },

    async stop(): Promise<void> {
      isRunning = false
      undos.stop()
      await refreshed
      const closed = [...sessions.values()].map(({ session }) => session.recorded())
      for (const channelId of [...sessions.keys()]) shut(channelId)
      await Promise.all(closed)
    },

    async close(): Promise<void> {
      await this.stop()
      nodes.close()
      pages.close()
      await undos.close()
    },
  }
}

const notConnected: ObsStatus = {
  isConnected: false,
  way: null,
  scene: null,
  previewScene: null,
  outputs: Object.fromEntries(obsOutputs.map((output) => [output, false])) as ObsStatus['outputs'],
  isOverlayOnAir: null,
}
