import { type JsonObject, numberIn, objectIn, objectsIn, textIn, timeIn } from '../calls/json-fields.ts'
import type { ChannelEvent, PlatformEvent } from '../platform.ts'
import { chatRulesIn } from './chat-settings.external.ts'
import { userIn } from './people.external.ts'

interface ChannelTopic {
  readonly type: string
  readonly version: string
  readonly condition: Readonly<Record<string, string>>
  readonly scopes: readonly string[]
}

/** The scopes that these topics and the actions of the same name need. */
export const channelScopes = [
  'channel:edit:commercial',
  'channel:manage:raids',
  'channel:read:ads',
  'channel:read:vips',
  'moderation:read',
  'moderator:manage:announcements',
  'moderator:manage:shoutouts',
  'moderator:read:unban_requests',
  'moderator:read:warnings',
] as const

/** The subscriptions about the channel itself and the standing of its viewers. */
export function channelTopicsOf(accountId: string): ChannelTopic[] {
  const about = { broadcaster_user_id: accountId }
  const asModerator = { ...about, moderator_user_id: accountId }
  const topic = (type: string, scopes: readonly string[] = [], condition: ChannelTopic['condition'] = about) => {
    return { type, version: '1', condition, scopes }
  }
  return [
    topic('stream.online'),
    topic('stream.offline'),
    { ...topic('channel.update'), version: '2' },
    topic('channel.raid', [], { from_broadcaster_user_id: accountId }),
    topic('channel.shoutout.create', ['moderator:manage:shoutouts'], asModerator),
    topic('channel.shoutout.receive', ['moderator:manage:shoutouts'], asModerator),
    topic('channel.shared_chat.begin'),
    topic('channel.shared_chat.update'),
    topic('channel.shared_chat.end'),
    topic('channel.chat_settings.update', ['user:read:chat'], { ...about, user_id: accountId }),
    topic('channel.vip.add', ['channel:read:vips']),
    topic('channel.vip.remove', ['channel:read:vips']),
    topic('channel.moderator.add', ['moderation:read']),
    topic('channel.moderator.remove', ['moderation:read']),
    topic('channel.warning.send', ['moderator:read:warnings'], asModerator),
    topic('channel.warning.acknowledge', ['moderator:read:warnings'], asModerator),
    topic('channel.unban_request.create', ['moderator:read:unban_requests'], asModerator),
    topic('channel.unban_request.resolve', ['moderator:read:unban_requests'], asModerator),
    topic('channel.ad_break.begin', ['channel:read:ads']),
  ]
}

/** Undefined for an event that is not one of these. */
export function channelEventIn(topic: string, row: JsonObject, id: string): PlatformEvent | undefined {
  switch (topic) {
    case 'stream.online':
      // A premiere or a rerun is not a live stream.
      if (row.type !== 'live') return undefined
      return { kind: 'stream', id, live: true, startedAt: timeIn(row, 'started_at') }
    case 'stream.offline':
      return { kind: 'stream', id, live: false }
    case 'channel.update': {
      const category = { id: textIn(row, 'category_id'), name: textIn(row, 'category_name') }
      return { kind: 'stream', id, title: textIn(row, 'title'), category }
    }
    case 'channel.shoutout.create': {
      const other = userIn(row, 'to_broadcaster_user')
      const moderator = textIn(row, 'moderator_user_login')
      return { kind: 'shoutout-given', id, other, viewers: numberIn(row, 'viewer_count'), moderator }
    }
    case 'channel.shoutout.receive': {
      const other = userIn(row, 'from_broadcaster_user')
      return { kind: 'shoutout-received', id, other, viewers: numberIn(row, 'viewer_count'), moderator: '' }
    }
    case 'channel.shared_chat.begin':
    case 'channel.shared_chat.update': {
      const phase = topic.endsWith('.begin') ? 'started' : 'changed'
      const channels = objectsIn(row, 'participants').length
      return { kind: 'shared-chat', id, phase, host: userIn(row, 'host_broadcaster_user'), channels }
    }
    case 'channel.shared_chat.end':
      return { kind: 'shared-chat', id, phase: 'ended', host: userIn(row, 'host_broadcaster_user') }
    case 'channel.chat_settings.update':
      return { kind: 'chat-rules', id, rules: chatRulesIn(row) }
    case 'channel.vip.add':
    case 'channel.vip.remove':
      return { kind: 'role', id, user: userIn(row), role: 'vip', isAdded: topic.endsWith('.add') }
    case 'channel.moderator.add':
    case 'channel.moderator.remove':
      return { kind: 'role', id, user: userIn(row), role: 'moderator', isAdded: topic.endsWith('.add') }
    case 'channel.warning.send':
      return { kind: 'warning', id, user: userIn(row), ...warningIn(row) }
    case 'channel.warning.acknowledge':
      return { kind: 'warning-acknowledged', id, user: userIn(row) }
    case 'channel.unban_request.create': {
      const requestId = textIn(row, 'id')
      return { kind: 'unban-request', id: requestId, user: userIn(row), requestId, message: textIn(row, 'text') }
    }
    case 'channel.unban_request.resolve': {
      const requestId = textIn(row, 'id')
      return { kind: 'unban-request-resolved', id: requestId, user: userIn(row), requestId, ...resolutionIn(row) }
    }
    case 'channel.ad_break.begin': {
      const isAutomatic = row.is_automatic === true || row.is_automatic === 'true'
      return { kind: 'ad-break', id, seconds: secondsIn(row), isAutomatic, startedAt: timeIn(row, 'started_at') }
    }
    default:
      return undefined
  }
}

/** A raid of this channel on another one. Twitch reports raids in both directions under one name. */
export function raidSentIn(row: JsonObject, id: string): ChannelEvent {
  return { kind: 'raid-sent', id, other: userIn(row, 'to_broadcaster_user'), viewers: numberIn(row, 'viewers') }
}

/** In the form of a chat notification. */
export function announcementIn(row: JsonObject, id: string): ChannelEvent {
  const { color } = objectIn(row, 'announcement')
  return {
    kind: 'announcement',
    id,
    author: userIn(row, 'chatter_user'),
    text: textIn(objectIn(row, 'message'), 'text'),
    color: typeof color === 'string' && color.toLowerCase() !== 'primary' ? color.toLowerCase() : '',
  }
}

/** What the moderator wrote, and the chat rules that were named. */
function warningIn(row: JsonObject): { reason: string; moderator: string } {
  const { reason, chat_rules_cited: rules } = row
  const cited = Array.isArray(rules) ? rules.filter((rule) => typeof rule === 'string') : []
  const parts = [...(typeof reason === 'string' && reason !== '' ? [reason] : []), ...cited]
  return { reason: parts.join(', '), moderator: textIn(row, 'moderator_user_login') }
}

/** Nobody is named if the viewer took the request back. */
function resolutionIn(row: JsonObject) {
  const { status, resolution_text: reason, moderator_user_login: moderator } = row
  return {
    status: status === 'approved' || status === 'denied' ? status : 'cancelled',
    reason: typeof reason === 'string' ? reason : '',
    moderator: typeof moderator === 'string' ? moderator : '',
  } as const
}

/** Sent as a number; the documentation's examples also have a string. */
function secondsIn(row: JsonObject): number {
  const { duration_seconds: seconds } = row
  return typeof seconds === 'string' ? Number.parseInt(seconds, 10) || 0 : numberIn(row, 'duration_seconds')
}
