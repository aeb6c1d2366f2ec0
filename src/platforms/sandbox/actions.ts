import { anyPlatform, maxAmount, maxNameLength, platformOf } from '../../definitions/fields.ts'
import { chatRoles } from '../../definitions/roles.ts'
import {
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../kernel/schema/schema.ts'
import { modesOf } from '../chat-rules.ts'
import { chatModes } from '../contract/chat-modes.ts'
import { redemptionStatuses } from '../contract/interaction-states.ts'
import { platformNamed } from '../contract/platforms.ts'
import { channelActions } from './channel-actions.ts'
import { startableActions } from './channel-memory.ts'
import { defineAction, nothing, resolve, type SandboxAction, viewer, where } from './define-action.ts'
import { plannableFailures } from './faults.ts'
import { supportActions } from './support-actions.ts'

const maxMinutes = 14 * 24 * 60

const state = defineAction({
  name: 'state',
  summary: 'Returns the state of a platform: the stream, the latest chat messages and the bans.',
  input: where,
  output: object({
    live: boolean(),
    title: text(),
    category: text(),
    viewer_count: integer(),
    chat: list(
      object({
        id: text(),
        username: text(),
        text: text(),
        as: oneOf(['broadcaster', 'bot', 'viewer']),
        at: text(),
        reply_to: optional(text({ description: 'The id of the message that it replies to.' })),
        is_announcement: optional(boolean()),
      }),
    ),
    bans: list(object({ username: text(), reason: text(), minutes: nullable(integer()), at: text() })),
    chat_modes: list(object({ mode: oneOf(chatModes), enabled: boolean(), seconds: nullable(integer()) })),
    /** The pinned message. */
    pinned: nullable(
      object({
        id: text(),
        username: text(),
        text: text(),
        ends_at: nullable(text({ description: 'Null: until the stream ends.' })),
      }),
    ),
    actions: list(
      object({ action: oneOf(startableActions), username: text(), seconds: nullable(integer()), at: text() }),
      { description: 'What the broadcaster did with the channel, newest last.' },
    ),
  }),
  async handle({ platform }, { world, channelWorld, account }) {
    const there = await account(platformNamed(platform))
    const { live, title, category, viewers, chat, bans } = await world.read(there)
    const { rules, actions, pin } = await channelWorld.read(there)
    return {
      live,
      title,
      category,
      viewer_count: viewers,
      chat: chat.map(({ author, at, replyTo, isAnnouncement, ...line }) => ({
        ...line,
        as: author,
        at: new Date(at).toISOString(),
        ...(replyTo !== null && { reply_to: replyTo }),
        ...(isAnnouncement === 1 && { is_announcement: true }),
      })),
      bans: bans.map(({ at, ...ban }) => ({ ...ban, at: new Date(at).toISOString() })),
      chat_modes: modesOf(rules),
      pinned: pin && {
        id: pin.messageId,
        username: pin.author.username,
        text: pin.text,
        ends_at: pin.endsAt === null ? null : new Date(pin.endsAt).toISOString(),
      },
      actions: actions.map(({ at, ...action }) => ({ ...action, at: new Date(at).toISOString() })),
    }
  },
})

const setLive = defineAction({
  name: 'set-live',
  summary: 'Starts or ends the stream on a platform.',
  input: object({ platform: anyPlatform, live: boolean() }),
  output: nothing,
  async handle({ platform, live }, { world, account }) {
    await world.setLive(await account(platformNamed(platform)), live)
    return {}
  },
})

const chat = defineAction({
  name: 'chat',
  summary: 'Writes in the chat as a viewer.',
  input: object({
    ...viewer,
    text: text({ min: 1, max: 500, cleaning: 'line' }),
    roles: optional(
      list(oneOf(chatRoles), { max: chatRoles.length, description: 'The roles of the viewer in this chat.' }),
    ),
    reply_to: optional(text({ max: 100, cleaning: 'line', description: 'The id of the message to reply to.' })),
    guest_of: optional(
      text({
        max: maxNameLength,
        cleaning: 'name',
        description: 'Of a shared chat: the channel in which it is written.',
      }),
    ),
  }),
  output: object({ id: text({ description: 'The id of the message, as listed by state.' }) }),
  async handle(input, stage) {
    const [account, user] = await resolve(input, stage)
    const { roles, text, reply_to: replyTo, guest_of: guestOf } = input
    return stage.world.say(account, roles === undefined ? user : { ...user, roles }, text, { replyTo, guestOf })
  },
})

const join = defineAction({
  name: 'join',
  summary: 'Adds a viewer to the chat without a message.',
  input: object(viewer),
  output: nothing,
  async handle(input, stage) {
    await stage.world.join(...(await resolve(input, stage)))
    return {}
  },
})

const follow = defineAction({
  name: 'follow',
  summary: 'Follows the channel as a viewer.',
  input: object(viewer),
  output: nothing,
  async handle(input, stage) {
    await stage.world.follow(...(await resolve(input, stage)))
    return {}
  },
})

const subscribe = defineAction({
  name: 'subscribe',
  summary: 'Subscribes as a viewer. More than one month is a renewal.',
  input: object({
    ...viewer,
    tier: integer({ min: 1, max: 3 }),
    months: withDefault(
      integer({ min: 1, max: 1200, description: 'The total number of months, including this one.' }),
      1,
    ),
    gifted_by: optional(text({ max: maxNameLength, cleaning: 'name', description: 'The viewer who pays for a gift.' })),
    message: optional(text({ max: 500, cleaning: 'line', description: 'What the subscriber writes.' })),
    level_name: optional(text({ max: maxNameLength, cleaning: 'line', description: 'The level of a membership.' })),
  }),
  output: nothing,
  async handle(input, stage) {
    const [account, user] = await resolve(input, stage)
    const { tier, months, gifted_by: name, message, level_name: levelName } = input
    const giver = name === undefined ? {} : { giver: stage.world.getUser(account.platform, name) }
    const said = { ...(message !== undefined && { message }), ...(levelName !== undefined && { levelName }) }
    await stage.world.subscribe(account, user, { tier, months, ...giver, ...said })
    return {}
  },
})

const raid = defineAction({
  name: 'raid',
  summary: 'Raids the channel with the given number of viewers.',
  input: object({ ...viewer, viewers: integer({ min: 1, max: maxAmount }) }),
  output: nothing,
  async handle(input, stage) {
    const [account, user] = await resolve(input, stage)
    await stage.world.raid(account, user, input.viewers)
    return {}
  },
})

const bits = defineAction({
  name: 'bits',
  summary: 'Cheers as a viewer.',
  input: object({
    ...viewer,
    platform: platformOf(['PlatformA', 'PlatformB']),
    amount: integer({ min: 1, max: maxAmount }),
    message: optional(text({ max: 500, cleaning: 'line' })),
    gift_name: optional(text({ max: maxNameLength, cleaning: 'line', description: 'The gift, on PlatformA.' })),
    gift_tier: optional(text({ max: maxNameLength, cleaning: 'line', description: 'Its tier, on PlatformA.' })),
  }),
  output: nothing,
  async handle(input, stage) {
    const [account, user] = await resolve(input, stage)
    const { amount, message = '', gift_name: name = 'Full Send', gift_tier: tier = 'BASIC' } = input
    const gift = account.platform === 'kick' ? { gift: { name, tier } } : {}
    await stage.world.cheer(account, user, { amount, message, ...gift })
    return {}
  },
})

const ban = defineAction({
  name: 'ban',
  summary: 'Bans a viewer as the moderator. With minutes it is a timeout.',
  input: object({
    ...viewer,
    minutes: optional(integer({ min: 1, max: maxMinutes })),
    reason: optional(text({ max: 500, cleaning: 'line' })),
  }),
  output: nothing,
  async handle(input, stage) {
    const [account, user] = await resolve(input, stage)
    const { minutes = null, reason = '' } = input
    await stage.world.ban(account, { user, minutes, reason, moderator: 'moderator' })
    return {}
  },
})

const unban = defineAction({
  name: 'unban',
  summary: 'Unbans a viewer.',
  input: object(viewer),
  output: nothing,
  async handle(input, stage) {
    await stage.world.unban(...(await resolve(input, stage)))
    return {}
  },
})

const rewardPlatform = platformOf(['PlatformA', 'PlatformB'])
const maxOptionLength = 100

const redeem = defineAction({
  name: 'redeem',
  summary: 'Redeems a channel point reward as a viewer.',
  input: object(
    {
      ...viewer,
      platform: rewardPlatform,
      reward: optional(
        text({ max: maxNameLength, cleaning: 'line', description: 'The reward by its title or its id.' }),
      ),
      reward_id: optional(text({ max: maxNameLength, cleaning: 'line', description: 'The reward by its id.' })),
      message: optional(text({ max: 500, cleaning: 'line', description: 'What the viewer writes.' })),
      text: optional(text({ max: 500, cleaning: 'line', description: 'The same as message.' })),
    },
    { needsOne: [['reward', 'reward_id']] },
  ),
  output: object({ id: text({ description: 'The id of the redemption.' }), status: oneOf(redemptionStatuses) }),
  async handle(input, stage) {
    const [account, user] = await resolve(input, stage)
    const { startedAt } = await stage.world.read(account)
    const reward = input.reward_id ?? input.reward ?? ''
    const { redemptionId, status } = await stage.rewards.redeem(account, user, {
      reward,
      message: input.message ?? input.text ?? '',
      startedAt,
    })
    return { id: redemptionId, status }
  },
})

const option = text({ min: 1, max: maxOptionLength, cleaning: 'line', description: 'By its text, number or id.' })

const vote = defineAction({
  name: 'vote',
  summary: 'Votes in the running poll as a viewer.',
  input: object({ ...viewer, platform: platformOf(['PlatformB']), option }),
  output: nothing,
  async handle(input, stage) {
    const [account, user] = await resolve(input, stage)
    await stage.polls.vote(account, user, { kind: 'poll', option: input.option, points: 0 })
    return {}
  },
})

const predict = defineAction({
  name: 'predict',
  summary: 'Puts channel points on an option of the open prediction as a viewer.',
  input: object({
    ...viewer,
    platform: platformOf(['PlatformB']),
    option,
    points: withDefault(integer({ min: 1, max: 250_000 }), 100),
  }),
  output: nothing,
  async handle(input, stage) {
    const [account, user] = await resolve(input, stage)
    await stage.polls.vote(account, user, { kind: 'prediction', option: input.option, points: input.points })
    return {}
  },
})

const disconnect = defineAction({
  name: 'disconnect',
  summary: 'Disconnects the account of a platform.',
  input: where,
  output: nothing,
  async handle({ platform }, stage) {
    await stage.disconnect(platformNamed(platform))
    return {}
  },
})

const connect = defineAction({
  name: 'connect',
  summary: 'Connects the sandbox account of a platform again.',
  input: where,
  output: nothing,
  async handle({ platform }, stage) {
    await stage.connect(platformNamed(platform))
    return {}
  },
})

const maxFailures = 100

const fail = defineAction({
  name: 'fail',
  summary: 'Makes the next calls to a platform fail, to test how a client handles errors.',
  input: object({
    platform: anyPlatform,
    code: oneOf(plannableFailures, { description: 'The failure that the calls end with.' }),
    count: withDefault(
      integer({
        min: 0,
        max: maxFailures,
        description: 'How many calls fail. It replaces what was planned before; 0 ends it.',
      }),
      1,
    ),
  }),
  output: nothing,
  async handle({ platform, code, count }, { account, faults }) {
    faults.failNext(await account(platformNamed(platform)), code, count)
    return {}
  },
})

export const sandboxActions: readonly SandboxAction[] = [
  state,
  setLive,
  chat,
  join,
  follow,
  subscribe,
  raid,
  bits,
  ban,
  unban,
  redeem,
  vote,
  predict,
  disconnect,
  connect,
  fail,
  ...channelActions,
  ...supportActions,
]
