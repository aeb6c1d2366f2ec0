import { randomUUID } from 'node:crypto'
import type { TwitchUser, TwitchWorld } from './twitch-world.ts'

/**
 * Events, written by us with the fields that Twitch documents and that the recorded EventSub payloads in the tests of
 * Chatterino have.
 */

export function chatEvent(
  world: TwitchWorld,
  by: TwitchUser,
  text: string,
  id: string = randomUUID(),
  more: object = {},
) {
  return {
    ...about(world),
    ...named('chatter_user', by),
    message_id: id,
    message: { text, fragments: [{ type: 'text', text, cheermote: null, emote: null, mention: null }] },
    message_type: 'text',
    badges: by.id === world.broadcaster.id ? [{ set_id: 'broadcaster', id: '1', info: '' }] : [],
    cheer: null,
    color: '',
    reply: null,
    channel_points_custom_reward_id: null,
    source_broadcaster_user_id: null,
    source_message_id: null,
    ...more,
  }
}

export function followEvent(world: TwitchWorld, by: TwitchUser) {
  return { ...about(world), ...named('user', by), followed_at: new Date().toISOString() }
}

export function subscribeEvent(world: TwitchWorld, by: TwitchUser, tier: number, isGift = false) {
  return { ...about(world), ...named('user', by), tier: String(tier * 1000), is_gift: isGift }
}

/** As it stands in the chat, with who gave it, unless they want no name. */
export function giftEvent(world: TwitchWorld, to: TwitchUser, by: TwitchUser | undefined, tier: number) {
  return {
    ...about(world),
    ...named('chatter_user', by ?? { id: '274598607', login: 'ananonymousgifter', name: 'AnAnonymousGifter' }),
    chatter_is_anonymous: by === undefined,
    notice_type: 'sub_gift',
    message_id: randomUUID(),
    message: { text: '', fragments: [] },
    badges: [],
    sub_gift: {
      ...named('recipient_user', to),
      sub_tier: String(tier * 1000),
      duration_months: 1,
      community_gift_id: null,
    },
    source_broadcaster_user_id: null,
  }
}

export function resubscribeEvent(world: TwitchWorld, by: TwitchUser, tier: number, months: number) {
  const message = { text: 'Still here', emotes: null }
  const spans = { cumulative_months: months, streak_months: null, duration_months: 1 }
  return { ...about(world), ...named('user', by), tier: String(tier * 1000), message, ...spans }
}

export function bitsEvent(world: TwitchWorld, by: TwitchUser, bits: number) {
  const message = { text: `Cheer${bits} nice`, fragments: [] }
  return { ...about(world), ...named('user', by), bits, type: 'cheer', power_up: null, message }
}

export function banEvent(world: TwitchWorld, whom: TwitchUser, minutes: number | null) {
  const at = Date.now()
  return {
    ...about(world),
    ...named('user', whom),
    ...named('moderator_user', world.broadcaster),
    reason: 'Offensive language',
    banned_at: new Date(at).toISOString(),
    ends_at: minutes === null ? null : new Date(at + minutes * 60_000).toISOString(),
    is_permanent: minutes === null,
  }
}

export function unbanEvent(world: TwitchWorld, whom: TwitchUser) {
  return { ...about(world), ...named('user', whom), ...named('moderator_user', world.broadcaster) }
}

export function raidEvent(world: TwitchWorld, by: TwitchUser, viewers: number) {
  return { ...named('from_broadcaster_user', by), ...named('to_broadcaster_user', world.broadcaster), viewers }
}

function about({ broadcaster }: TwitchWorld): Record<string, string> {
  return named('broadcaster_user', broadcaster)
}

function named(prefix: string, { id, login, name }: TwitchUser): Record<string, string> {
  return { [`${prefix}_id`]: id, [`${prefix}_login`]: login, [`${prefix}_name`]: name }
}
