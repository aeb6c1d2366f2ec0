import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { createNodeCalls } from '../../kernel/bus/node-calls.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { createListenerStatus } from '../../platforms/listener-status.ts'
import type { VoicemodSettings } from '../../platforms/voicemod/settings.ts'
import type { VoicemodTimings } from '../../platforms/voicemod/voicemod-socket.ts'
import type { VoicemodSnapshot } from './contract/voice.ts'
import { voiceErrors } from './messages.ts'
import { voiceRows } from './voice-rows.ts'
import { applyEffect, restoreEffect, restoreIn } from './voicemod-restore.ts'
import { createVoicemodSession, type VoicemodSession } from './voicemod-session.ts'

/** Calls of other nodes. `token` is that of the row, which has everything else. */
interface VoicemodCalls {
  readonly apply: { readonly input: { readonly token: string }; readonly answer: Readonly<Record<never, never>> }
}

export type Voicemod = ReturnType<typeof createVoicemod>

/** The Voicemod of each channel. One node has the connections; effects can be started on every node. */
export function createVoicemod(needs: {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  bus: Bus
  nodeId: string | undefined
  timings: Partial<VoicemodTimings>
  /** Every channel whose Voicemod is set up. */
  listSettings: () => Promise<ReadonlyMap<number, VoicemodSettings>>
}) {
  const { db, clock, ids, log, bus, nodeId, timings, listSettings } = needs
  const sessions = new Map<number, { readonly session: VoicemodSession; readonly key: string }>()
  const statuses = createListenerStatus({ clock, bus, service: 'voicemod', nodeId })
  const connected = new Set<number>()
  const connectionListeners = new Set<() => void>()
  let isRunning = false
  let refreshed: Promise<void> = Promise.resolve()

  const nodes = createNodeCalls<VoicemodSnapshot, VoicemodCalls>({
    bus,
    ids,
    log,
    nodeId,
    service: 'voicemod',
    notConnected: 'voice_not_connected',
    own: () =>
      [...sessions].flatMap(([channelId, { session }]) => {
        return session.snapshot === undefined ? [] : [[channelId, session.snapshot] as const]
      }),
    run: async (channelId, _name, { token }) => {
      await apply(channelId, token)
      return {}
    },
  })

  function getSession(channelId: number): VoicemodSession {
    const session = sessions.get(channelId)?.session
    if (session?.snapshot !== undefined) return session
    throw new Failure('voice_not_connected', { message: voiceErrors.voicemodAway() })
  }

  /** On this node, which has the connection. */
  async function apply(channelId: number, token: string): Promise<void> {
    await getSession(channelId).inOrder(async (client) => {
      const row = await voiceRows.find(db, channelId, 'voicemod')
      if (row?.token !== token) throw new Failure('voice_not_connected', { message: voiceErrors.replaced() })
      await applyEffect(client, row.effect, restoreIn(row.restore), async (restore) => {
        const isPlanned = await db.write((tx) => voiceRows.setRestore(tx, row, JSON.stringify(restore)))
        if (!isPlanned) throw new Failure('voice_not_connected', { message: voiceErrors.replaced() })
      })
    })
  }

  function open(channelId: number, settings: VoicemodSettings): void {
    statuses.begin(channelId, '')
    const onChange = () => noteChange(channelId)
    const session = createVoicemodSession({ clock, log, channelId, settings, timings, onChange })
    sessions.set(channelId, { session, key: JSON.stringify(settings) })
    noteChange(channelId)
  }

  function noteChange(channelId: number): void {
    const session = sessions.get(channelId)?.session
    // The first report of a session comes before it is stored.
    if (session === undefined) return
    const { state, message, until, missing } = session.status
    statuses.update(channelId, state, message, { until, missing })
    nodes.announce(channelId, session.snapshot ?? null)
    const isConnected = session.snapshot !== undefined
    const isNew = isConnected && !connected.has(channelId)
    if (isConnected) connected.add(channelId)
    else connected.delete(channelId)
    if (isNew) for (const listener of connectionListeners) listener()
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
      if (sessions.get(channelId)?.key === JSON.stringify(settings)) continue
      shut(channelId)
      open(channelId, settings)
    }
  }

  return {
    /** The state of the connection; undefined if Voicemod is not set up. */
    connectionOf: (channelId: number): ConnectionStatus | undefined => statuses.of(channelId),

    /** The voices, on every node; undefined while Voicemod is not connected. */
    snapshotOf: (channelId: number): VoicemodSnapshot | undefined =>
      sessions.get(channelId)?.session.snapshot ?? nodes.snapshotOf(channelId),

    /** Turns the effect of the row on, wherever the connection is. */
    async apply(channelId: number, token: string): Promise<void> {
      if (sessions.get(channelId)?.session.snapshot !== undefined) return apply(channelId, token)
      if ((await nodes.call(channelId, 'apply', { token })) !== undefined) return
      throw new Failure('voice_not_connected', { message: voiceErrors.voicemodAway() })
    },

    /** Sets Voicemod back, on the node with the connection. Throws a `Failure` while it is not there. */
    async end(channelId: number, token: string): Promise<void> {
      await getSession(channelId).inOrder(async (client) => {
        // Read when its turn comes: what was planned before has been stored by then.
        const row = await voiceRows.find(db, channelId, 'voicemod')
        const restore = row?.token === token ? restoreIn(row.restore) : undefined
        if (restore !== undefined) await restoreEffect(client, restore)
      })
    },

    /** Called when a Voicemod is there again. */
    onConnected(listener: () => void): void {
      connectionListeners.add(listener)
    },

    /** After the settings of a channel may have changed. */
    refresh(): Promise<void> {
      refreshed = refreshed.then(compare).catch((error: unknown) => {
        log.error('the settings of Voicemod could not be applied', { error })
      })
      return refreshed
    },

    /** Connects, on the node that runs the jobs. */
    async start(): Promise<void> {
      isRunning = true
      await this.refresh()
    },

    async stop(): Promise<void> {
      isRunning = false
      await refreshed
      for (const channelId of [...sessions.keys()]) shut(channelId)
    },

    async close(): Promise<void> {
      await this.stop()
      nodes.close()
    },
  }
}
