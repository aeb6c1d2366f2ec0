import type { Clock } from '../../ambient.ts'
import type { VoiceEffect } from '../../contract/overlay-messages.ts'
import type { VoiceEffectName } from '../../contract/voice-effects.ts'
import { type Database, sql, type Writer } from '../../storage/database.ts'
import type { Cause, Events } from '../events/events.ts'

const findEffect = sql<{ channel: number; now: number }, { effect: VoiceEffectName; until: number }>(
  'SELECT effect, until FROM voice_effects WHERE channel_id = :channel AND until > :now',
)
const upsertEffect = sql<{ channel: number; effect: string; until: number }>(
  `INSERT INTO voice_effects (channel_id, effect, until) VALUES (:channel, :effect, :until)
   ON CONFLICT (channel_id) DO UPDATE SET effect = excluded.effect, until = excluded.until`,
)

export type VoiceEffects = ReturnType<typeof createVoiceEffects>

/** A temporary voice effect for all speech of a channel. */
export function createVoiceEffects(needs: {
  db: Database
  clock: Clock
  events: Events
  /** Sends to the connected pages; pages that connect later ask for it. */
  send: (channelId: number, started: VoiceEffect) => void
}) {
  const { db, clock, events, send } = needs

  return {
    async start(tx: Writer, cause: Cause, effect: VoiceEffectName, seconds: number): Promise<void> {
      const until = clock.now() + seconds * 1000
      const channelId = cause.channel.id
      await tx.run(upsertEffect, { channel: channelId, effect, until })
      await events.appendNew(tx, cause, { kind: 'voice-effect.started', data: { effect, seconds } })
      tx.onCommit(() => send(channelId, { effect, endsAt: until }))
    },

    /** For a page that has just connected. */
    async find(channelId: number): Promise<VoiceEffect | null> {
      const row = await db.get(findEffect, { channel: channelId, now: clock.now() })
      return row === undefined ? null : { effect: row.effect, endsAt: row.until }
    },

    async current(channelId: number): Promise<VoiceEffectName | undefined> {
      return (await db.get(findEffect, { channel: channelId, now: clock.now() }))?.effect
    },
  }
}
