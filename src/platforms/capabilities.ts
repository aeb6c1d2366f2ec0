import type { Text } from '../kernel/text/message.ts'
import { type CapabilityName, capabilityNames, capabilityTitle } from './contract/capabilities.ts'
import type { PlatformConnector } from './platform.ts'

type Check = (connector: PlatformConnector, roles: Roles) => boolean

/** The account roles that can be connected. */
interface Roles {
  readonly bot: boolean
}

/** How to read each capability from a connector. */
const checks: Readonly<Record<CapabilityName, Check>> = {
  chat: ({ sendChat }) => sendChat !== undefined,
  'chat as bot': ({ sendChat }, { bot }) => sendChat !== undefined && bot,
  'chat in': reportsOf('chat'),
  replies: ({ sendsReplies }) => sendsReplies === true,
  announcements: ({ announcements }) => announcements !== undefined,
  pins: ({ pins }) => pins !== undefined,
  title: ({ setTitle }) => setTitle !== undefined,
  category: ({ setCategory, videoCategory }) => setCategory !== undefined || videoCategory !== undefined,
  'category search': ({ findCategory }) => findCategory !== undefined,
  viewers: ({ counts }) => counts?.includes('viewers') ?? false,
  followers: ({ counts }) => counts?.includes('followers') ?? false,
  present: ({ listPresent }) => listPresent !== undefined,
  clips: ({ clips }) => clips !== undefined,
  'raid out': ({ raids }) => raids !== undefined,
  shoutouts: ({ shoutouts }) => shoutouts !== undefined,
  commercials: ({ commercials }) => commercials !== undefined,
  'ad snooze': ({ commercials }) => commercials?.snooze !== undefined,
  markers: ({ markers }) => markers !== undefined,
  tags: ({ tags }) => tags !== undefined,
  broadcasts: ({ broadcasts }) => broadcasts !== undefined,
  moderation: ({ moderation }) => moderation !== undefined,
  warnings: ({ moderation }) => moderation?.warn !== undefined,
  roles: ({ moderation }) => moderation?.setRole !== undefined,
  'platform shield': ({ moderation }) => moderation?.setShieldMode !== undefined,
  'clear chat': ({ moderation }) => moderation?.clearChat !== undefined,
  'chat rules': ({ moderation }) => moderation?.setChatRules !== undefined,
  follows: reportsOf('follow'),
  subscriptions: reportsOf('subscription'),
  'subscriber list': ({ listSubscribers }) => listSubscribers !== undefined,
  bits: reportsOf('bits'),
  bans: reportsOf('ban'),
  raids: reportsOf('raid'),
  rewards: ({ rewards }) => rewards !== undefined,
  polls: ({ polls }) => polls !== undefined,
  predictions: ({ predictions }) => predictions !== undefined,
  // Every connector can read the stream; those that do not report changes are polled.
  'stream events': () => true,
  'raid out events': reportsOf('raid-sent'),
  'shoutout events': reportsOf('shoutout-received'),
  'shared chat events': reportsOf('shared-chat'),
  'announcement events': reportsOf('announcement'),
  'pin events': reportsOf('pin'),
  'chat mode events': reportsOf('chat-rules'),
  'role events': reportsOf('role'),
  'warning events': reportsOf('warning'),
  'unban request events': reportsOf('unban-request'),
  'ad events': reportsOf('ad-break'),
  'ad warnings': reportsOf('ad-soon'),
  emotes: ({ chatParts }) => chatParts?.includes('emotes') ?? false,
  badges: ({ chatParts }) => chatParts?.includes('badges') ?? false,
  'deleted messages': reportsOf('chat-deleted'),
  'gift bundles': reportsOf('gift-bundle'),
  'subscription upgrades': reportsOf('subscription-upgrade'),
  'subscription ends': reportsOf('subscription-end'),
  'automatic rewards': reportsOf('automatic-reward'),
  'power-ups': reportsOf('power-up'),
  'hype trains': reportsOf('hype-train'),
  'watch streaks': reportsOf('watch-streak'),
  likes: reportsOf('likes'),
  shares: reportsOf('share'),
  'super fans': reportsOf('super-fan'),
  'subscriber count': ({ figures }) => figures?.countSubscribers !== undefined,
  'bits leaderboard': ({ figures }) => figures?.listBitsLeaders !== undefined,
}

export interface CapabilityLine {
  readonly name: CapabilityName
  readonly title: string
  readonly can: boolean
  /** A restriction or remark. */
  readonly note: Text | null
}

export function capabilitiesOf(connector: PlatformConnector, roles: Roles): CapabilityLine[] {
  return capabilityNames.map((name) => {
    const can = checks[name](connector, roles)
    return { name, title: capabilityTitle(name), can, note: connector.notes?.[name] ?? null }
  })
}

function reportsOf(kind: NonNullable<PlatformConnector['reports']>[number]) {
  return ({ reports }: PlatformConnector) => reports?.includes(kind) ?? false
}
