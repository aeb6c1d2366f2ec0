import { hypeTrainKinds, upgradeOrigins } from '../../capabilities/activity/contract/events.ts'
import { anyPlatform, maxAmount, maxNameLength, platformOf } from '../../definitions/fields.ts'
import { boolean, integer, object, oneOf, optional, text, withDefault } from '../../kernel/schema/schema.ts'
import { platformNamed } from '../contract/platforms.ts'
import { defineAction, nothing, resolve, type SandboxAction, viewer } from './define-action.ts'

const maxGifts = 100
const trainMs = 5 * 60_000
const line = (description: string) => optional(text({ max: 500, cleaning: 'line', description }))
const name = (description: string) => optional(text({ max: maxNameLength, cleaning: 'name', description }))
const onTwitch = { ...viewer, platform: withDefault(platformOf(['PlatformB']), 'PlatformB') }
const onTikTok = { ...viewer, platform: withDefault(platformOf(['PlatformD']), 'PlatformD') }

const hypeTrain = defineAction({
  name: 'hype-train',
  summary: 'Begins, continues or ends a hype train on PlatformB.',
  input: object({
    platform: onTwitch.platform,
    phase: oneOf(['begin', 'progress', 'end']),
    level: withDefault(integer({ min: 1, max: 1_000 }), 1),
    total: withDefault(integer({ min: 0, max: maxAmount, description: 'Points of the whole train.' }), 1_000),
    progress: withDefault(integer({ min: 0, max: maxAmount, description: 'Points of this level.' }), 500),
    goal: withDefault(integer({ min: 0, max: maxAmount, description: 'Points that this level needs.' }), 1_800),
    type: withDefault(oneOf(hypeTrainKinds), 'regular'),
  }),
  output: nothing,
  async handle({ platform, phase, ...train }, { world, account }) {
    const left = phase === 'end' ? { progress: 0, goal: 0 } : {}
    const state = { ...train, ...left, is_shared: false, ends_at: world.now() + trainMs }
    await world.support.hypeTrain(await account(platformNamed(platform)), phase, state)
    return {}
  },
})

const upgrade = defineAction({
  name: 'upgrade',
  summary: 'Continues a gift or Prime subscription as a viewer, on PlatformB.',
  input: object({
    ...onTwitch,
    origin: withDefault(oneOf(upgradeOrigins), 'gift'),
    gifted_by: name('Who gave the subscription.'),
  }),
  output: nothing,
  async handle(input, stage) {
    const { origin, gifted_by: from = '' } = input
    const tier = origin === 'prime' ? 1 : null
    await stage.world.support.report(...(await resolve(input, stage)), {
      kind: 'subscription-upgrade',
      origin,
      tier,
      from,
    })
    return {}
  },
})

const endSubscription = defineAction({
  name: 'end-subscription',
  summary: 'Ends the subscription of a viewer, on PlatformB.',
  input: object({
    ...onTwitch,
    tier: withDefault(integer({ min: 1, max: 3 }), 1),
    gift: withDefault(boolean({ description: 'Whether it was a gift.' }), false),
  }),
  output: nothing,
  async handle(input, stage) {
    const { tier, gift: isGift } = input
    await stage.world.support.report(...(await resolve(input, stage)), { kind: 'subscription-end', tier, isGift })
    return {}
  },
})

const gift = defineAction({
  name: 'gift',
  summary: 'Gives subscriptions to the first viewers of the sandbox.',
  input: object({
    ...viewer,
    platform: platformOf(['PlatformA', 'PlatformB', 'PlatformC']),
    count: withDefault(integer({ min: 1, max: maxGifts }), 1),
    tier: withDefault(integer({ min: 1, max: 3 }), 1),
    level_name: optional(text({ max: maxNameLength, cleaning: 'line', description: 'The level of a membership.' })),
  }),
  output: nothing,
  async handle(input, stage) {
    const { count, tier, level_name: levelName = '' } = input
    await stage.world.support.gift(...(await resolve(input, stage)), { count, tier, levelName })
    return {}
  },
})

const watchStreak = defineAction({
  name: 'watch-streak',
  summary: 'Reports a watch streak of a viewer, on PlatformB.',
  input: object({
    ...onTwitch,
    streams: integer({ min: 1, max: 10_000 }),
    points: withDefault(integer({ min: 0, max: maxAmount }), 450),
    message: line('What the viewer writes.'),
  }),
  output: nothing,
  async handle(input, stage) {
    const { streams, points, message = '' } = input
    const event = { kind: 'watch-streak', streams, points, message } as const
    await stage.world.support.report(...(await resolve(input, stage)), event)
    return {}
  },
})

const powerUp = defineAction({
  name: 'power-up',
  summary: 'Uses a power-up for bits as a viewer, on PlatformB.',
  input: object({
    ...onTwitch,
    name: withDefault(text({ min: 1, max: maxNameLength, cleaning: 'line' }), 'gigantify_an_emote'),
    custom: withDefault(boolean({ description: 'Whether the broadcaster made it.' }), false),
    amount: withDefault(integer({ min: 1, max: maxAmount, description: 'In bits.' }), 30),
    message: line('What the viewer writes.'),
  }),
  output: nothing,
  async handle(input, stage) {
    const { name: title, custom: isCustom, amount, message = '' } = input
    const event = { kind: 'power-up', name: title, isCustom, amount, message } as const
    await stage.world.support.report(...(await resolve(input, stage)), event)
    return {}
  },
})

const automaticReward = defineAction({
  name: 'automatic-reward',
  summary: 'Redeems a reward that PlatformB itself offers.',
  input: object({
    ...onTwitch,
    reward: withDefault(text({ min: 1, max: maxNameLength, cleaning: 'name' }), 'send_highlighted_message'),
    cost: withDefault(integer({ min: 0, max: maxAmount }), 100),
    emote: name('The emote that is unlocked.'),
    message: line('What the viewer writes.'),
  }),
  output: nothing,
  async handle(input, stage) {
    const { reward, cost, emote, message = '' } = input
    const unlocked = emote === undefined ? {} : { emote }
    const event = { kind: 'automatic-reward', reward, cost, ...unlocked, message } as const
    await stage.world.support.report(...(await resolve(input, stage)), event)
    return {}
  },
})

const like = defineAction({
  name: 'like',
  summary: 'Likes the stream on PlatformD.',
  input: object({ platform: onTikTok.platform, count: withDefault(integer({ min: 1, max: maxAmount }), 1) }),
  output: nothing,
  async handle({ platform, count }, { world, account }) {
    await world.support.likes(await account(platformNamed(platform)), count)
    return {}
  },
})

const share = defineAction({
  name: 'share',
  summary: 'Shares the stream as a viewer, on PlatformD.',
  input: object(onTikTok),
  output: nothing,
  async handle(input, stage) {
    await stage.world.support.report(...(await resolve(input, stage)), { kind: 'share' })
    return {}
  },
})

const superFan = defineAction({
  name: 'super-fan',
  summary: 'Becomes a super fan on PlatformD, or joins the stream as one.',
  input: object({ ...onTikTok, joined: withDefault(boolean(), false) }),
  output: nothing,
  async handle(input, stage) {
    await stage.world.support.report(...(await resolve(input, stage)), { kind: 'super-fan', isNew: !input.joined })
    return {}
  },
})

const superChat = defineAction({
  name: 'super-chat',
  summary: 'Sends a Super Chat as a viewer, on PlatformC.',
  input: object({
    ...viewer,
    platform: withDefault(platformOf(['PlatformC']), 'PlatformC'),
    amount: integer({ min: 1, max: maxAmount, description: 'In hundredths of the currency.' }),
    currency: withDefault(text({ max: 3, cleaning: 'name', description: 'A code such as JPY.' }), 'USD'),
    message: line('What the viewer writes.'),
    missed: withDefault(boolean({ description: 'As if it was sent while the server was down.' }), false),
  }),
  output: nothing,
  async handle(input, stage) {
    const { amount, currency, message = '', missed: isMissed } = input
    await stage.world.support.superChat(...(await resolve(input, stage)), { amount, currency, message, isMissed })
    return {}
  },
})

const deleteMessage = defineAction({
  name: 'delete-message',
  summary: 'Deletes a chat message as a moderator on the platform.',
  input: object({ platform: anyPlatform, id: text({ min: 1, max: maxNameLength }) }),
  output: nothing,
  async handle({ platform, id }, { world, account }) {
    await world.support.deleteMessage(await account(platformNamed(platform)), id)
    return {}
  },
})

const clearChat = defineAction({
  name: 'clear-chat',
  summary: 'Clears the chat as a moderator on the platform.',
  input: object({ platform: anyPlatform }),
  output: nothing,
  async handle({ platform }, { world, account }) {
    await world.support.clearChat(await account(platformNamed(platform)))
    return {}
  },
})

/** What happens on the platforms beside chat, follows, subscriptions and bans. */
export const supportActions: readonly SandboxAction[] = [
  hypeTrain,
  upgrade,
  endSubscription,
  gift,
  watchStreak,
  powerUp,
  automaticReward,
  like,
  share,
  superFan,
  superChat,
  deleteMessage,
  clearChat,
]
