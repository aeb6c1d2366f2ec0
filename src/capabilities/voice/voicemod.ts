import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { createProgramSessions, type ProgramSessionNeeds } from '../../platforms/programs/program-sessions.ts'
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

export interface VoicemodNeeds extends ProgramSessionNeeds {
  readonly db: Database
  readonly timings: Partial<VoicemodTimings>
  /** Every channel whose Voicemod is set up. */
  readonly listSettings: () => Promise<ReadonlyMap<number, VoicemodSettings>>
}

export type Voicemod = ReturnType<typeof createVoicemod>

/** The Voicemod of each channel. One node has the connections; effects can be started on every node. */
export function createVoicemod(needs: VoicemodNeeds) {
  const { db } = needs
  const connectionListeners = new Set<() => void>()

  const sessions = createProgramSessions<VoicemodSettings, VoicemodSession, VoicemodSnapshot, VoicemodCalls>({
    ...needs,
    service: 'voicemod',
    notConnected: 'voice_not_connected',
    open: (channelId, settings, onChange) => createVoicemodSession({ ...needs, channelId, settings, onChange }),
    onConnected() {
      for (const listener of connectionListeners) listener()
    },
    run: async (channelId, _name, { token }) => {
      await apply(channelId, token)
      return {}
    },
  })

  function getConnected(channelId: number): VoicemodSession {
    const session = sessions.findConnected(channelId)
    if (session === undefined) throw new Failure('voice_not_connected', { message: voiceErrors.voicemodAway.of() })
    return session
  }

  /** On this node, which has the connection. */
  async function apply(channelId: number, token: string): Promise<void> {
    const { inOrder, client } = getConnected(channelId)
    await inOrder(async () => {
      const row = await voiceRows.find(db, channelId, 'voicemod')
      if (row?.token !== token) throw new Failure('voice_not_connected', { message: voiceErrors.replaced.of() })
      await applyEffect(client, row.effect, restoreIn(row.restore), async (restore) => {
        const isPlanned = await db.write((tx) => voiceRows.setRestore(tx, row, JSON.stringify(restore)))
        if (!isPlanned) throw new Failure('voice_not_connected', { message: voiceErrors.replaced.of() })
      })
    })
  }

  return {
    /** The state of the connection; undefined if Voicemod is not set up. */
    connectionOf: sessions.connectionOf,

    /** The voices, on every node; undefined while Voicemod is not connected. */
    snapshotOf: sessions.snapshotOf,

    /** Turns the effect of the row on, wherever the connection is. */
    async apply(channelId: number, token: string): Promise<void> {
      if ((await sessions.call(channelId, 'apply', { token })) !== undefined) return
      throw new Failure('voice_not_connected', { message: voiceErrors.voicemodAway.of() })
    },

    /** Sets Voicemod back, on the node with the connection. Throws a `Failure` while it is not there. */
    async end(channelId: number, token: string): Promise<void> {
      const { inOrder, client } = getConnected(channelId)
      await inOrder(async () => {
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
    refresh: sessions.refresh,

    /** Connects, on the node that runs the jobs. */
    start: sessions.start,
    stop: sessions.stop,
    close: sessions.close,
  }
}
