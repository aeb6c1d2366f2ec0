import { type JsonObject, numberIn } from '../calls/json-fields.ts'
import type { ChatRules } from '../chat-rules.ts'

/** The shortest and the longest wait of slow mode, and the longest time as a follower. */
const slowSeconds = { min: 3, max: 120 }
const maxFollowerMinutes = 90 * 24 * 60

/** The settings of a chat. The API and the event name two of the fields differently. */
export function chatRulesIn(row: JsonObject): ChatRules {
  const followersOnly = row.follower_mode === true
  return {
    followersOnly,
    followersMinutes: followersOnly ? timeOf(row, 'follower_mode_duration', 'follower_mode_duration_minutes') : 0,
    slowSeconds: row.slow_mode === true ? timeOf(row, 'slow_mode_wait_time', 'slow_mode_wait_time_seconds') : 0,
    subscribersOnly: row.subscriber_mode === true,
    emoteOnly: row.emote_mode === true,
    uniqueOnly: row.unique_chat_mode === true,
  }
}

/** The body of a change. What is absent stays as it is. */
export function chatSettingsOf(rules: Partial<ChatRules>): JsonObject {
  const { followersOnly, followersMinutes, slowSeconds: slow, subscribersOnly, emoteOnly, uniqueOnly } = rules
  const wait = { slow_mode_wait_time: Math.min(Math.max(slow ?? 0, slowSeconds.min), slowSeconds.max) }
  const followed = { follower_mode_duration: Math.min(followersMinutes ?? 0, maxFollowerMinutes) }
  return {
    ...(followersOnly !== undefined && { follower_mode: followersOnly }),
    ...(followersOnly === true && followersMinutes !== undefined && followed),
    ...(slow !== undefined && { slow_mode: slow > 0 }),
    ...(slow !== undefined && slow > 0 && wait),
    ...(subscribersOnly !== undefined && { subscriber_mode: subscribersOnly }),
    ...(emoteOnly !== undefined && { emote_mode: emoteOnly }),
    ...(uniqueOnly !== undefined && { unique_chat_mode: uniqueOnly }),
  }
}

function timeOf(row: JsonObject, inApi: string, inEvent: string): number {
  const field = inApi in row ? inApi : inEvent
  return row[field] === null || row[field] === undefined ? 0 : numberIn(row, field)
}
