import { randomUUID } from 'node:crypto'
import type { TwitchUser, TwitchWorld } from './twitch-world.ts'

/**
 * Events, written by us. Hype trains have the fields of version 2 in the reference of EventSub; notices of the chat have
 * those of payloads that tests of other clients recorded, among them a watch streak with an empty message.
 */

export function hypeTrainEvent(
  world: TwitchWorld,
  id: string,
  { level, total = 700, type = 'regular' }: { level: number; total?: number; type?: string },
) {
  return {
    id,
    ...named('broadcaster_user', world.broadcaster),
    total,
    progress: 200,
    goal: 1800,
    level,
    top_contributions: [{ ...named('user', world.get('alice')), type: 'bits', total: 500 }],
    shared_train_participants: null,
    started_at: '2026-03-01T18:00:00.123456789Z',
    expires_at: '2026-03-01T18:05:00.123456789Z',
    is_shared_train: false,
    type,
    all_time_high_level: 4,
    all_time_high_total: 9000,
  }
}

export function hypeTrainEndEvent(world: TwitchWorld, id: string, level: number) {
  const { progress: _, goal: __, expires_at: ___, ...rest } = hypeTrainEvent(world, id, { level, total: 4200 })
  return { ...rest, ended_at: '2026-03-01T18:06:00Z', cooldown_ends_at: '2026-03-01T19:06:00Z' }
}

/** A notice of the chat, with the object that is named after its type. */
export function noticeEvent(world: TwitchWorld, by: TwitchUser, type: string, details: object, text = '') {
  return {
    ...named('broadcaster_user', world.broadcaster),
    ...named('chatter_user', by),
    chatter_is_anonymous: false,
    color: '',
    badges: [],
    system_message: 'Something happened.',
    message_id: randomUUID(),
    message: { text, fragments: [] },
    notice_type: type,
    sub: null,
    [type]: details,
    source_broadcaster_user_id: null,
  }
}

export function deletedEvent(world: TwitchWorld, by: TwitchUser, messageId: string) {
  return { ...named('broadcaster_user', world.broadcaster), ...named('target_user', by), message_id: messageId }
}

export function clearedEvent(world: TwitchWorld) {
  return named('broadcaster_user', world.broadcaster)
}

/** A message of several fragments, as Twitch cuts it. */
export function fragmentsOf(...parts: readonly (string | { readonly id: string; readonly text: string })[]) {
  const fragments = parts.map((part) =>
    typeof part === 'string'
      ? { type: 'text', text: part, cheermote: null, emote: null, mention: null }
      : {
          type: 'emote',
          text: part.text,
          cheermote: null,
          emote: { id: part.id, emote_set_id: '0', owner_id: '0', format: ['static', 'animated'] },
          mention: null,
        },
  )
  return { text: fragments.map(({ text }) => text).join(''), fragments }
}

function named(prefix: string, { id, login, name }: TwitchUser): Record<string, string> {
  return { [`${prefix}_id`]: id, [`${prefix}_login`]: login, [`${prefix}_name`]: name }
}
