import { anyPlatform, maxAmount, maxNameLength, platformOf } from '../../contract/fields.ts'
import { platformNamed } from '../../contract/platforms.ts'
import { chatRoles } from '../../contract/roles.ts'
import { boolean, integer, list, nullable, object, oneOf, optional, text, withDefault } from '../../contract/schema.ts'
import { defineAction, nothing, resolve, type SandboxAction, viewer } from './define-action.ts'
import { plannableFailures } from './faults.ts'
import { supportActions } from './support-actions.ts'

const where = object({ platform: anyPlatform })
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
      }),
    ),
    bans: list(object({ username: text(), reason: text(), minutes: nullable(integer()), at: text() })),
  }),
  async handle({ platform }, { world, account }) {
    const { live, title, category, viewers, chat, bans } = await world.read(await account(platformNamed(platform)))
    return {
      live,
      title,
      category,
      viewer_count: viewers,
      chat: chat.map(({ author, at, ...line }) => ({ ...line, as: author, at: new Date(at).toISOString() })),
      bans: bans.map(({ at, ...ban }) => ({ ...ban, at: new Date(at).toISOString() })),
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
  }),
  output: object({ id: text({ description: 'The id of the message, as listed by state.' }) }),
  async handle(input, stage) {
    const [account, user] = await resolve(input, stage)
    const { roles } = input
    return stage.world.say(account, roles === undefined ? user : { ...user, roles }, input.text)
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
  }),
  output: nothing,
  async handle(input, stage) {
    const [account, user] = await resolve(input, stage)
    await stage.world.cheer(account, user, input.amount, input.message ?? '')
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
  disconnect,
  connect,
  fail,
  ...supportActions,
]
