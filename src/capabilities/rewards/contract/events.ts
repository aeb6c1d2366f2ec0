import { commonEventLabels } from '../../../definitions/common-event-labels.ts'
import { defineEvent } from '../../../definitions/define-event.ts'
import { viewerFields } from '../../../definitions/event-fields.ts'
import { nameOf, withDetail } from '../../../definitions/event-sentences.ts'
import { boolean, integer, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'
import {
  redemptionRefusals,
  redemptionStatuses,
  rewardChanges,
} from '../../../platforms/contract/interaction-states.ts'

/** Channel point rewards. */
const messages = defineMessages('events.rewards', {
  redeemed: 'Reward redeemed',
  redeemedBy: commonEventLabels.nameRedeemedReward,
  automatic: 'Automatic reward redeemed',
  settled: 'Redemption updated',
  fulfilled: '{reward} of {name} was fulfilled',
  refunded: '{reward} of {name} was refunded',
  refused: 'Command of a reward not run',
  refusedTo: 'The command {command} did not run for {reward} of {name}',
  changed: 'Reward changed',
  created: 'Reward {reward} created',
  updated: 'Reward {reward} changed',
  deleted: 'Reward {reward} deleted',
  linked: 'Command of a reward changed',
  linkedTo: 'Reward {reward} runs the command {command}',
  unlinked: 'Reward {reward} runs no command',
})

/** The rewards that Twitch itself offers, by its words for them. */
const automaticRewards = defineMessages('events.automaticRewards', {
  send_highlighted_message: 'Highlight My Message',
  single_message_bypass_sub_mode: 'Send a Message in Sub-Only Mode',
  random_sub_emote_unlock: 'Unlock a Random Sub Emote',
  chosen_sub_emote_unlock: 'Choose an Emote to Unlock',
  chosen_modified_sub_emote_unlock: 'Modify a Single Emote',
})

const refusalReasons = defineMessages('events.rewards.refusals', {
  inactive: 'it is turned off',
  platform: 'it is not for this platform',
  role: 'the viewer may not run it',
  cooldown: 'it is on cooldown',
  category: 'it is not for this category',
  late: 'the redemption was reported too late',
  failed: 'it failed',
}) satisfies Readonly<Record<(typeof redemptionRefusals)[number], () => string>>

const reward = { reward_id: text(), reward: text({ description: 'The title of the reward.' }) }
const redemption = {
  redemption_id: text(),
  ...reward,
  cost: integer(),
  user_id: text(),
  username: text(),
  displayname: text(),
  message: text({ description: 'What the viewer wrote.' }),
  status: oneOf(redemptionStatuses),
}
const reported = { platform: 'required', viewerId: 'optional', externalId: 'optional' } as const
const readers = { role: 'viewer', scope: 'rewards:read' } as const

export const redemptionAdded = defineEvent({
  kind: 'redemption.added',
  group: 'people',
  icon: 'gift',
  title: messages.redeemed,
  data: object(redemption),
  refersTo: reported,
  readableBy: readers,
  published: {
    example: {
      redemption_id: 'redemption_1',
      reward_id: 'reward_1',
      reward: 'Hydrate',
      cost: 300,
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      message: '',
      status: 'pending',
    },
  },
  sentence: (data) => withDetail(messages.redeemedBy({ name: nameOf(data), reward: data.reward }), data.message),
})

/** Nothing has to be fulfilled: Twitch does what the viewer redeemed. */
export const redemptionAutomatic = defineEvent({
  kind: 'redemption.automatic',
  group: 'people',
  icon: 'gift',
  title: messages.automatic,
  data: object({
    redemption_id: text(),
    reward: text({ description: `One of ${Object.keys(automaticRewards).join(', ')}, or a newer one.` }),
    cost: integer(),
    ...viewerFields,
    emote: optional(text({ description: 'The name of the emote that was unlocked.' })),
    message: text({ description: 'What the viewer wrote.' }),
  }),
  refersTo: reported,
  readableBy: readers,
  published: {
    example: {
      redemption_id: 'redemption_1',
      reward: 'send_highlighted_message',
      cost: 100,
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      message: 'Look at this',
    },
  },
  sentence(data) {
    const known = Object.entries(automaticRewards).find(([name]) => name === data.reward)
    const title = known === undefined ? data.reward.replaceAll('_', ' ') : known[1]()
    return withDetail(messages.redeemedBy({ name: nameOf(data), reward: title }), data.message || data.emote || '')
  },
})

export const redemptionUpdated = defineEvent({
  kind: 'redemption.updated',
  group: 'people',
  icon: 'gift',
  title: messages.settled,
  data: object(redemption),
  refersTo: reported,
  readableBy: readers,
  published: {
    example: {
      redemption_id: 'redemption_1',
      reward_id: 'reward_1',
      reward: 'Hydrate',
      cost: 300,
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      message: '',
      status: 'fulfilled',
    },
  },
  sentence(data) {
    const said = { name: nameOf(data), reward: data.reward }
    return data.status === 'refunded' ? messages.refunded(said) : messages.fulfilled(said)
  },
})

export const redemptionRefused = defineEvent({
  kind: 'redemption.refused',
  group: 'bot',
  icon: 'commands',
  title: messages.refused,
  data: object({
    redemption_id: text(),
    ...reward,
    command: text(),
    user_id: text(),
    username: text(),
    displayname: text(),
    cause: oneOf(redemptionRefusals),
    refunded: boolean({ description: 'Whether the channel points are given back.' }),
  }),
  refersTo: { platform: 'required', viewerId: 'optional' },
  readableBy: readers,
  published: {
    example: {
      redemption_id: 'redemption_1',
      reward_id: 'reward_1',
      reward: 'Hydrate',
      command: '!hydrate',
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      cause: 'cooldown',
      refunded: true,
    },
  },
  sentence(data) {
    const said = { command: data.command, name: nameOf(data), reward: data.reward }
    return withDetail(messages.refusedTo(said), refusalReasons[data.cause]())
  },
})

export const rewardChanged = defineEvent({
  kind: 'reward.changed',
  group: 'stream',
  icon: 'gift',
  title: messages.changed,
  data: object({
    change: oneOf(rewardChanges),
    ...reward,
    cost: integer(),
    enabled: boolean(),
    paused: boolean(),
  }),
  refersTo: reported,
  readableBy: readers,
  published: {
    example: { change: 'updated', reward_id: 'reward_1', reward: 'Hydrate', cost: 300, enabled: true, paused: false },
  },
  sentence: (data) => messages[data.change]({ reward: data.reward }),
})

export const rewardLinked = defineEvent({
  kind: 'reward.linked',
  group: 'bot',
  icon: 'commands',
  title: messages.linked,
  data: object({
    ...reward,
    command: text({ description: 'Empty when the reward runs no command.' }),
    fulfil_after_run: boolean(),
    refund_if_refused: boolean(),
  }),
  refersTo: { platform: 'required' },
  readableBy: readers,
  published: {
    example: {
      reward_id: 'reward_1',
      reward: 'Hydrate',
      command: '!hydrate',
      fulfil_after_run: true,
      refund_if_refused: true,
    },
  },
  sentence: ({ reward: title, command }) =>
    command === '' ? messages.unlinked({ reward: title }) : messages.linkedTo({ reward: title, command }),
})

export const rewardsEvents = [
  redemptionAdded,
  redemptionAutomatic,
  redemptionUpdated,
  redemptionRefused,
  rewardChanged,
  rewardLinked,
] as const
