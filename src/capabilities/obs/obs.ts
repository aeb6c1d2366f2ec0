import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { ObsAction } from '../../registry/overlay-messages.ts'
import type { Events } from '../events/events.ts'
import { applyUndo } from './changes.ts'
import {
  notConnected,
  type ObsAnswerOf,
  type ObsCallName,
  type ObsFilter,
  type ObsInputOf,
  type ObsStatus,
  type ObsUndo,
  targetOf,
} from './obs-calls.ts'
import type { NewObsEvent } from './obs-journal.ts'
import { createObsPages } from './obs-pages.ts'
import { createObsSessions, type ObsSessionNeeds } from './obs-sessions.ts'
import { createObsUndos } from './obs-undos.ts'
import { createPageCalls } from './page-calls.ts'

export interface ObsNeeds extends ObsSessionNeeds {
  readonly db: Database
  readonly events: Events
  /** Sends to the overlay pages of a channel, on all nodes. */
  readonly sendToPages: (channelId: number, message: ObsAction) => void
}

interface ObsCaller {
  readonly channel: { readonly id: number }
}

export type Obs = ReturnType<typeof createObs>

/** The OBS of each channel. One node has the connections; calls work on every node. */
export function createObs(needs: ObsNeeds) {
  const { log } = needs
  const { sessions, pages, undos } = createParts(needs)
  const callPage = createPageCalls({ pages, planUndo: undos.plan })

  async function call<N extends ObsCallName>(
    { channel: { id: channelId } }: ObsCaller,
    name: N,
    input: ObsInputOf<N>,
  ): Promise<ObsAnswerOf<N>> {
    const answer = await sessions.call(channelId, name, input)
    if (answer !== undefined) return answer
    if (pages.isConnected(channelId)) return callPage(channelId, name, input)
    throw new Failure('obs_not_connected')
  }

  async function status(caller: ObsCaller): Promise<ObsStatus> {
    try {
      return await call(caller, 'status', {})
    } catch (error) {
      if (error instanceof Failure && error.code === 'obs_not_connected') return notConnected
      throw error
    }
  }

  async function stop(): Promise<void> {
    undos.stop()
    await sessions.stop()
  }

  return {
    call,

    /** Without a connection too. */
    status,

    /** The state of the connection; undefined if OBS is not set up. */
    connectionOf: sessions.connectionOf,

    /** What is known about the OBS of a channel, on every node; undefined while it is not connected. */
    snapshotOf: sessions.snapshotOf,

    /** How OBS is reached on this node's knowledge, and what that way cannot do. */
    overviewOf(
      channelId: number,
    ): Pick<ObsStatus, 'way' | 'scene' | 'outputs'> & { readonly limits: readonly string[] } {
      const snapshot = sessions.snapshotOf(channelId)
      if (snapshot !== undefined) return { ...snapshot, way: 'socket', limits: [] }
      const { way, scene, outputs } = pages.status(channelId) ?? notConnected
      return { way, scene, outputs, limits: way === null ? [] : pages.limitsOf(channelId) }
    },

    /** Whether viewers see the overlay now; null where it is not known. */
    isOverlayOnAir: (channelId: number): boolean | null =>
      sessions.snapshotOf(channelId)?.overlay?.isOnAir ?? pages.isOnAir(channelId),

    /** An overlay page of this node reported about the OBS that it is in, or is gone. */
    receivePage: pages.receive,

    /**
     * Saves the replay buffer for a clip that was not created; undefined if it is off or could not be saved. Where no
     * platform is live, only while OBS streams.
     */
    async saveReplayIfOn(caller: ObsCaller, onlyWhileStreaming: boolean): Promise<string | undefined> {
      const { outputs } = await status(caller)
      if (!outputs.replay_buffer || (onlyWhileStreaming && !outputs.stream)) return undefined
      try {
        return (await call(caller, 'replay', {})).path
      } catch (error) {
        log.warn('the replay buffer could not be saved', { channelId: caller.channel.id, error })
        return undefined
      }
    },

    /** Turns a filter back before its seconds are over, also when OBS is not there now. */
    hastenFilter: (tx: Writer, channelId: number, filter: ObsFilter): Promise<void> =>
      undos.hasten(tx, channelId, targetOf({ type: 'filter', ...filter })),

    /** Whether a filter is still to be turned back. */
    isFilterPlanned: (channelId: number, filter: ObsFilter): Promise<boolean> =>
      undos.isPlanned(channelId, targetOf({ type: 'filter', ...filter })),

    /** After the settings of a channel may have changed. */
    refresh: sessions.refresh,

    /** Connects, on the node that runs the jobs. */
    async start(): Promise<void> {
      await undos.start()
      await sessions.start()
    },

    stop,

    async close(): Promise<void> {
      await stop()
      await sessions.close()
      pages.close()
      await undos.close()
    },
  }
}

/** The two ways to OBS, its WebSocket server and the overlay page inside it, and the undos that go either way. */
function createParts(needs: ObsNeeds) {
  const { db, log, bus, nodeId, events } = needs

  async function record(channelId: number, event: NewObsEvent): Promise<void> {
    const cause = { channel: { id: channelId }, actor: 'obs', requestId: '' }
    await db.write((tx) => events.appendNew(tx, cause, event))
  }

  async function recordOfPage(channelId: number, event: NewObsEvent): Promise<void> {
    // The WebSocket server reports the same, and more.
    if (sessions.snapshotOf(channelId) !== undefined) return
    try {
      await record(channelId, event)
    } catch (error) {
      log.warn('an event of OBS could not be stored', { channelId, error })
    }
  }

  async function undo(channelId: number, change: ObsUndo, isStillPlanned: () => Promise<boolean>): Promise<void> {
    if (sessions.findConnected(channelId) === undefined && pages.isConnected(channelId)) {
      // The page can switch scenes only: everything else waits for the WebSocket server of the same OBS.
      if (change.type !== 'scene') throw new Failure('obs_not_connected')
      if (pages.currentScene(channelId) === change.expected) await pages.switchScene(channelId, change.restore)
      return
    }
    const session = sessions.getConnected(channelId)
    await session.inOrder(async () => {
      if (await isStillPlanned()) await applyUndo(session, change)
    })
  }

  const sessions = createObsSessions({
    ...needs,
    record,
    planUndo: (...undo) => undos.plan(...undo),
    onConnected: () => undos.onConnected(),
  })
  const pages = createObsPages({
    bus,
    nodeId,
    send: needs.sendToPages,
    record: recordOfPage,
    onChange(channelId) {
      if (pages.isConnected(channelId)) undos.onConnected()
      bus.publish('connection-changed', { channelId })
    },
  })
  const undos = createObsUndos({
    ...needs,
    isConnected: (channelId) => sessions.findConnected(channelId) !== undefined || pages.isConnected(channelId),
    apply: undo,
  })
  return { sessions, pages, undos }
}
