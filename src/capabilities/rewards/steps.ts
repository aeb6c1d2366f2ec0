import type { Database } from '../../kernel/storage/database.ts'
import { invalid } from '../steps/invalid.ts'
import { limitingItsTime, type StepHandlersFor } from '../steps/step-handler.ts'
import type { rewardSteps } from './contract/steps.ts'
import { rewardErrors } from './messages.ts'
import type { RewardLinks } from './reward-links.ts'
import type { Rewards } from './rewards.ts'

/** What these steps use. */
export interface RewardStepServices {
  readonly db: Database
  readonly rewardLinks: RewardLinks
  readonly rewards: Rewards
}

export const rewardStepHandlers: StepHandlersFor<typeof rewardSteps, RewardStepServices> = {
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
    if (redemptionId === undefined) throw invalid(rewardErrors.redemptionRequired.of())
    const rewardId = redemption_id === undefined ? redemption?.rewardId : undefined
    await rewards.settle(caller.channel, { redemptionId, rewardId, platform: platform ?? run.platform }, status)
    return { redemption_id: redemptionId, status }
  },
}
