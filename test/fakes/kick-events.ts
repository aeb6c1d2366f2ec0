import { randomUUID } from 'node:crypto'
import type { KickUser, KickWorld } from './kick-world.ts'

/**
 * Payloads, written by us with the fields that Kick documents and that the genuine delivery in the tests of KickLib has.
 */

export function chatEvent(world: KickWorld, by: KickUser, text: string, id: string = randomUUID(), more: object = {}) {
  const badges = by.id === world.broadcaster.id ? [{ text: 'Broadcaster', type: 'broadcaster' }] : []
  return {
    message_id: id,
    broadcaster: who(world.broadcaster),
    sender: { ...who(by), identity: { username_color: '#FF5733', badges } },
    content: text,
    emotes: null,
    created_at: new Date().toISOString(),
    ...more,
  }
}

export function followEvent(world: KickWorld, by: KickUser) {
  return { broadcaster: who(world.broadcaster), follower: who(by) }
}

export function subscribeEvent(world: KickWorld, by: KickUser, months: number) {
  return { broadcaster: who(world.broadcaster), subscriber: who(by), duration: months, ...term() }
}

/** Who gives without a name is all null. */
export function giftsEvent(world: KickWorld, by: KickUser | undefined, to: readonly KickUser[]) {
  const gifter = by === undefined ? nobody : who(by)
  return { broadcaster: who(world.broadcaster), gifter, giftees: to.map(who), ...term() }
}

export function banEvent(world: KickWorld, whom: KickUser, minutes: number | null) {
  const at = Date.now()
  return {
    broadcaster: who(world.broadcaster),
    moderator: who(world.broadcaster),
    banned_user: who(whom),
    metadata: {
      reason: 'Offensive language',
      created_at: new Date(at).toISOString(),
      expires_at: minutes === null ? null : new Date(at + minutes * 60_000).toISOString(),
    },
  }
}

export function kicksEvent(world: KickWorld, by: KickUser, amount: number) {
  const gift = { amount, name: 'Full Send', type: 'BASIC', tier: 'BASIC', message: 'nice', pinned_time_seconds: 0 }
  return { broadcaster: who(world.broadcaster), sender: who(by), gift, created_at: new Date().toISOString() }
}

const nobody = {
  is_anonymous: true,
  user_id: null,
  username: null,
  is_verified: null,
  profile_picture: null,
  channel_slug: null,
  identity: null,
}

function who({ id, name, slug }: KickUser) {
  const rest = { is_verified: null, profile_picture: '', identity: null }
  return { is_anonymous: false, user_id: id, username: name, channel_slug: slug, ...rest }
}

function term() {
  const at = Date.now()
  const month = 30 * 24 * 60 * 60_000
  return { created_at: new Date(at).toISOString(), expires_at: new Date(at + month).toISOString() }
}

/** The stream starts or ends. Field names as in the webhook types of the Java client for Kick's API. */
export function statusEvent(world: KickWorld, isLive: boolean) {
  const times = isLive
    ? { started_at: '2026-03-01T18:00:00Z', ended_at: null }
    : { started_at: '2026-03-01T18:00:00Z', ended_at: '2026-03-01T20:00:00Z' }
  return { broadcaster: who(world.broadcaster), is_live: isLive, title: 'Stream title', ...times }
}

export function metadataEvent(world: KickWorld, title: string, category: { id: number; name: string }) {
  const metadata = { title, language: 'en', has_mature_content: false, category: { ...category, thumbnail: '' } }
  return { broadcaster: who(world.broadcaster), metadata }
}

export function repliesTo(by: KickUser, messageId: string) {
  return { replies_to: { message_id: messageId, content: 'first', sender: who(by) } }
}
