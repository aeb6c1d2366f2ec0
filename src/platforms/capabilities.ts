import type { PlatformConnector } from './platform.ts'

interface CapabilityRow {
  /** As a person says it. */
  readonly words: string
  readonly has: (connector: PlatformConnector, roles: Roles) => boolean
}

/** Which kinds of account can be connected. */
interface Roles {
  readonly bot: boolean
}

/** Everything a platform might be able to do. What a connector lacks here, it lacks in its type. */
const rows = {
  chat: { words: 'Write in the chat', has: ({ sendChat }) => sendChat !== undefined },
  'chat as bot': {
    words: 'Write in the chat as a bot',
    has: ({ sendChat }, { bot }) => sendChat !== undefined && bot,
  },
  'chat in': { words: 'Hear the chat', has: hears('chat') },
  title: { words: 'Set the title', has: ({ setTitle }) => setTitle !== undefined },
  category: {
    words: 'Set the category',
    has: ({ setCategory }) => setCategory !== undefined,
  },
  'category search': {
    words: 'Look up categories',
    has: ({ findCategory }) => findCategory !== undefined,
  },
  viewers: {
    words: 'Count viewers',
    has: ({ counts }) => counts?.includes('viewers') ?? false,
  },
  followers: {
    words: 'Count followers',
    has: ({ counts }) => counts?.includes('followers') ?? false,
  },
  present: {
    words: 'See who is in the chat',
    has: ({ listPresent }) => listPresent !== undefined,
  },
  clips: { words: 'Make clips', has: ({ clips }) => clips !== undefined },
  moderation: {
    words: 'Ban, time out and let back in, delete messages',
    has: ({ moderation }) => moderation !== undefined,
  },
  'clear chat': {
    words: 'Clear the chat',
    has: ({ moderation }) => moderation?.clearChat !== undefined,
  },
  'chat rules': {
    words: 'Slow the chat, followers only',
    has: ({ moderation }) => moderation?.setChatRules !== undefined,
  },
  follows: { words: 'Hear of follows', has: hears('follow') },
  subscriptions: {
    words: 'Hear of subscriptions and gifts',
    has: hears('subscription'),
  },
  'subscriber list': {
    words: 'List all subscribers',
    has: ({ listSubscribers }) => listSubscribers !== undefined,
  },
  bits: { words: 'Hear of bits, KICKs or paid messages', has: hears('bits') },
  bans: { words: 'Hear of bans', has: hears('ban') },
  raids: { words: 'Hear of raids', has: hears('raid') },
} as const satisfies Readonly<Record<string, CapabilityRow>>

export type CapabilityName = keyof typeof rows
export const capabilityNames = Object.keys(rows) as readonly CapabilityName[]

export interface CapabilityLine {
  readonly name: CapabilityName
  readonly words: string
  readonly can: boolean
  /** What else there is to know about it. */
  readonly note: string | null
}

export function capabilitiesOf(connector: PlatformConnector, roles: Roles): CapabilityLine[] {
  return capabilityNames.map((name) => {
    const { words, has } = rows[name] as CapabilityRow
    return { name, words, can: has(connector, roles), note: connector.notes?.[name] ?? null }
  })
}

function hears(kind: NonNullable<PlatformConnector['reports']>[number]) {
  return ({ reports }: PlatformConnector) => reports?.includes(kind) ?? false
}
