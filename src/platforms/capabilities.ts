import { type CapabilityName, capabilityNames, capabilityTitle } from '../contract/capabilities.ts'
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
  title: ({ setTitle }) => setTitle !== undefined,
  category: ({ setCategory }) => setCategory !== undefined,
  'category search': ({ findCategory }) => findCategory !== undefined,
  viewers: ({ counts }) => counts?.includes('viewers') ?? false,
  followers: ({ counts }) => counts?.includes('followers') ?? false,
  present: ({ listPresent }) => listPresent !== undefined,
  clips: ({ clips }) => clips !== undefined,
  moderation: ({ moderation }) => moderation !== undefined,
  'clear chat': ({ moderation }) => moderation?.clearChat !== undefined,
  'chat rules': ({ moderation }) => moderation?.setChatRules !== undefined,
  follows: reportsOf('follow'),
  subscriptions: reportsOf('subscription'),
  'subscriber list': ({ listSubscribers }) => listSubscribers !== undefined,
  bits: reportsOf('bits'),
  bans: reportsOf('ban'),
  raids: reportsOf('raid'),
  emotes: ({ chatParts }) => chatParts?.includes('emotes') ?? false,
  badges: ({ chatParts }) => chatParts?.includes('badges') ?? false,
  'deleted messages': reportsOf('chat-deleted'),
  'gift bundles': reportsOf('gift-bundle'),
  'subscription upgrades': reportsOf('subscription-upgrade'),
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
  readonly note: string | null
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
