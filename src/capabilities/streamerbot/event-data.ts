import type { StreamerbotData, StreamerbotName } from './event-names.ts'

interface Happened {
  readonly data: StreamerbotData
  readonly createdAt: string
  readonly isTest: boolean
}

/**
 * The data of an event as widgets of Streamer.bot read it. Its versions differ in the names of the same fields, so each is
 * sent under the names of both 0.2 (`userName`, `message.displayName`) and 1.0 (`user.name`, `text`), beside our own.
 */
export function streamerbotData({ source, type }: StreamerbotName, happened: Happened): Record<string, unknown> {
  const { data, createdAt, isTest } = happened
  const shared = { ...data, ...person(data), isTest }
  const write = writers[`${source}.${type}`] ?? writers[type]
  return { ...shared, ...write?.(data, createdAt) }
}

function person(data: StreamerbotData): Record<string, unknown> {
  const { user_id: id, username: login } = data
  if (typeof login !== 'string' || login === '') return {}
  const name = text(data.displayname) || login
  return {
    userId: id,
    userName: login,
    displayName: name,
    user_login: login,
    user_name: name,
    user: { id, login, name, display: name, role: roleOf(data), subscribed: rolesOf(data).includes('subscriber') },
  }
}

/** As Streamer.bot counts: 1 viewer, 2 VIP, 3 moderator, 4 broadcaster. */
function roleOf(data: StreamerbotData): number {
  const roles = rolesOf(data)
  if (roles.includes('broadcaster')) return 4
  if (roles.includes('moderator')) return 3
  return roles.includes('vip') ? 2 : 1
}

function rolesOf({ roles }: StreamerbotData): readonly unknown[] {
  return Array.isArray(roles) ? roles : []
}

type Write = (data: StreamerbotData, createdAt: string) => Record<string, unknown>

function chatLine(data: StreamerbotData): Record<string, unknown> {
  const { message_id: msgId, user_id: userId, username, text: line, bits = 0 } = data
  return {
    msgId,
    userId,
    username,
    displayName: text(data.displayname) || username,
    role: roleOf(data),
    subscriber: rolesOf(data).includes('subscriber'),
    color: data.color ?? '',
    message: line,
    bits,
    hasBits: Number(bits) > 0,
    emotes: data.emotes ?? [],
    cheerEmotes: [],
    badges: data.badges ?? [],
    firstMessage: false,
    isMe: false,
    isReply: false,
    isHighlighted: false,
    isCustomReward: false,
    isAnonymous: false,
    internal: data.is_own === true,
  }
}

const chatMessage: Write = (data) => ({ message: chatLine(data), messageId: data.message_id, text: data.text })
const membership: Write = ({ tier, months }) => ({
  subTier: Number(tier ?? 1) * 1_000,
  tier: String(Number(tier ?? 1) * 1_000),
  cumulativeMonths: months,
})
const redemption: Write = (data, createdAt) => ({
  id: data.redemption_id,
  user_input: data.message,
  redeemed_at: createdAt,
  reward: { id: data.reward_id, title: data.reward, cost: data.cost, prompt: '' },
})
const streamUpdate: Write = ({ title, category, category_id: id }) => ({
  ...(title === undefined ? {} : { status: title }),
  ...(category === undefined ? {} : { game: { id, name: category } }),
})

/** By event, or by type where every source has the same. */
const writers: Readonly<Record<string, Write>> = {
  ChatMessage: chatMessage,
  FirstWord: chatMessage,
  'YouTube.Message': ({ message_id: eventId, text: message }, publishedAt) => ({ eventId, message, publishedAt }),
  ChatMessageDeleted: ({ message_id: id }) => ({ targetMessageId: id, messageId: id }),
  Follow: (_data, followed_at) => ({ followed_at }),
  Sub: membership,
  ReSub: membership,
  GiftSub: (data) => ({
    ...membership(data, ''),
    recipientUserId: data.user_id,
    recipientUsername: data.username,
    recipientDisplayName: data.displayname,
    recipient: { id: data.user_id, login: data.username, name: data.displayname },
  }),
  GiftBomb: (data) => ({ ...membership(data, ''), gifts: data.count, total: data.count }),
  Cheer: (data) => ({
    ...chatLine({ ...data, text: data.message, bits: data.amount }),
    bits: data.amount,
    message: chatLine({ ...data, text: data.message, bits: data.amount }),
    text: data.message,
  }),
  Raid: (data) => ({
    from_broadcaster_user_id: data.user_id,
    from_broadcaster_user_login: data.username,
    from_broadcaster_user_name: data.displayname,
    viewers: data.viewers,
  }),
  RewardRedemption: redemption,
  RewardRedemptionUpdated: redemption,
  StreamUpdate: streamUpdate,
  ChannelUpdate: streamUpdate,
  'Obs.SceneChanged': ({ scene, previous_scene: old }) => ({
    scene: { sceneName: scene },
    oldScene: { sceneName: old },
  }),
  'Command.Triggered': ({ command, args }) => ({ command, message: args, name: command }),
  'Misc.GlobalVariableUpdated': ({ value, previous_value: oldValue }) => ({ oldValue, newValue: value }),
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
