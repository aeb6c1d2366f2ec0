import { defineMessages } from '../../kernel/text/message.ts'

/** The errors of rewards. The name of a parameter stands first. */
export const rewardErrors = defineMessages('errors.rewards', {
  notFound: 'reward_id: {platform} has no reward {reward}.',
  lacks: '{parameter} is not available: rewards of {platform} do not have it.',
  redemptionNotFound: 'redemption_id: there is no redemption {id}.',
  redemptionRequired: 'redemption_id is required when no redemption ran the command.',
})
