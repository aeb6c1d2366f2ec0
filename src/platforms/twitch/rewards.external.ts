import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { PlatformAccount } from '../account.ts'
import { firstIn, type JsonObject, numberIn, objectIn, objectsIn, textIn, timeIn } from '../calls/json-fields.ts'
import type { RedemptionStatus } from '../contract/interaction-states.ts'
import type {
  PlatformReward,
  RedemptionOfUser,
  RewardCapability,
  RewardSettingName,
  RewardSettings,
} from '../rewards.ts'
import type { AccountOwner } from '../services/services.ts'
import type { AccountApi } from '../sign-in/account-api.ts'
import { pageIn } from './pages.external.ts'
import { userIn } from './people.external.ts'

const path = '/channel_points/custom_rewards'
const redemptionsPath = `${path}/redemptions`
const scopes = ['channel:manage:redemptions']
const pageSize = 50
/** How many rewards are asked for their redemptions at the same time. */
const askedAtOnce = 5

const statusWords = { pending: 'UNFULFILLED', fulfilled: 'FULFILLED', refunded: 'CANCELED' } as const

/** `count`: how many of the oldest, at least, if there are as many. */
type WantedOfReward = { readonly status: RedemptionStatus; readonly count: number } | { readonly id: string }

/** Channel point rewards of Twitch. An app can change only the rewards that it created. */
export function createTwitchRewards(api: AccountApi): RewardCapability {
  async function list(account: PlatformAccount, onlyOwn: boolean, signal: AbortSignal): Promise<JsonObject[]> {
    const query = { broadcaster_id: account.accountId, only_manageable_rewards: onlyOwn ? 'true' : undefined }
    const read = (body: unknown) => [...objectsIn(body, 'data')]
    return api.call(ownerOf(account), { method: 'GET', path, query, scopes, read }, signal)
  }

  /** The oldest with this status, or the one with this id. Twitch answers 404 if the reward has none. */
  async function redemptionsOf(
    account: PlatformAccount,
    rewardId: string,
    by: WantedOfReward,
    signal: AbortSignal,
  ): Promise<RedemptionOfUser[]> {
    const wanted = 'id' in by ? { id: by.id } : { status: statusWords[by.status], sort: 'OLDEST' }
    const query = { broadcaster_id: account.accountId, reward_id: rewardId, first: String(pageSize), ...wanted }
    const read = (body: unknown, status: number) => (status === 404 ? { rows: [], next: undefined } : pageIn(body))
    const found: RedemptionOfUser[] = []
    let after: string | undefined
    do {
      const call = { path: redemptionsPath, query: { ...query, after }, scopes, expects: [404], read }
      const { rows, next } = await api.call(ownerOf(account), { method: 'GET', ...call }, signal)
      found.push(...rows.map((row) => ({ ...redemptionIn(row), user: userIn(row) })))
      after = next
    } while (after !== undefined && 'count' in by && found.length < by.count)
    return found
  }

  /** Twitch lists redemptions of one reward only. */
  async function ofAllRewards(
    account: PlatformAccount,
    by: WantedOfReward,
    signal: AbortSignal,
  ): Promise<RedemptionOfUser[]> {
    const ids = (await list(account, true, signal)).map((row) => textIn(row, 'id'))
    const found: RedemptionOfUser[] = []
    for (let from = 0; from < ids.length; from += askedAtOnce) {
      const some = ids.slice(from, from + askedAtOnce)
      const answers = await Promise.all(some.map((id) => redemptionsOf(account, id, by, signal)))
      found.push(...answers.flat())
      if ('id' in by && found.length > 0) break
    }
    return found
  }

  async function update(
    account: PlatformAccount,
    id: string,
    change: Partial<RewardSettings>,
    signal: AbortSignal,
  ): Promise<PlatformReward> {
    const query = { broadcaster_id: account.accountId, id }
    const json = { ...fieldsOf(change), ...(change.paused !== undefined && { is_paused: change.paused }) }
    const read = (body: unknown, status: number) => {
      if (status === 404) throw new Failure('reward_not_found')
      return rewardIn(firstIn(body, 'data'), true)
    }
    const call = { path, query, json, scopes, expects: [404], read }
    return api.call(ownerOf(account), { method: 'PATCH', ...call }, signal)
  }

  async function rewardOf(account: PlatformAccount, redemptionId: string, signal: AbortSignal): Promise<string> {
    const [found] = await ofAllRewards(account, { id: redemptionId }, signal)
    if (found === undefined) throw new Failure('redemption_not_found')
    return found.rewardId
  }

  return {
    lacks: [],

    async list(account, signal) {
      const [all, own] = await Promise.all([list(account, false, signal), list(account, true, signal)])
      const ownIds = new Set(own.map((row) => textIn(row, 'id')))
      return all.map((row) => rewardIn(row, ownIds.has(textIn(row, 'id'))))
    },

    async create(account, reward, signal) {
      const query = { broadcaster_id: account.accountId }
      const read = (body: unknown) => rewardIn(firstIn(body, 'data'), true)
      const call = { path, query, json: fieldsOf(reward), scopes, read }
      const created = await api.call(ownerOf(account), { method: 'POST', ...call }, signal)
      // A new reward is never paused: that is a change of its own.
      return reward.paused === true ? update(account, created.id, { paused: true }, signal) : created
    },

    update,

    async remove(account, id, signal) {
      const query = { broadcaster_id: account.accountId, id }
      const settle = (status: number) => {
        if (status === 404) throw new Failure('reward_not_found')
      }
      const call = { path, query, scopes, expects: [404], settle }
      await api.call(ownerOf(account), { method: 'DELETE', ...call }, signal)
    },

    async listRedemptions(account, { rewardId, status, limit, offset }, signal) {
      const wanted = { status, count: offset + limit }
      const found =
        rewardId === undefined
          ? await ofAllRewards(account, wanted, signal)
          : await redemptionsOf(account, rewardId, wanted, signal)
      return found.toSorted((a, b) => a.redeemedAt - b.redeemedAt).slice(offset, offset + limit)
    },

    async settle(account, { redemptionId: id, rewardId: known, status }, signal) {
      const rewardId = known ?? (await rewardOf(account, id, signal))
      const query = { broadcaster_id: account.accountId, reward_id: rewardId, id }
      const settle = (answered: number) => {
        if (answered === 404) throw new Failure('redemption_not_found')
        return { rewardId }
      }
      const json = { status: statusWords[status] }
      const call = { path: redemptionsPath, query, json, scopes, expects: [404], settle }
      return api.call(ownerOf(account), { method: 'PATCH', ...call }, signal)
    },
  }
}

/** What both creating and changing take. A limit is turned off by its own flag. */
function fieldsOf(reward: Partial<RewardSettings>): JsonObject {
  const { maxPerStream, maxPerUserPerStream, cooldownSeconds } = reward
  return {
    ...plainFields(reward),
    ...limit('is_max_per_stream_enabled', 'max_per_stream', maxPerStream),
    ...limit('is_max_per_user_per_stream_enabled', 'max_per_user_per_stream', maxPerUserPerStream),
    ...limit('is_global_cooldown_enabled', 'global_cooldown_seconds', cooldownSeconds),
  }
}

const plainNames = {
  title: 'title',
  cost: 'cost',
  prompt: 'prompt',
  enabled: 'is_enabled',
  inputRequired: 'is_user_input_required',
  skipQueue: 'should_redemptions_skip_request_queue',
  color: 'background_color',
} as const satisfies Partial<Record<RewardSettingName, string>>

function plainFields(reward: Partial<RewardSettings>): JsonObject {
  const names = Object.entries(plainNames) as [keyof typeof plainNames, string][]
  return Object.fromEntries(
    names.flatMap(([name, field]) => (reward[name] === undefined ? [] : [[field, reward[name]]])),
  )
}

function limit(flag: string, field: string, value: number | null | undefined): JsonObject {
  if (value === undefined) return {}
  return value === null ? { [flag]: false } : { [flag]: true, [field]: value }
}

function rewardIn(row: JsonObject, canManage: boolean): PlatformReward {
  return {
    id: textIn(row, 'id'),
    title: textIn(row, 'title'),
    cost: numberIn(row, 'cost'),
    prompt: textIn(row, 'prompt'),
    enabled: row.is_enabled === true,
    paused: row.is_paused === true,
    inputRequired: row.is_user_input_required === true,
    skipQueue: row.should_redemptions_skip_request_queue === true,
    color: textIn(row, 'background_color'),
    maxPerStream: limitIn(row, 'max_per_stream_setting', 'max_per_stream'),
    maxPerUserPerStream: limitIn(row, 'max_per_user_per_stream_setting', 'max_per_user_per_stream'),
    cooldownSeconds: limitIn(row, 'global_cooldown_setting', 'global_cooldown_seconds'),
    canManage,
  }
}

function limitIn(row: JsonObject, setting: string, field: string): number | null {
  const found = objectIn(row, setting)
  return found.is_enabled === true ? numberIn(found, field) : null
}

/** A redemption in an answer or an event; both have the same fields. */
export function redemptionIn(row: JsonObject) {
  const reward = objectIn(row, 'reward')
  return {
    redemptionId: textIn(row, 'id'),
    rewardId: textIn(reward, 'id'),
    rewardTitle: textIn(reward, 'title'),
    cost: numberIn(reward, 'cost'),
    message: textIn(row, 'user_input'),
    status: statusIn(row),
    redeemedAt: timeIn(row, 'redeemed_at'),
  }
}

/** Capital letters in answers, small ones in events, which also know `unknown`. */
function statusIn(row: JsonObject): RedemptionStatus {
  const word = textIn(row, 'status').toUpperCase()
  if (word === statusWords.fulfilled) return 'fulfilled'
  return word === statusWords.refunded ? 'refunded' : 'pending'
}

function ownerOf({ channelId }: PlatformAccount): AccountOwner {
  return { channelId, service: 'twitch', role: 'broadcaster' }
}
