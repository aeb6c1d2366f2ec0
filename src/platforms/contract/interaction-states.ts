/** The states of redemptions, polls, predictions and unban requests, in the words of the API. */

export const redemptionStatuses = ['pending', 'fulfilled', 'refunded'] as const
export type RedemptionStatus = (typeof redemptionStatuses)[number]

/** What a pending redemption can become. */
export const redemptionDecisions = ['fulfilled', 'refunded'] as const
export type RedemptionDecision = (typeof redemptionDecisions)[number]

export const rewardChanges = ['created', 'updated', 'deleted'] as const
export type RewardChange = (typeof rewardChanges)[number]

/** Why the command of a reward was not run, or that it failed. */
export const redemptionRefusals = ['inactive', 'platform', 'role', 'cooldown', 'category', 'late', 'failed'] as const
export type RedemptionRefusal = (typeof redemptionRefusals)[number]

export const pollStatuses = ['active', 'ended', 'terminated'] as const
export type PollStatus = (typeof pollStatuses)[number]
export type PollStage = 'begun' | 'progress' | 'ended'

export const unbanRequestStatuses = ['approved', 'denied', 'cancelled'] as const
export type UnbanRequestStatus = (typeof unbanRequestStatuses)[number]

export const predictionStatuses = ['active', 'locked', 'resolved', 'cancelled'] as const
export type PredictionStatus = (typeof predictionStatuses)[number]
export type PredictionStage = 'begun' | 'progress' | 'locked' | 'ended'
