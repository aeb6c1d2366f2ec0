import { asObject, type JsonObject, numberIn, objectIn, textIn } from '../calls/json-fields.ts'
import type { PollStage, PredictionStage, RewardChange } from '../contract/interaction-states.ts'
import type { PlatformEvent } from '../platform.ts'
import { redemptionEventId } from '../rewards.ts'
import { userIn } from './people.external.ts'
import { pollIn, predictionIn } from './polls.external.ts'
import { redemptionIn } from './rewards.external.ts'

const reward = 'channel.channel_points_custom_reward'
const redemption = `${reward}_redemption`

const rewardChanges: ReadonlyMap<string, RewardChange> = new Map([
  [`${reward}.add`, 'created'],
  [`${reward}.update`, 'updated'],
  [`${reward}.remove`, 'deleted'],
])
/** The rewards that Twitch itself offers. Version 1 also had its power-ups, which are bits. */
const automaticTopic = 'channel.channel_points_automatic_reward_redemption.add'
export const powerUpTopic = 'channel.custom_power_up_redemption.add'
const redemptionTopics = [`${redemption}.add`, `${redemption}.update`]
const pollStages: ReadonlyMap<string, PollStage> = new Map([
  ['channel.poll.begin', 'begun'],
  ['channel.poll.progress', 'progress'],
  ['channel.poll.end', 'ended'],
])
const predictionStages: ReadonlyMap<string, PredictionStage> = new Map([
  ['channel.prediction.begin', 'begun'],
  ['channel.prediction.progress', 'progress'],
  ['channel.prediction.lock', 'locked'],
  ['channel.prediction.end', 'ended'],
])

/** The EventSub subscriptions for channel points, custom power-ups, polls and predictions. */
export function rewardTopicsOf(broadcaster: { readonly broadcaster_user_id: string }) {
  const topics = (types: Iterable<string>, scope: string) =>
    [...types].map((type) => ({ type, version: '1', condition: broadcaster, scopes: [scope] }))
  return [
    ...topics([...redemptionTopics, ...rewardChanges.keys()], 'channel:manage:redemptions'),
    { type: automaticTopic, version: '2', condition: broadcaster, scopes: ['channel:manage:redemptions'] },
    ...topics([powerUpTopic], 'bits:read'),
    ...topics(pollStages.keys(), 'channel:manage:polls'),
    ...topics(predictionStages.keys(), 'channel:manage:predictions'),
  ]
}

/** Undefined for another topic. Deliveries of one stage of a poll have one id, except for the votes in between. */
export function rewardEventIn(topic: string, row: JsonObject, deliveryId: string): PlatformEvent | undefined {
  if (redemptionTopics.includes(topic)) {
    const redeemed = redemptionIn(row)
    return { kind: 'redemption', id: redemptionEventId(redeemed), user: userIn(row), ...redeemed }
  }
  if (topic === automaticTopic) return automaticRewardIn(row)
  if (topic === powerUpTopic) return powerUpIn(row)
  const change = rewardChanges.get(topic)
  if (change !== undefined) {
    const changed = {
      id: textIn(row, 'id'),
      title: textIn(row, 'title'),
      cost: numberIn(row, 'cost'),
      enabled: row.is_enabled === true,
      paused: row.is_paused === true,
    }
    return { kind: 'reward', id: deliveryId, user: userIn(row, 'broadcaster_user'), change, reward: changed }
  }
  const pollStage = pollStages.get(topic)
  if (pollStage !== undefined) {
    const poll = pollIn(row)
    const id = pollStage === 'progress' ? deliveryId : `${poll.id}:${pollStage}`
    return { kind: 'poll', id, user: userIn(row, 'broadcaster_user'), stage: pollStage, poll }
  }
  const stage = predictionStages.get(topic)
  if (stage === undefined) return undefined
  const prediction = predictionIn(row)
  const id = stage === 'progress' ? deliveryId : `${prediction.id}:${stage}`
  return { kind: 'prediction', id, user: userIn(row, 'broadcaster_user'), stage, prediction }
}

function automaticRewardIn(row: JsonObject): PlatformEvent {
  const reward = objectIn(row, 'reward')
  const { text } = asObject(row.message ?? {})
  return {
    kind: 'automatic-reward',
    id: textIn(row, 'id'),
    user: userIn(row),
    reward: textIn(reward, 'type'),
    cost: numberIn(reward, 'channel_points'),
    ...(reward.emote !== null && { emote: textIn(objectIn(reward, 'emote'), 'name') }),
    message: typeof text === 'string' ? text : '',
  }
}

function powerUpIn(row: JsonObject): PlatformEvent {
  const powerUp = objectIn(row, 'custom_power_up')
  const paid = { name: textIn(powerUp, 'title'), isCustom: true, amount: numberIn(powerUp, 'bits') }
  return { kind: 'power-up', id: textIn(row, 'id'), user: userIn(row), ...paid, message: textIn(row, 'user_input') }
}
