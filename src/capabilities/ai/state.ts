import type { Clock } from '../../kernel/ambient.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Viewer } from '../viewers/viewer.ts'

const findState = sql<{ channel: number }, { muted_until: number; quiet_at: number }>(
  'SELECT muted_until, quiet_at FROM ai_states WHERE channel_id = :channel',
)
const setMuted = sql<{ channel: number; until: number }>(
  `INSERT INTO ai_states (channel_id, muted_until) VALUES (:channel, :until)
   ON CONFLICT (channel_id) DO UPDATE SET muted_until = excluded.muted_until`,
)
const ensureRow = sql<{ channel: number }>(
  'INSERT INTO ai_states (channel_id) VALUES (:channel) ON CONFLICT (channel_id) DO NOTHING',
)
const claimQuiet = sql<{ channel: number; now: number; before: number }>(
  'UPDATE ai_states SET quiet_at = :now WHERE channel_id = :channel AND quiet_at = :before',
)
const useAction = sql<{ channel: number; operation: string; hour: number; limit: number }>(
  `INSERT INTO ai_actions (channel_id, operation, hour, used) VALUES (:channel, :operation, :hour, 1)
   ON CONFLICT (channel_id, operation) DO UPDATE SET hour = excluded.hour,
     used = CASE WHEN ai_actions.hour = excluded.hour THEN ai_actions.used + 1 ELSE 1 END
   WHERE ai_actions.hour <> excluded.hour OR ai_actions.used < :limit`,
)

const hourMs = 3_600_000

type By = Pick<Viewer, 'id' | 'platform'>

export type AiState = ReturnType<typeof createAiState>

/** Whether the bot is muted, and how often it acted: read from the database each time, which is seldom. */
export function createAiState(needs: { db: Database; clock: Clock; events: Events }) {
  const { db, clock, events } = needs

  async function read(channelId: number): Promise<{ mutedUntil: number; quietAt: number }> {
    const row = await db.get(findState, { channel: channelId })
    return { mutedUntil: row?.muted_until ?? 0, quietAt: row?.quiet_at ?? 0 }
  }

  return {
    read,

    async isMuted(channelId: number): Promise<boolean> {
      return (await read(channelId)).mutedUntil > clock.now()
    },

    /** 0 minutes unmute it. Returns until when it is muted. */
    async mute(tx: Writer, cause: Cause, minutes: number, by?: By): Promise<number> {
      const until = minutes === 0 ? 0 : clock.now() + minutes * 60_000
      await tx.run(setMuted, { channel: cause.channel.id, until })
      const who = by === undefined ? {} : { viewerId: by.id, platform: by.platform }
      if (minutes === 0) await events.appendNew(tx, cause, { kind: 'ai.unmuted', data: {}, ...who })
      else await events.appendNew(tx, cause, { kind: 'ai.muted', data: { minutes }, ...who })
      return until
    },

    /** Whether this node is the one that speaks to the quiet chat. */
    async claimQuiet(channelId: number, before: number): Promise<boolean> {
      const claimed = await db.write(async (tx) => {
        await tx.run(ensureRow, { channel: channelId })
        return tx.run(claimQuiet, { channel: channelId, now: clock.now(), before })
      })
      return claimed > 0
    },

    /** Counts an action, if its limit allows one more in this hour. */
    async takeAction(channelId: number, operation: string, limit: number): Promise<boolean> {
      const hour = Math.floor(clock.now() / hourMs)
      return (await db.write((tx) => tx.run(useAction, { channel: channelId, operation, hour, limit }))) > 0
    },
  }
}
