import type { PlatformAccount, PlatformUser } from './account.ts'
import type { RedemptionDecision, RedemptionStatus, RewardChange } from './contract/interaction-states.ts'

/** What the broadcaster sets of a channel point reward. */
export interface RewardSettings {
  readonly title: string
  /** In channel points. */
  readonly cost: number
  readonly prompt: string
  readonly enabled: boolean
  /** A paused reward is shown and cannot be redeemed. */
  readonly paused: boolean
  /** Whether viewers write a message when they redeem it. */
  readonly inputRequired: boolean
  /** Redemptions are fulfilled at once, and cannot be refunded. */
  readonly skipQueue: boolean
  /** `#rrggbb`. */
  readonly color: string
  /** Null: no limit. */
  readonly maxPerStream: number | null
  readonly maxPerUserPerStream: number | null
  readonly cooldownSeconds: number | null
}

export type RewardSettingName = keyof RewardSettings

export interface PlatformReward extends RewardSettings {
  readonly id: string
  /** False: another app, or the platform's own page, created it. Only its creator can change it and its redemptions. */
  readonly canManage: boolean
}

export type NewReward = Pick<RewardSettings, 'title' | 'cost'> & Partial<RewardSettings>

export interface Redemption {
  readonly redemptionId: string
  readonly rewardId: string
  readonly rewardTitle: string
  readonly cost: number
  /** What the viewer wrote; empty if the reward asks for nothing. */
  readonly message: string
  readonly status: RedemptionStatus
  readonly redeemedAt: number
}

export interface RedemptionOfUser extends Redemption {
  readonly user: PlatformUser
}

export interface WantedRedemptions {
  readonly rewardId: string | undefined
  readonly status: RedemptionStatus
  readonly limit: number
  /** How many of the oldest are passed over. */
  readonly offset: number
}

/** Channel point rewards and their redemptions. */
export interface RewardCapability {
  /** The settings that rewards of this platform do not have. */
  readonly lacks: readonly RewardSettingName[]
  list(account: PlatformAccount, signal: AbortSignal): Promise<readonly PlatformReward[]>
  create(account: PlatformAccount, reward: NewReward, signal: AbortSignal): Promise<PlatformReward>
  update(
    account: PlatformAccount,
    rewardId: string,
    change: Partial<RewardSettings>,
    signal: AbortSignal,
  ): Promise<PlatformReward>
  remove(account: PlatformAccount, rewardId: string, signal: AbortSignal): Promise<void>
  /** Oldest first, of one reward or of all that this app created. */
  listRedemptions(
    account: PlatformAccount,
    wanted: WantedRedemptions,
    signal: AbortSignal,
  ): Promise<readonly RedemptionOfUser[]>
  /** Returns the id of the reward. `rewardId` saves a search, if it is known. */
  settle(
    account: PlatformAccount,
    redemption: {
      readonly redemptionId: string
      readonly rewardId: string | undefined
      readonly status: RedemptionDecision
    },
    signal: AbortSignal,
  ): Promise<{ readonly rewardId: string | undefined }>
}

export type RewardEvent =
  /** `id` is that of the redemption and its status, so that a repeat is found. */
  | ({ readonly kind: 'redemption' } & Redemption)
  | {
      readonly kind: 'reward'
      readonly change: RewardChange
      readonly reward: Pick<PlatformReward, 'id' | 'title' | 'cost' | 'enabled' | 'paused'>
    }

/** Not changed by a later status of the same redemption. */
export function redemptionEventId({ redemptionId, status }: Pick<Redemption, 'redemptionId' | 'status'>): string {
  return `${redemptionId}:${status}`
}
