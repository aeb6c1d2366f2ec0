import type { Clock } from '../../kernel/ambient.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import { type ChatRules, noChatRules } from '../chat-rules.ts'
import type { SandboxChatLine, SandboxPlace } from './memory.ts'

type PlaceParams = { channel: number; platform: string }

const actionsKept = 50
const here = 'channel_id = :channel AND platform = :platform'

interface RulesRow {
  readonly followers_only: number
  readonly followers_minutes: number
  readonly slow_seconds: number
  readonly subscribers_only: number
  readonly emote_only: number
  readonly unique_only: number
}

const findRules = sql<PlaceParams, RulesRow>(
  `SELECT followers_only, followers_minutes, slow_seconds, subscribers_only, emote_only, unique_only
   FROM sandbox_streams WHERE ${here}`,
)
const setRules = sql<
  PlaceParams & {
    followersOnly: number
    followersMinutes: number
    slowSeconds: number
    subscribersOnly: number
    emoteOnly: number
    uniqueOnly: number
  }
>(
  `UPDATE sandbox_streams SET followers_only = :followersOnly, followers_minutes = :followersMinutes,
     slow_seconds = :slowSeconds, subscribers_only = :subscribersOnly, emote_only = :emoteOnly, unique_only = :uniqueOnly
   WHERE ${here}`,
)
const nextAction = sql<PlaceParams, { number: number }>(
  `UPDATE sandbox_streams SET last_action = last_action + 1 WHERE ${here} RETURNING last_action AS number`,
)
const insertAction = sql<
  PlaceParams & { number: number; action: string; username: string; seconds: number | null; at: number }
>(
  `INSERT INTO sandbox_actions (channel_id, platform, number, action, username, seconds, at)
   VALUES (:channel, :platform, :number, :action, :username, :seconds, :at)`,
)
const dropOldActions = sql<PlaceParams & { upTo: number }>(
  `DELETE FROM sandbox_actions WHERE ${here} AND number <= :upTo`,
)
const listActions = sql<PlaceParams, StartedAction>(
  `SELECT action, username, seconds, at FROM sandbox_actions WHERE ${here} ORDER BY number LIMIT ${actionsKept}`,
)

/** A pin ends with its time and with its message. */
const findPin = sql<PlaceParams & { now: number }, SandboxPin>(
  `SELECT line.id, line.username, line.text, line.author, stream.pinned_until AS "endsAt"
   FROM sandbox_streams AS stream JOIN sandbox_chat AS line
     ON line.channel_id = stream.channel_id AND line.platform = stream.platform AND line.id = stream.pinned_id
   WHERE stream.channel_id = :channel AND stream.platform = :platform
     AND (stream.pinned_until IS NULL OR stream.pinned_until > :now)`,
)
const setPin = sql<PlaceParams & { id: string | null; until: number | null }>(
  `UPDATE sandbox_streams SET pinned_id = :id, pinned_until = :until WHERE ${here}`,
)
const findLine = sql<PlaceParams & { id: string }, { id: string }>(
  `SELECT id FROM sandbox_chat WHERE ${here} AND id = :id`,
)

/** The pinned message of a chat on the sandbox. */
export interface SandboxPin extends Pick<SandboxChatLine, 'id' | 'username' | 'text' | 'author'> {
  /** Null: until the stream ends. */
  readonly endsAt: number | null
}

export const startableActions = [
  'raid',
  'raid_cancelled',
  'shoutout',
  'commercial',
  'ad_snoozed',
  'marker',
  'tags',
  'shield_mode_on',
  'shield_mode_off',
] as const

/** Something that the broadcaster did on the sandbox. */
export interface StartedAction {
  readonly action: (typeof startableActions)[number]
  /** The other channel of a raid or shoutout; else empty. */
  readonly username: string
  /** The length of an ad break, or the place of a marker. */
  readonly seconds: number | null
  readonly at: number
}

export type SandboxChannelMemory = ReturnType<typeof createSandboxChannelMemory>

/** The chat rules and the pinned message of a sandbox channel, and what the broadcaster did there. */
export function createSandboxChannelMemory({ db, clock }: { db: Database; clock: Clock }) {
  async function rules(reader: Reader, place: SandboxPlace): Promise<ChatRules> {
    const row = await reader.get(findRules, paramsOf(place))
    if (row === undefined) return noChatRules
    return {
      followersOnly: row.followers_only === 1,
      followersMinutes: row.followers_minutes,
      slowSeconds: row.slow_seconds,
      subscribersOnly: row.subscribers_only === 1,
      emoteOnly: row.emote_only === 1,
      uniqueOnly: row.unique_only === 1,
    }
  }

  return {
    rules: (place: SandboxPlace) => rules(db, place),

    async setRules(tx: Writer, place: SandboxPlace, change: Partial<ChatRules>): Promise<ChatRules> {
      const changed = { ...(await rules(tx, place)), ...change }
      const { followersOnly, followersMinutes, slowSeconds, subscribersOnly, emoteOnly, uniqueOnly } = changed
      await tx.run(setRules, {
        ...paramsOf(place),
        followersOnly: Number(followersOnly),
        followersMinutes: followersOnly ? followersMinutes : 0,
        slowSeconds,
        subscribersOnly: Number(subscribersOnly),
        emoteOnly: Number(emoteOnly),
        uniqueOnly: Number(uniqueOnly),
      })
      return changed
    },

    findPin: (reader: Reader, place: SandboxPlace): Promise<SandboxPin | undefined> =>
      reader.get(findPin, { ...paramsOf(place), now: clock.now() }),

    /** Returns whether there is such a message. */
    async pin(tx: Writer, place: SandboxPlace, id: string, seconds: number | undefined): Promise<boolean> {
      if ((await tx.get(findLine, { ...paramsOf(place), id })) === undefined) return false
      const until = seconds === undefined ? null : clock.now() + seconds * 1000
      await tx.run(setPin, { ...paramsOf(place), id, until })
      return true
    },

    async unpin(tx: Writer, place: SandboxPlace): Promise<void> {
      await tx.run(setPin, { ...paramsOf(place), id: null, until: null })
    },

    async addAction(tx: Writer, place: SandboxPlace, action: Omit<StartedAction, 'at'>): Promise<void> {
      const params = paramsOf(place)
      const number = (await tx.get(nextAction, params))?.number ?? 1
      await tx.run(insertAction, { ...params, ...action, number, at: clock.now() })
      await tx.run(dropOldActions, { ...params, upTo: number - actionsKept })
    },

    actions: (place: SandboxPlace): Promise<StartedAction[]> => db.all(listActions, paramsOf(place)),
  }
}

function paramsOf({ channelId, platform }: SandboxPlace): PlaceParams {
  return { channel: channelId, platform }
}
