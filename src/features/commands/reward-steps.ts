import { rewardErrors } from '../rewards/messages.ts'
import { invalid } from './invalid.ts'
import { limitingItsTime, type StepHandlersOf } from './step-handler.ts'

export const rewardStepHandlers: StepHandlersOf<'rewards'> = {
  create_reward: limitingItsTime(({ title, cost, prompt, platform }, { run, actOn }, { rewards }) => {
    const wanted = { title, cost, ...(prompt !== undefined && { prompt }) }
    return actOn(platform, async (on) => {
      const { id } = await rewards.create(run.caller.channel, on, wanted)
      return { reward_id: id }
    })
  }),

  update_reward: limitingItsTime(({ reward, enabled, paused, title, cost, platform }, { run, actOn }, { rewards }) => {
    const change = {
      ...(enabled !== undefined && { enabled: enabled === 'yes' }),
      ...(paused !== undefined && { paused: paused === 'yes' }),
      ...(title !== undefined && { title }),
      ...(cost !== undefined && { cost }),
    }
    return actOn(platform, async (on) => {
      const { id } = await rewards.update(run.caller.channel, on, reward, change)
      return { reward_id: id }
    })
  }),

  delete_reward: limitingItsTime(({ reward, platform }, { run, actOn }, { db, rewardLinks, rewards }) => {
    const { caller } = run
    return actOn(platform, async (on) => {
      const deleted = await rewards.remove(caller.channel, on, reward)
      await db.write((tx) => rewardLinks.set(tx, caller, on, deleted, undefined))
      return { reward_id: deleted.id }
    })
  }),

  async update_redemption({ status, redemption_id, platform }, { run }, { rewards }) {
    const { caller, redemption } = run
    const redemptionId = redemption_id ?? redemption?.redemptionId
    if (redemptionId === undefined) throw invalid(rewardErrors.redemptionRequired())
    const rewardId = redemption_id === undefined ? redemption?.rewardId : undefined
    await rewards.settle(caller.channel, { redemptionId, rewardId, platform: platform ?? run.platform }, status)
    return { redemption_id: redemptionId, status }
  },

  create_poll: limitingItsTime(({ title, options, seconds, platform }, { run, actOn }, { polls }) => {
    const wanted = { title, options, seconds, pointsPerVote: undefined }
    return actOn(platform, async (on) => {
      const { poll } = await polls.createPoll(run.caller.channel, on, wanted)
      return { poll_id: poll.id }
    })
  }),

  end_poll: limitingItsTime(({ platform }, { run, actOn }, { polls }) =>
    actOn(platform, async (on) => {
      const { poll } = await polls.endPoll(run.caller.channel, { platform: on, id: undefined })
      return { poll_id: poll.id }
    }),
  ),

  create_prediction: limitingItsTime(({ title, options, seconds, platform }, { run, actOn }, { polls }) =>
    actOn(platform, async (on) => {
      const { prediction } = await polls.createPrediction(run.caller.channel, on, { title, options, seconds })
      return { prediction_id: prediction.id }
    }),
  ),

  end_prediction: limitingItsTime(({ option, action, platform }, { run, actOn }, { polls }) =>
    actOn(platform, async (on) => {
      const reference = { platform: on, id: undefined }
      const { prediction } = await polls.endPrediction(run.caller.channel, reference, { option, action })
      return { prediction_id: prediction.id, status: prediction.status }
    }),
  ),
}
