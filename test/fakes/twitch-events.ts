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

/**
 * The events about the channel itself. The announcement has the fields of a delivery that was recorded in September 2026
 * and stands in the tests of a public chat client; the others have those of the models of Twitch's own command line and,
 * where it has none (chat settings, VIPs, warnings), of TwitchIO.
 */

export function onlineEvent(world: TwitchWorld, type = 'live') {
  return { id: randomUUID(), ...about(world), type, started_at: '2026-03-01T18:00:00Z' }
}

export function offlineEvent(world: TwitchWorld) {
  return about(world)
}

export function updateEvent(world: TwitchWorld, title: string, category: { id: string; name: string }) {
  const { id: category_id, name: category_name } = category
  return { ...about(world), title, language: 'en', category_id, category_name, content_classification_labels: [] }
}

export function raidOutEvent(world: TwitchWorld, to: TwitchUser, viewers: number) {
  return { ...named('from_broadcaster_user', world.broadcaster), ...named('to_broadcaster_user', to), viewers }
}

export function shoutoutEvent(world: TwitchWorld, to: TwitchUser, viewers: number) {
  return {
    ...about(world),
    ...named('to_broadcaster_user', to),
    ...named('moderator_user', world.broadcaster),
    viewer_count: viewers,
    started_at: '2026-03-01T18:00:00Z',
    cooldown_ends_at: '2026-03-01T18:02:00Z',
    target_cooldown_ends_at: '2026-03-01T19:00:00Z',
  }
}

export function shoutoutReceivedEvent(world: TwitchWorld, from: TwitchUser, viewers: number) {
  const started_at = '2026-03-01T18:00:00Z'
  return { ...about(world), ...named('from_broadcaster_user', from), viewer_count: viewers, started_at }
}

export function announcementEvent(world: TwitchWorld, by: TwitchUser, text: string, color = 'PRIMARY') {
  return {
    ...about(world),
    ...named('chatter_user', by),
    chatter_is_anonymous: false,
    color: '#FF69B4',
    system_message: '',
    message_id: randomUUID(),
    message: { text, fragments: [{ type: 'text', text, cheermote: null, emote: null, mention: null }] },
    notice_type: 'announcement',
    sub_gift: null,
    announcement: { color },
    source_broadcaster_user_id: null,
  }
}

export function replyTo(world: TwitchWorld, by: TwitchUser, messageId: string) {
  const parent = { parent_message_id: messageId, parent_message_body: 'first', ...named('parent_user', by) }
  const thread = { thread_message_id: messageId, ...named('thread_user', by) }
  return { reply: { ...parent, ...thread }, ...about(world) }
}

export function chatSettingsEvent(world: TwitchWorld, settings: object) {
  return {
    ...about(world),
    emote_mode: false,
    follower_mode: false,
    follower_mode_duration_minutes: null,
    slow_mode: false,
    slow_mode_wait_time_seconds: null,
    subscriber_mode: false,
    unique_chat_mode: false,
    ...settings,
  }
}

export function roleEvent(world: TwitchWorld, whom: TwitchUser) {
  return { ...about(world), ...named('user', whom) }
}

export function warningEvent(world: TwitchWorld, whom: TwitchUser, reason: string | null, rules: string[] | null) {
  const moderator = named('moderator_user', world.broadcaster)
  return { ...about(world), ...named('user', whom), ...moderator, reason, chat_rules_cited: rules }
}

export function adBreakEvent(world: TwitchWorld, seconds: number) {
  return {
    duration_seconds: seconds,
    started_at: '2026-03-01T18:30:00Z',
    is_automatic: true,
    ...about(world),
    ...named('requester_user', world.broadcaster),
  }
}
