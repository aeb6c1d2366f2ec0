import type { Clock, Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { PlatformAccount, PlatformUser } from '../account.ts'
import type { RedemptionStatus } from '../contract/interaction-states.ts'
import { platformTitles } from '../contract/platforms.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformFeed } from '../platform.ts'
import {
  type PlatformReward,
  type Redemption,
  type RewardSettings,
  redemptionEventId,
  type WantedRedemptions,
} from '../rewards.ts'
import { sandboxMessages } from './messages.ts'

type PlaceParams = { channel: number; platform: string }

interface RewardRow {
  readonly id: string
  readonly settings: string
  readonly deleted: number
}

export interface SandboxRedemption {
  readonly id: string
  readonly reward_id: string
  readonly reward_title: string
  readonly cost: number
  readonly username: string
  readonly message: string
  readonly status: RedemptionStatus
  readonly at: number
}

const here = 'channel_id = :channel AND platform = :platform'
const redemptionColumns = 'id, reward_id, reward_title, cost, username, message, status, at'
const maxRewards = 50
/** Settled and forgotten: how long redemptions are kept. */
const keptMs = 7 * 24 * 60 * 60 * 1000

const listRewards = sql<PlaceParams, RewardRow>(
  `SELECT id, settings, deleted FROM sandbox_rewards WHERE ${here} ORDER BY at, id LIMIT 1000`,
)
const upsertReward = sql<PlaceParams & { id: string; settings: string; deleted: number; now: number }>(
  `INSERT INTO sandbox_rewards (channel_id, platform, id, settings, deleted, at)
   VALUES (:channel, :platform, :id, :settings, :deleted, :now)
   ON CONFLICT (channel_id, platform, id) DO UPDATE SET settings = excluded.settings, deleted = excluded.deleted`,
)
const insertRedemption = sql<
  PlaceParams & {
    id: string
    rewardId: string
    rewardTitle: string
    cost: number
    username: string
    message: string
    status: string
    now: number
  }
>(
  `INSERT INTO sandbox_redemptions
     (channel_id, platform, id, reward_id, reward_title, cost, username, message, status, at)
   VALUES (:channel, :platform, :id, :rewardId, :rewardTitle, :cost, :username, :message, :status, :now)`,
)
const dropOldRedemptions = sql<PlaceParams & { before: number }>(
  `DELETE FROM sandbox_redemptions WHERE ${here} AND at < :before`,
)
const findRedemption = sql<PlaceParams & { id: string }, SandboxRedemption>(
  `SELECT ${redemptionColumns} FROM sandbox_redemptions WHERE ${here} AND id = :id`,
)
const listRedemptions = sql<PlaceParams & { status: string; limit: number; offset: number }, SandboxRedemption>(
  `SELECT ${redemptionColumns} FROM sandbox_redemptions WHERE ${here} AND status = :status
   ORDER BY at, id LIMIT :limit OFFSET :offset`,
)
const listRedemptionsOf = sql<
  PlaceParams & { reward: string; status: string; limit: number; offset: number },
  SandboxRedemption
>(
  `SELECT ${redemptionColumns} FROM sandbox_redemptions
   WHERE ${here} AND reward_id = :reward AND status = :status
   ORDER BY at, id LIMIT :limit OFFSET :offset`,
)
const listSince = sql<PlaceParams & { reward: string; since: number }, { username: string; at: number }>(
  `SELECT username, at FROM sandbox_redemptions
   WHERE ${here} AND reward_id = :reward AND at >= :since AND status <> 'refunded' ORDER BY at DESC LIMIT 1000`,
)
const setStatus = sql<PlaceParams & { id: string; status: string }>(
  `UPDATE sandbox_redemptions SET status = :status WHERE ${here} AND id = :id AND status = 'pending'`,
)

const defaults: Omit<RewardSettings, 'title' | 'cost'> = {
  prompt: '',
  enabled: true,
  paused: false,
  inputRequired: false,
  skipQueue: false,
  color: '#00E5CB',
  maxPerStream: null,
  maxPerUserPerStream: null,
  cooldownSeconds: null,
}

/** The rewards of a new channel. They are stored when they are first changed. */
const initialRewards: ReadonlyMap<string, RewardSettings> = new Map([
  ['reward_hydrate', { ...defaults, title: 'Hydrate', cost: 100, prompt: 'Makes the streamer drink something.' }],
  ['reward_question', { ...defaults, title: 'Ask a question', cost: 500, inputRequired: true }],
])

export type SandboxRewards = ReturnType<typeof createSandboxRewards>

/** The channel point rewards of the sandbox, with the rules that Twitch has. Viewers have as many points as they need. */
export function createSandboxRewards(needs: { db: Database; clock: Clock; ids: Ids; feed: PlatformFeed }) {
  const { db, clock, ids, feed } = needs

  async function list(reader: Reader, account: PlatformAccount): Promise<PlatformReward[]> {
    const rows = await reader.all(listRewards, at(account))
    const stored = new Map(rows.map((row) => [row.id, row]))
    const initial = [...initialRewards].filter(([id]) => !stored.has(id))
    const changed = rows.filter(({ deleted }) => deleted === 0)
    const all = [
      ...initial,
      ...changed.map(({ id, settings }) => [id, JSON.parse(settings) as RewardSettings] as const),
    ]
    return all.map(([id, settings]) => ({ ...settings, id, canManage: true }))
  }

  async function get(reader: Reader, account: PlatformAccount, id: string): Promise<PlatformReward> {
    const found = (await list(reader, account)).find((reward) => reward.id === id)
    if (found === undefined) throw new Failure('reward_not_found')
    return found
  }

  async function store(tx: Writer, account: PlatformAccount, reward: PlatformReward, deleted = 0): Promise<void> {
    const { id, canManage: _, ...settings } = reward
    await tx.run(upsertReward, { ...at(account), id, settings: JSON.stringify(settings), deleted, now: clock.now() })
  }

  async function requireFreeTitle(tx: Writer, account: PlatformAccount, { id, title }: PlatformReward): Promise<void> {
    const all = await list(tx, account)
    const isTaken = all.some((one) => one.id !== id && nameKey(one.title) === nameKey(title))
    if (isTaken) throw refused(account, sandboxMessages.rewardExists.of())
    if (all.length >= maxRewards && !all.some((one) => one.id === id)) {
      throw refused(account, sandboxMessages.tooManyRewards.of({ max: maxRewards }))
    }
  }

  async function report(account: PlatformAccount, change: 'created' | 'updated' | 'deleted', reward: PlatformReward) {
    const { id, title, cost, enabled, paused } = reward
    await feed(account, {
      kind: 'reward',
      id: ids.next('change'),
      user: broadcasterIn(account),
      change,
      reward: { id, title, cost, enabled, paused },
    })
  }

  /** Throws what the platform would tell the viewer. */
  async function requireRedeemable(
    tx: Writer,
    account: PlatformAccount,
    reward: PlatformReward,
    { username, message, startedAt }: { username: string; message: string; startedAt: number | null },
  ): Promise<void> {
    const { title: name, enabled, paused, inputRequired } = reward
    if (!enabled) throw refused(account, sandboxMessages.rewardDisabled.of({ name }))
    if (paused) throw refused(account, sandboxMessages.rewardPaused.of({ name }))
    if (inputRequired && message === '') throw refused(account, sandboxMessages.rewardNeedsMessage.of({ name }))
    const { maxPerStream, maxPerUserPerStream, cooldownSeconds } = reward
    if (maxPerStream === null && maxPerUserPerStream === null && cooldownSeconds === null) return
    const since = startedAt ?? 0
    const earlier = await tx.all(listSince, { ...at(account), reward: reward.id, since })
    const own = earlier.filter((one) => one.username === username).length
    if (earlier.length >= (maxPerStream ?? Number.POSITIVE_INFINITY) || own >= (maxPerUserPerStream ?? own + 1)) {
      throw refused(account, sandboxMessages.rewardUsedUp.of({ name }))
    }
    const last = earlier[0]?.at
    if (last !== undefined && clock.now() - last < (cooldownSeconds ?? 0) * 1000) {
      throw refused(account, sandboxMessages.rewardOnCooldown.of({ name }))
    }
  }

  return {
    list: (account: PlatformAccount) => list(db, account),

    async create(
      account: PlatformAccount,
      settings: Partial<RewardSettings> & Pick<RewardSettings, 'title' | 'cost'>,
    ): Promise<PlatformReward> {
      const reward = { ...defaults, ...settings, id: ids.next('reward'), canManage: true }
      await db.write(async (tx) => {
        await requireFreeTitle(tx, account, reward)
        await store(tx, account, reward)
      })
      await report(account, 'created', reward)
      return reward
    },

    async update(account: PlatformAccount, id: string, change: Partial<RewardSettings>): Promise<PlatformReward> {
      const reward = await db.write(async (tx) => {
        const changed = { ...(await get(tx, account, id)), ...change }
        await requireFreeTitle(tx, account, changed)
        await store(tx, account, changed)
        return changed
      })
      await report(account, 'updated', reward)
      return reward
    },

    async remove(account: PlatformAccount, id: string): Promise<void> {
      const reward = await db.write(async (tx) => {
        const found = await get(tx, account, id)
        await store(tx, account, found, 1)
        return found
      })
      await report(account, 'deleted', reward)
    },

    /** A viewer redeems a reward, which is named by its id or its title. */
    async redeem(
      account: PlatformAccount,
      user: PlatformUser,
      wanted: { readonly reward: string; readonly message: string; readonly startedAt: number | null },
    ): Promise<Redemption> {
      const { message } = wanted
      const redeemed = await db.write(async (tx) => {
        const rewards = await list(tx, account)
        const reward =
          rewards.find(({ id }) => id === wanted.reward) ??
          rewards.find(({ title }) => nameKey(title) === nameKey(wanted.reward))
        if (reward === undefined) throw new Failure('reward_not_found')
        await requireRedeemable(tx, account, reward, { username: user.username, ...wanted })
        const now = clock.now()
        const { id: rewardId, title: rewardTitle, cost, skipQueue } = reward
        const status: RedemptionStatus = skipQueue ? 'fulfilled' : 'pending'
        const id = ids.next('redemption')
        const row = { id, rewardId, rewardTitle, cost, username: user.username, message, status, now }
        await tx.run(insertRedemption, { ...at(account), ...row })
        await tx.run(dropOldRedemptions, { ...at(account), before: now - keptMs })
        return { redemptionId: id, rewardId, rewardTitle, cost, message, status, redeemedAt: now }
      })
      await feed(account, { kind: 'redemption', id: redemptionEventId(redeemed), user, ...redeemed })
      return redeemed
    },

    redemptions(account: PlatformAccount, { rewardId, ...wanted }: WantedRedemptions): Promise<SandboxRedemption[]> {
      const params = { ...at(account), ...wanted }
      return rewardId === undefined
        ? db.all(listRedemptions, params)
        : db.all(listRedemptionsOf, { ...params, reward: rewardId })
    },

    async settle(
      account: PlatformAccount,
      { id, status, userOf }: { id: string; status: RedemptionStatus; userOf: (username: string) => PlatformUser },
    ): Promise<SandboxRedemption> {
      const row = await db.write(async (tx) => {
        const found = await tx.get(findRedemption, { ...at(account), id })
        if (found === undefined) throw new Failure('redemption_not_found')
        if ((await tx.run(setStatus, { ...at(account), id, status })) === 0) {
          throw refused(account, sandboxMessages.redemptionSettled.of())
        }
        return { ...found, status }
      })
      const redemption = toRedemption(row)
      await feed(account, {
        kind: 'redemption',
        id: redemptionEventId(redemption),
        user: userOf(row.username),
        ...redemption,
      })
      return row
    },
  }
}

export function toRedemption(row: SandboxRedemption): Redemption {
  const { id, reward_id: rewardId, reward_title: rewardTitle, cost, message, status, at: redeemedAt } = row
  return { redemptionId: id, rewardId, rewardTitle, cost, message, status, redeemedAt }
}

/** The broadcaster of an account, who causes the events of the channel itself. */
export function broadcasterIn({ accountId: id, username, displayname }: PlatformAccount): PlatformUser {
  return { id, username, displayname }
}

export function refused({ platform }: PlatformAccount, reason: Text): Failure {
  return new Failure('platform_refused', {
    message: platformMessages.refused.of({ service: platformTitles[platform], reason }),
  })
}

function at({ channelId, platform }: PlatformAccount): PlaceParams {
  return { channel: channelId, platform }
}
