import { anyPlatform, maxAmount, platformOf } from '../../definitions/fields.ts'
import { boolean, integer, object, oneOf, optional, text, withDefault } from '../../kernel/schema/schema.ts'
import { chatModes, maxModeSeconds } from '../contract/chat-modes.ts'
import { unbanRequestStatuses } from '../contract/interaction-states.ts'
import { platformNamed } from '../contract/platforms.ts'
import { maxCommercialSeconds } from './channel-world.ts'
import { defineAction, nothing, resolve, type SandboxAction, viewer, where } from './define-action.ts'

/** What happens to the channel itself and to the standing of its viewers. */

const line = text({ min: 1, max: 500, cleaning: 'line' })

const setStream = defineAction({
  name: 'set-stream',
  summary: 'Changes title and category of the stream, as the broadcaster would on the platform itself.',
  input: object(
    {
      platform: anyPlatform,
      title: optional(text({ max: 140, cleaning: 'line' })),
      category: optional(text({ max: 100, cleaning: 'line' })),
    },
    { needsOne: [['title', 'category']] },
  ),
  output: nothing,
  async handle({ platform, title, category }, { account, channelWorld, categories }) {
    const wanted = category === undefined ? undefined : await categories.get(category)
    await channelWorld.changeStream(await account(platformNamed(platform)), { title, category: wanted })
    return {}
  },
})

const shoutout = defineAction({
  name: 'shoutout',
  summary: 'Gives the channel a shoutout, as another broadcaster.',
  input: object({ ...viewer, viewers: withDefault(integer({ min: 0, max: maxAmount }), 1) }),
  output: nothing,
  async handle(input, stage) {
    await stage.channelWorld.receiveShoutout(...(await resolve(input, stage)), input.viewers)
    return {}
  },
})

const sharedChat = defineAction({
  name: 'shared-chat',
  summary: 'Starts, changes or ends a shared chat on PlatformB, which the named channel hosts.',
  input: object({
    ...viewer,
    platform: withDefault(platformOf(['PlatformB']), 'PlatformB'),
    phase: withDefault(oneOf(['started', 'changed', 'ended']), 'started'),
    channels: withDefault(integer({ min: 1, max: 100, description: 'How many channels take part.' }), 2),
  }),
  output: nothing,
  async handle(input, stage) {
    const { phase, channels } = input
    const state = phase === 'ended' ? { phase } : { phase, channels }
    await stage.channelWorld.shareChat(...(await resolve(input, stage)), state)
    return {}
  },
})

const announcement = defineAction({
  name: 'announcement',
  summary: 'Sends an announcement in the chat, as a moderator.',
  input: object({ ...viewer, text: line }),
  output: nothing,
  async handle(input, stage) {
    await stage.channelWorld.announce(...(await resolve(input, stage)), input.text)
    return {}
  },
})

const pin = defineAction({
  name: 'pin',
  summary: 'Writes a message as a viewer and pins it.',
  input: object({ ...viewer, text: line }),
  output: object({ id: text({ description: 'The id of the message.' }) }),
  async handle(input, stage) {
    const [account, user] = await resolve(input, stage)
    const { id } = await stage.world.say(account, user, input.text)
    await stage.channelWorld.pin(account, id)
    return { id }
  },
})

const unpin = defineAction({
  name: 'unpin',
  summary: 'Unpins the pinned message.',
  input: where,
  output: nothing,
  async handle({ platform }, { account, channelWorld }) {
    await channelWorld.unpin(await account(platformNamed(platform)))
    return {}
  },
})

const setRole = defineAction({
  name: 'set-role',
  summary: 'Makes a viewer a VIP or a moderator, or takes the role away.',
  input: object({
    ...viewer,
    role: oneOf(['vip', 'moderator']),
    added: withDefault(boolean({ description: 'False takes the role away.' }), true),
  }),
  output: nothing,
  async handle(input, stage) {
    const { role, added: isAdded } = input
    await stage.channelWorld.changeRole(...(await resolve(input, stage)), { role, isAdded })
    return {}
  },
})

const warn = defineAction({
  name: 'warn',
  summary: 'Warns a viewer, as the moderator.',
  input: object({ ...viewer, reason: withDefault(text({ max: 500, cleaning: 'line' }), '') }),
  output: nothing,
  async handle(input, stage) {
    await stage.channelWorld.warn(...(await resolve(input, stage)), input.reason)
    return {}
  },
})

const acknowledgeWarning = defineAction({
  name: 'acknowledge-warning',
  summary: 'Acknowledges a warning, as the viewer.',
  input: object(viewer),
  output: nothing,
  async handle(input, stage) {
    await stage.channelWorld.acknowledgeWarning(...(await resolve(input, stage)))
    return {}
  },
})

const requestUnban = defineAction({
  name: 'request-unban',
  summary: 'Asks to be unbanned, as a viewer.',
  input: object({ ...viewer, message: withDefault(text({ max: 500, cleaning: 'line' }), '') }),
  output: object({ id: text({ description: 'The id of the request.' }) }),
  async handle(input, stage) {
    const id = await stage.channelWorld.requestUnban(...(await resolve(input, stage)), input.message)
    return { id }
  },
})

const resolveUnbanRequest = defineAction({
  name: 'resolve-unban-request',
  summary: 'Answers the unban request of a viewer, as a moderator on the platform.',
  input: object({
    ...viewer,
    id: text({ min: 1, max: 100, cleaning: 'name', description: 'The id of the request.' }),
    status: withDefault(oneOf(unbanRequestStatuses), 'approved'),
    reason: withDefault(text({ max: 500, cleaning: 'line' }), ''),
  }),
  output: nothing,
  async handle(input, stage) {
    const { id: requestId, status, reason } = input
    await stage.channelWorld.resolveUnbanRequest(...(await resolve(input, stage)), { requestId, status, reason })
    return {}
  },
})

const chatMode = defineAction({
  name: 'chat-mode',
  summary: 'Turns a chat mode on or off, as a moderator would on the platform itself.',
  input: object({
    platform: anyPlatform,
    mode: oneOf(chatModes),
    enabled: boolean(),
    seconds: optional(integer({ min: 0, max: maxModeSeconds })),
  }),
  output: nothing,
  async handle({ platform, mode, enabled, seconds = null }, { account, channelWorld }) {
    await channelWorld.setMode(await account(platformNamed(platform)), { mode, enabled, seconds })
    return {}
  },
})

const adBreak = defineAction({
  name: 'ad-break',
  summary: 'Begins a scheduled ad break, or announces one.',
  input: object({
    platform: anyPlatform,
    seconds: withDefault(integer({ min: 1, max: maxCommercialSeconds }), 30),
    in_seconds: optional(integer({ min: 1, max: 3600, description: 'Only announces it, this long before.' })),
  }),
  output: nothing,
  async handle({ platform, seconds, in_seconds: inSeconds }, { account, channelWorld }) {
    const there = await account(platformNamed(platform))
    if (inSeconds === undefined) await channelWorld.startCommercial(there, seconds, true)
    else await channelWorld.announceAd(there, seconds, inSeconds)
    return {}
  },
})

export const channelActions: readonly SandboxAction[] = [
  setStream,
  shoutout,
  sharedChat,
  announcement,
  pin,
  unpin,
  setRole,
  warn,
  acknowledgeWarning,
  requestUnban,
  resolveUnbanRequest,
  chatMode,
  adBreak,
]
