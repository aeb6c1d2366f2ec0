import { commonAmounts } from '../../../definitions/common-amounts.ts'
import { commonEventLabels } from '../../../definitions/common-event-labels.ts'
import { defineEvent } from '../../../definitions/define-event.ts'
import { timeField, viewerFields } from '../../../definitions/event-fields.ts'
import { nameOf, withDetail } from '../../../definitions/event-sentences.ts'
import { formatSupport } from '../../../definitions/support/support-amounts.ts'
import { supportFields } from '../../../definitions/support/support-fields.ts'
import { boolean, integer, nullable, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

/** How viewers support a channel beside follows, subscriptions and bits. */
const messages = defineMessages('events.support', {
  hypeTrainBegin: 'Hype train began',
  hypeTrainLevel: 'Hype train reached a level',
  hypeTrainLevelReached: 'Hype train reached level {level:number}',
  hypeTrainEnd: 'Hype train ended',
  hypeTrainEndedAt: 'Hype train ended at level {level:number}',
  upgrade: 'Subscription continued',
  upgraded: '{name} continues a gift subscription',
  upgradedPrime: '{name} continues a Prime subscription',
  passedOn: '{name} passes a gift subscription on',
  subscriptionShared: 'Subscription shared',
  sharedMonths: '{name} shared a subscription of {months:number} months',
  subscriptionEnded: 'Subscription ended',
  endedOf: 'The subscription of {name} ended',
  gifts: 'Gifted subscriptions',
  gifted: {
    plural: 'count',
    one: '{name} gifted {count:number} subscription',
    other: '{name} gifted {count:number} subscriptions',
  },
  giftedTo: '{name} gifted a subscription to {to}',
  watchStreak: commonEventLabels.watchStreak,
  watched: '{name} has watched {streams:number} streams in a row',
  powerUp: 'Power-up',
  usedPowerUp: '{name} used the power-up {effect} for {amount}',
  likes: commonEventLabels.likes,
  liked: commonAmounts.likes,
  share: 'Stream shared',
  shared: '{name} shared the stream',
  superFan: 'Super fan',
  becameSuperFan: '{name} became a super fan',
  superFanJoined: 'Super fan {name} joined',
})

const ofViewer = { platform: 'required', viewerId: 'optional', externalId: 'optional' } as const
const ofChannel = { platform: 'required', externalId: 'optional' } as const
const readers = { role: 'viewer', scope: 'activity:read' } as const

export const hypeTrainKinds = ['regular', 'golden_kappa', 'treasure'] as const

export const hypeTrainState = object({
  train_id: text(),
  type: oneOf(hypeTrainKinds),
  level: integer(),
  total: integer({ description: 'Points of the whole train.' }),
  progress: integer({ description: 'Points of this level.' }),
  goal: integer({ description: 'Points that this level needs; 0 when the train has ended.' }),
  is_shared: boolean({ description: 'Whether several channels share the train.' }),
  ends_at: nullable(timeField('When the train ends; a new level extends it.')),
})

/** Of every event of a hype train. */
export const hypeTrainExample = {
  train_id: 'train_1',
  type: 'regular',
  level: 2,
  total: 2300,
  progress: 500,
  goal: 1800,
  is_shared: false,
  ends_at: 1763236800000,
} as const

export const hypeTrainBegin = defineEvent({
  kind: 'hype-train.begin',
  group: 'people',
  icon: 'gift',
  title: messages.hypeTrainBegin,
  data: hypeTrainState,
  refersTo: ofChannel,
  readableBy: readers,
  published: {
    example: hypeTrainExample,
  },
  sentence: () => messages.hypeTrainBegin(),
})

export const hypeTrainLevel = defineEvent({
  kind: 'hype-train.level',
  group: 'people',
  icon: 'gift',
  title: messages.hypeTrainLevel,
  data: hypeTrainState,
  refersTo: ofChannel,
  readableBy: readers,
  published: {
    example: hypeTrainExample,
  },
  sentence: ({ level }) => messages.hypeTrainLevelReached({ level }),
})

export const hypeTrainEnd = defineEvent({
  kind: 'hype-train.end',
  group: 'people',
  icon: 'gift',
  title: messages.hypeTrainEnd,
  data: hypeTrainState,
  refersTo: ofChannel,
  readableBy: readers,
  published: {
    example: hypeTrainExample,
  },
  sentence: ({ level }) => messages.hypeTrainEndedAt({ level }),
})

/** What the subscription was before its owner decided to pay for it. */
export const upgradeOrigins = ['gift', 'prime', 'passed_on'] as const

const upgradeSentences = {
  gift: messages.upgraded,
  prime: messages.upgradedPrime,
  passed_on: messages.passedOn,
} as const satisfies Readonly<Record<(typeof upgradeOrigins)[number], (values: { name: string }) => string>>

export const subscriptionUpgrade = defineEvent({
  kind: 'subscription.upgrade',
  group: 'people',
  icon: 'heart',
  title: messages.upgrade,
  data: object({
    ...viewerFields,
    origin: oneOf(upgradeOrigins),
    tier: nullable(integer({ description: 'Null if the platform does not report it.' })),
    from: text({ description: 'Who gave the subscription; empty for an unknown giver.' }),
  }),
  refersTo: ofViewer,
  readableBy: readers,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', origin: 'gift', tier: 1, from: 'bob' },
  },
  sentence: (data) => upgradeSentences[data.origin]({ name: nameOf(data) }),
})

/** The subscription itself was an event before: this one counts nothing. */
export const subscriptionShared = defineEvent({
  kind: 'subscription.shared',
  group: 'people',
  icon: 'heart',
  title: messages.subscriptionShared,
  data: object({
    ...viewerFields,
    tier: integer(),
    months: integer({ description: 'Months in total.' }),
    streak_months: optional(integer({ description: 'Months in a row, if the subscriber shows them.' })),
    message: text({ description: 'What the subscriber wrote.' }),
  }),
  refersTo: ofViewer,
  readableBy: readers,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', tier: 1, months: 14, message: 'Still here' },
  },
  sentence: (data) => withDetail(messages.sharedMonths({ name: nameOf(data), months: data.months }), data.message),
})

export const subscriptionEnded = defineEvent({
  kind: 'subscription.ended',
  group: 'people',
  icon: 'heart',
  title: messages.subscriptionEnded,
  data: object({
    ...viewerFields,
    tier: integer({ description: 'The tier, 1 to 3.' }),
    is_gift: boolean({ title: 'Gift', description: 'Whether somebody else had paid for it.' }),
  }),
  refersTo: ofViewer,
  readableBy: readers,
  published: {
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', tier: 1, is_gift: false },
  },
  sentence: (data) => messages.endedOf({ name: nameOf(data) }),
})

/** Every gift, also a single one. What each recipient got is an event of its own, `subscription.received`. */
export const subscriptionGifts = defineEvent({
  kind: 'subscription.gifts',
  group: 'people',
  icon: 'gift',
  title: messages.gifts,
  data: object({
    ...viewerFields,
    count: integer(),
    tier: integer(),
    level_name: text({ description: 'The name of the membership level; empty if it has none.' }),
    to: optional(text({ description: 'Of a single gift: who received it, if known.' })),
    is_anonymous: optional(boolean({ description: 'Whether nobody is named.' })),
    gift_id: optional(text({ description: 'The events of the recipients have the same.' })),
  }),
  refersTo: ofViewer,
  readableBy: readers,
  published: {
    example: {
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      count: 5,
      tier: 1,
      level_name: '',
      is_anonymous: false,
      gift_id: 'gift_1',
    },
  },
  sentence(data) {
    const name = nameOf(data)
    if (data.count !== 1 || data.to === undefined) return messages.gifted({ name, count: data.count })
    return messages.giftedTo({ name, to: data.to })
  },
})

export const watchStreak = defineEvent({
  kind: 'watch-streak',
  group: 'people',
  icon: 'clock',
  title: messages.watchStreak,
  data: object({
    ...viewerFields,
    streams: integer({ description: 'Streams watched in a row.' }),
    points: integer({ description: 'Channel points of the platform for it.' }),
    message: text(),
  }),
  refersTo: ofViewer,
  readableBy: readers,
  published: {
    type: 'channel.watch-streak',
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', streams: 5, points: 450, message: '' },
  },
  sentence: (data) => withDetail(messages.watched({ name: nameOf(data), streams: data.streams }), data.message),
})

/** Bits that bought an effect of Twitch. They count as bits, and are not a cheer. */
export const powerUp = defineEvent({
  kind: 'power-up',
  group: 'people',
  icon: 'effects',
  title: messages.powerUp,
  data: object({
    ...viewerFields,
    power_up: text({
      description: 'message_effect, celebration, gigantify_an_emote, or the title of one that the broadcaster made.',
    }),
    is_custom: boolean({ description: 'Whether the broadcaster made it.' }),
    amount: integer({ description: 'In bits.' }),
    ...supportFields,
    message: text(),
  }),
  refersTo: ofViewer,
  readableBy: readers,
  list: () => 'bits',
  published: {
    type: 'channel.power-up',
    example: {
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      power_up: 'gigantify_an_emote',
      is_custom: false,
      amount: 30,
      unit: 'bits',
      currency: null,
      value: 30,
      amount_usd: 0.3,
      message: 'Kappa',
    },
  },
  sentence(data) {
    const effect = data.is_custom ? data.power_up : data.power_up.replaceAll('_', ' ')
    return withDetail(messages.usedPowerUp({ name: nameOf(data), effect, amount: formatSupport(data) }), data.message)
  },
})

/** Likes come by the thousand: one event counts those of some seconds. */
export const likes = defineEvent({
  kind: 'likes',
  group: 'people',
  icon: 'heart',
  title: messages.likes,
  data: object({
    count: integer({ description: 'Likes since the event before.' }),
    people: integer({ description: 'Viewers who were seen to give some of them.' }),
    total: optional(integer({ description: 'Likes of the whole stream, if the platform reports it.' })),
  }),
  refersTo: ofChannel,
  readableBy: readers,
  published: {
    type: 'channel.likes',
    example: { count: 120, people: 8, total: 5400 },
  },
  sentence: ({ count }) => messages.liked({ count }),
})

export const share = defineEvent({
  kind: 'share',
  group: 'people',
  icon: 'viewers',
  title: messages.share,
  data: object(viewerFields),
  refersTo: ofViewer,
  readableBy: readers,
  published: {
    type: 'channel.share',
    example: { user_id: '1001', username: 'alice', displayname: 'Alice' },
  },
  sentence: (data) => messages.shared({ name: nameOf(data) }),
})

export const superFan = defineEvent({
  kind: 'super-fan',
  group: 'people',
  icon: 'heart',
  title: messages.superFan,
  data: object({ ...viewerFields, is_new: boolean({ description: 'False for a super fan who joins the stream.' }) }),
  refersTo: ofViewer,
  readableBy: readers,
  published: {
    type: 'channel.super-fan',
    example: { user_id: '1001', username: 'alice', displayname: 'Alice', is_new: true },
  },
  sentence: (data) => (data.is_new ? messages.becameSuperFan : messages.superFanJoined)({ name: nameOf(data) }),
})

export const supportEvents = [
  hypeTrainBegin,
  hypeTrainLevel,
  hypeTrainEnd,
  subscriptionUpgrade,
  subscriptionShared,
  subscriptionEnded,
  subscriptionGifts,
  watchStreak,
  powerUp,
  likes,
  share,
  superFan,
] as const
