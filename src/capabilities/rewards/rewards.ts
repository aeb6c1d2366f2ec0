import { createMutex } from '../../kernel/mutex.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { RedemptionDecision, RedemptionStatus } from '../../platforms/contract/interaction-states.ts'
import { type Platform, platformTitles } from '../../platforms/contract/platforms.ts'
import { capability, inTime, type PlatformConnection, type Platforms } from '../../platforms/platforms.ts'
import type {
  NewReward,
  PlatformReward,
  RedemptionOfUser,
  RewardCapability,
  RewardSettings,
} from '../../platforms/rewards.ts'
import { rewardErrors } from './messages.ts'

/** The names of settings in the API, for sentences about them. */
export const rewardParameters = {
  title: 'title',
  cost: 'cost',
  prompt: 'prompt',
  enabled: 'enabled',
  paused: 'paused',
  inputRequired: 'input_required',
  skipQueue: 'skip_queue',
  color: 'color',
  maxPerStream: 'max_per_stream',
  maxPerUserPerStream: 'max_per_user_per_stream',
  cooldownSeconds: 'cooldown_seconds',
} as const satisfies Readonly<Record<keyof RewardSettings, string>>

export interface RedemptionReference {
  readonly redemptionId: string
  readonly platform: Platform | undefined
  readonly rewardId: string | undefined
}

const action = 'manageRewards'

// A redemption is stored under its id and its status, like every report.
const findReported = sql<{ channel: number; platform: string; pending: string; fulfilled: string }, { data: string }>(
  `SELECT data FROM events
   WHERE channel_id = :channel AND platform = :platform AND external_id IN (:pending, :fulfilled) LIMIT 1`,
)

interface RewardNeeds {
  readonly db: Database
  readonly platforms: Platforms
  /** With several nodes: runs work on one of them at a time. */
  readonly runExclusively?: (<T>(name: string, ms: number, work: () => Promise<T>) => Promise<T>) | undefined
}

/** Longer than the calls of one change take. */
const changeMs = 60_000

export type Rewards = ReturnType<typeof createRewards>

/** Channel point rewards: every call goes to the platform, which reports what has changed. */
export function createRewards({ db, platforms, runExclusively = (_name, _ms, work) => work() }: RewardNeeds) {
  const inTurn = createMutex<string>()

  async function acting(channel: Channel, platform: Platform) {
    const connection = await platforms.get(channel.id, platform)
    return { connection, can: capability(connection, 'rewards', action) }
  }

  function requirePossible(
    { account }: PlatformConnection,
    can: RewardCapability,
    settings: Partial<RewardSettings>,
  ): void {
    const missing = can.lacks.find((name) => settings[name] !== undefined && settings[name] !== null)
    if (missing === undefined) return
    const platform = platformTitles[account.platform]
    throw new Failure('invalid_parameter', {
      message: rewardErrors.lacks.of({ parameter: rewardParameters[missing], platform }),
    })
  }

  /** By its id, or by its title. */
  async function getReward(
    connection: PlatformConnection,
    can: RewardCapability,
    reference: string,
  ): Promise<PlatformReward> {
    const all = await inTime(connection, (signal) => can.list(connection.account, signal))
    const found =
      all.find(({ id }) => id === reference) ?? all.find(({ title }) => nameKey(title) === nameKey(reference))
    if (found !== undefined) return found
    const platform = platformTitles[connection.account.platform]
    throw new Failure('reward_not_found', { message: rewardErrors.notFound.of({ platform, reward: reference }) })
  }

  /** The reward of a redemption that the platform has reported. */
  async function findReportedReward(channel: Channel, platform: Platform, id: string): Promise<string | undefined> {
    const params = { pending: `redemption:${id}:pending`, fulfilled: `redemption:${id}:fulfilled` }
    const row = await db.get(findReported, { channel: channel.id, platform, ...params })
    const { reward_id: rewardId } = row === undefined ? {} : (JSON.parse(row.data) as { reward_id?: unknown })
    return typeof rewardId === 'string' ? rewardId : undefined
  }

  /** The platforms that may have this redemption, with its reward if that is known. */
  async function placesOf(channel: Channel, { redemptionId, platform, rewardId }: RedemptionReference) {
    const connected = await platforms.connected(channel.id)
    const able = connected.flatMap(({ account, connector }) =>
      connector.rewards === undefined ? [] : account.platform,
    )
    const places = await Promise.all(
      (platform === undefined ? able : [platform]).map(async (one) => ({
        platform: one,
        rewardId: rewardId ?? (await findReportedReward(channel, one, redemptionId)),
      })),
    )
    const reported = places.filter((place) => place.rewardId !== undefined)
    return reported.length > 0 ? reported : places
  }

  return {
    /** Platforms compare no versions: who wants to compare before a change lets no other change come in between. */
    alone<T>(channel: Channel, platform: Platform, work: () => Promise<T>): Promise<T> {
      const name = `rewards ${channel.id} ${platform}`
      return inTurn(name, () => runExclusively(name, changeMs, work))
    },

    async list(channel: Channel, platform: Platform): Promise<readonly PlatformReward[]> {
      const { connection, can } = await acting(channel, platform)
      return inTime(connection, (signal) => can.list(connection.account, signal))
    },

    async get(channel: Channel, platform: Platform, reference: string): Promise<PlatformReward> {
      const { connection, can } = await acting(channel, platform)
      return getReward(connection, can, reference)
    },

    async create(channel: Channel, platform: Platform, reward: NewReward): Promise<PlatformReward> {
      const { connection, can } = await acting(channel, platform)
      requirePossible(connection, can, reward)
      return inTime(connection, (signal) => can.create(connection.account, reward, signal))
    },

    /** Without a change the reward is only read. */
    async update(
      channel: Channel,
      platform: Platform,
      reference: string,
      change: Partial<RewardSettings>,
    ): Promise<PlatformReward> {
      const { connection, can } = await acting(channel, platform)
      requirePossible(connection, can, change)
      const reward = await getReward(connection, can, reference)
      if (Object.keys(change).length === 0) return reward
      return inTime(connection, (signal) => can.update(connection.account, reward.id, change, signal))
    },

    async remove(channel: Channel, platform: Platform, reference: string): Promise<PlatformReward> {
      const { connection, can } = await acting(channel, platform)
      const reward = await getReward(connection, can, reference)
      await inTime(connection, (signal) => can.remove(connection.account, reward.id, signal))
      return reward
    },

    async listRedemptions(
      channel: Channel,
      platform: Platform,
      wanted: {
        readonly reward: string | undefined
        readonly status: RedemptionStatus
        readonly limit: number
        readonly offset: number
      },
    ): Promise<readonly RedemptionOfUser[]> {
      const { connection, can } = await acting(channel, platform)
      const { reward, status, limit, offset } = wanted
      const rewardId = reward === undefined ? undefined : (await getReward(connection, can, reward)).id
      return inTime(connection, (signal) =>
        can.listRedemptions(connection.account, { rewardId, status, limit, offset }, signal),
      )
    },

    /** Fulfils or refunds a pending redemption. */
    async settle(
      channel: Channel,
      reference: RedemptionReference,
      status: RedemptionDecision,
    ): Promise<{ readonly platform: Platform; readonly rewardId: string | undefined }> {
      const { redemptionId } = reference
      for (const { platform, rewardId } of await placesOf(channel, reference)) {
        const { connection, can } = await acting(channel, platform)
        try {
          const settled = await inTime(connection, (signal) =>
            can.settle(connection.account, { redemptionId, rewardId, status }, signal),
          )
          return { platform, rewardId: settled.rewardId }
        } catch (error) {
          // It may be a redemption of the next platform.
          if (!(error instanceof Failure) || error.code !== 'redemption_not_found') throw error
        }
      }
      throw new Failure('redemption_not_found', { message: rewardErrors.redemptionNotFound.of({ id: redemptionId }) })
    },
  }
}
