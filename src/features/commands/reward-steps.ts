import { rewardErrors } from '../rewards/messages.ts'
import { invalid } from './invalid.ts'
import type { StepHandlersOf } from './step-handler.ts'

export const rewardStepHandlers: StepHandlersOf<'rewards'> = {
  async create_reward({ title, cost, prompt, platform }, { run }, { rewards }) {
    const wanted = { title, cost, ...(prompt !== undefined && { prompt }) }
    const { id } = await rewards.create(run.caller.channel, platform ?? run.platform, wanted)
    return { reward_id: id }
  },

  async update_reward({ reward, enabled, paused, title, cost, platform }, { run }, { rewards }) {
    const change = {
      ...(enabled !== undefined && { enabled: enabled === 'yes' }),
      ...(paused !== undefined && { paused: paused === 'yes' }),
      ...(title !== undefined && { title }),
      ...(cost !== undefined && { cost }),
    }
    const { id } = await rewards.update(run.caller.channel, platform ?? run.platform, reward, change)
    return { reward_id: id }
  },

  async delete_reward({ reward, platform }, { run }, { db, rewardLinks, rewards }) {
    const { caller } = run
    const on = platform ?? run.platform
    const deleted = await rewards.remove(caller.channel, on, reward)
    await db.write((tx) => rewardLinks.set(tx, caller, on, deleted, undefined))
    return { reward_id: deleted.id }
  },

  async update_redemption({ status, redemption_id, platform }, { run }, { rewards }) {
    const { caller, redemption } = run
    const redemptionId = redemption_id ?? redemption?.redemptionId
    if (redemptionId === undefined) throw invalid(rewardErrors.redemptionRequired())
    const rewardId = redemption_id === undefined ? redemption?.rewardId : undefined
    await rewards.settle(caller.channel, { redemptionId, rewardId, platform: platform ?? run.platform }, status)
    return { redemption_id: redemptionId, status }
  },

  async create_poll({ title, options, seconds, platform }, { run }, { polls }) {
    const wanted = { title, options, seconds, pointsPerVote: undefined }
    const { poll } = await polls.createPoll(run.caller.channel, platform, wanted)
    return { poll_id: poll.id }
  },

  async end_poll({ platform }, { run }, { polls }) {
    const { poll } = await polls.endPoll(run.caller.channel, { platform, id: undefined })
    return { poll_id: poll.id }
  },

  async create_prediction({ title, options, seconds, platform }, { run }, { polls }) {
    const { prediction } = await polls.createPrediction(run.caller.channel, platform, { title, options, seconds })
    return { prediction_id: prediction.id }
  },

  async end_prediction({ option, action, platform }, { run }, { polls }) {
    const reference = { platform, id: undefined }
    const { prediction } = await polls.endPrediction(run.caller.channel, reference, { option, action })
    return { prediction_id: prediction.id, status: prediction.status }
  },
}
