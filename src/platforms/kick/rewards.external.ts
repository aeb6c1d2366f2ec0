import type { Ids } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { PlatformAccount, PlatformUser } from '../account.ts'
import { asObject, type JsonObject, numberIn, objectIn, objectsIn, textIn, timeIn } from '../calls/json-fields.ts'
import type { RedemptionStatus, RewardChange } from '../contract/interaction-states.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformEvent, PlatformFeed } from '../platform.ts'
import {
  type PlatformReward,
  type RedemptionOfUser,
  type RewardCapability,
  type RewardSettingName,
  type RewardSettings,
  redemptionEventId,
} from '../rewards.ts'
import type { AccountOwner } from '../services/services.ts'
import type { AccountApi } from '../sign-in/account-api.ts'
import { kickMessages } from './messages.ts'
import { userIdIn } from './user-id.external.ts'

const path = '/public/v1/channels/rewards'
const redemptionsPath = `${path}/redemptions`
const readScopes = ['channel:rewards:read']
const writeScopes = ['channel:rewards:write']
/** Kick takes this many ids of users in one request. */
const usersAtOnce = 50
/** More than all rows that list-redemptions can pass over. */
const maxPages = 1_000

const statusWords = { pending: 'pending', fulfilled: 'accepted', refunded: 'rejected' } as const

export const redemptionTopic = 'channel.reward.redemption.updated'

/** Channel point rewards of Kick. An app can change only the rewards that it created. */
export function createKickRewards(needs: { api: AccountApi; ids: Ids; feed: PlatformFeed }): RewardCapability {
  const { api, ids, feed } = needs

  /** Kick reports redemptions, but not changes of rewards. */
  async function report(account: PlatformAccount, change: RewardChange, reward: PlatformReward): Promise<void> {
    const { id, title, cost, enabled, paused } = reward
    const user = { id: account.accountId, username: account.username, displayname: account.displayname }
    await feed(account, {
      kind: 'reward',
      id: ids.next('change'),
      user,
      change,
      reward: { id, title, cost, enabled, paused },
    })
  }

  function list(account: PlatformAccount, signal: AbortSignal): Promise<PlatformReward[]> {
    const read = (body: unknown) => objectsIn(body, 'data').map(rewardIn)
    return api.call(ownerOf(account), { method: 'GET', path, scopes: readScopes, read }, signal)
  }

  async function update(
    account: PlatformAccount,
    id: string,
    change: Partial<RewardSettings>,
    signal: AbortSignal,
  ): Promise<PlatformReward> {
    const json = { ...fieldsOf(change), ...(change.paused !== undefined && { is_paused: change.paused }) }
    const read = (body: unknown, status: number) => {
      if (status === 404) throw new Failure('reward_not_found')
      return rewardIn(objectIn(asObject(body), 'data'))
    }
    const call = { path: pathOf(id), json, scopes: writeScopes, expects: [404], read }
    return api.call(ownerOf(account), { method: 'PATCH', ...call }, signal)
  }

  /** Redemptions name their users by id alone. */
  async function namesOf(
    account: PlatformAccount,
    userIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>()
    for (let from = 0; from < userIds.length; from += usersAtOnce) {
      const query = new URLSearchParams(userIds.slice(from, from + usersAtOnce).map((id) => ['id', id]))
      const read = (body: unknown) => objectsIn(body, 'data')
      const call = { path: `/public/v1/users?${query}`, scopes: ['user:read'], read }
      for (const row of await api.call(ownerOf(account), { method: 'GET', ...call }, signal)) {
        names.set(userIdIn(row), textIn(row, 'name'))
      }
    }
    return names
  }

  return {
    lacks: ['maxPerStream', 'maxPerUserPerStream', 'cooldownSeconds'],
    list,

    async create(account, reward, signal) {
      const read = (body: unknown) => rewardIn(objectIn(asObject(body), 'data'))
      const call = { path, json: fieldsOf(reward), scopes: writeScopes, read }
      const created = await api.call(ownerOf(account), { method: 'POST', ...call }, signal)
      // A new reward is never paused: that is a change of its own.
      const done = reward.paused === true ? await update(account, created.id, { paused: true }, signal) : created
      await report(account, 'created', done)
      return done
    },

    async update(account, id, change, signal) {
      const changed = await update(account, id, change, signal)
      await report(account, 'updated', changed)
      return changed
    },

    async remove(account, id, signal) {
      const known = (await list(account, signal)).find((reward) => reward.id === id)
      const settle = (status: number) => {
        if (status === 404) throw new Failure('reward_not_found')
      }
      const call = { path: pathOf(id), scopes: writeScopes, expects: [404], settle }
      await api.call(ownerOf(account), { method: 'DELETE', ...call }, signal)
      if (known !== undefined) await report(account, 'deleted', known)
    },

    async listRedemptions(account, { rewardId, status, limit, offset }, signal) {
      const rows: UnnamedRedemption[] = []
      let cursor: string | undefined
      for (let page = 0; page < maxPages && rows.length < offset + limit; page++) {
        const query = { reward_id: rewardId, status: statusWords[status], cursor }
        const call = { path: redemptionsPath, query, scopes: readScopes, read: redemptionsIn }
        const answer = await api.call(ownerOf(account), { method: 'GET', ...call }, signal)
        rows.push(...answer.rows)
        cursor = answer.next
        if (cursor === undefined) break
      }
      const shown = rows.toSorted((a, b) => a.redeemedAt - b.redeemedAt).slice(offset, offset + limit)
      const names = await namesOf(account, [...new Set(shown.map(({ userId }) => userId))], signal)
      return shown.map(({ userId: id, ...redemption }): RedemptionOfUser => {
        const name = names.get(id) ?? ''
        return { ...redemption, user: { id, username: name, displayname: name } }
      })
    },

    async settle(account, { redemptionId: id, rewardId, status }, signal) {
      const read = (body: unknown) => {
        const reason = refusalIn(body, id)
        if (reason === 'NOT_FOUND') throw new Failure('redemption_not_found')
        if (reason !== undefined) throw refused(reason)
        return { rewardId }
      }
      const call = {
        path: `${redemptionsPath}/${status === 'fulfilled' ? 'accept' : 'reject'}`,
        json: { ids: [id] },
        scopes: writeScopes,
        read,
      }
      return api.call(ownerOf(account), { method: 'POST', ...call }, signal)
    },
  }
}

/** The redemption in a webhook delivery; none in one of another topic. */
export function rewardEventsIn(
  topic: string,
  row: JsonObject,
  about: <T>(user: JsonObject, make: (user: PlatformUser) => T) => T[],
): PlatformEvent[] {
  if (topic !== redemptionTopic) return []
  const reward = objectIn(row, 'reward')
  const redeemed = {
    redemptionId: textIn(row, 'id'),
    rewardId: textIn(reward, 'id'),
    rewardTitle: textIn(reward, 'title'),
    cost: numberIn(reward, 'cost'),
    message: typeof row.user_input === 'string' ? row.user_input : '',
    status: statusIn(row),
    redeemedAt: timeIn(row, 'redeemed_at'),
  }
  return about(objectIn(row, 'redeemer'), (user) => {
    return { kind: 'redemption', id: redemptionEventId(redeemed), user, ...redeemed }
  })
}

const plainNames = {
  title: 'title',
  cost: 'cost',
  prompt: 'description',
  enabled: 'is_enabled',
  inputRequired: 'is_user_input_required',
  skipQueue: 'should_redemptions_skip_request_queue',
  color: 'background_color',
} as const satisfies Partial<Record<RewardSettingName, string>>

function fieldsOf(reward: Partial<RewardSettings>): JsonObject {
  const names = Object.entries(plainNames) as [keyof typeof plainNames, string][]
  return Object.fromEntries(
    names.flatMap(([name, field]) => (reward[name] === undefined ? [] : [[field, reward[name]]])),
  )
}

function rewardIn(row: JsonObject): PlatformReward {
  return {
    id: textIn(row, 'id'),
    title: textIn(row, 'title'),
    cost: numberIn(row, 'cost'),
    prompt: typeof row.description === 'string' ? row.description : '',
    enabled: row.is_enabled === true,
    paused: row.is_paused === true,
    inputRequired: row.is_user_input_required === true,
    skipQueue: row.should_redemptions_skip_request_queue === true,
    color: typeof row.background_color === 'string' ? row.background_color : '',
    maxPerStream: null,
    maxPerUserPerStream: null,
    cooldownSeconds: null,
    // Kick does not say which app created a reward, and refuses a change of another one.
    canManage: true,
  }
}

type UnnamedRedemption = Omit<RedemptionOfUser, 'user'> & { readonly userId: string }

/** Kick groups redemptions by reward. A deleted reward may lack its cost. */
function redemptionsIn(body: unknown): { rows: UnnamedRedemption[]; next: string | undefined } {
  const rows = objectsIn(body, 'data').flatMap((group) => {
    const reward = objectIn(group, 'reward')
    return objectsIn(group, 'redemptions').map((row) => ({
      redemptionId: textIn(row, 'id'),
      rewardId: textIn(reward, 'id'),
      rewardTitle: textIn(reward, 'title'),
      cost: typeof reward.cost === 'number' ? reward.cost : 0,
      message: typeof row.user_input === 'string' ? row.user_input : '',
      status: statusIn(row),
      redeemedAt: timeIn(row, 'redeemed_at'),
      userId: userIdIn(objectIn(row, 'redeemer')),
    }))
  })
  const { next_cursor: next } = asObject(asObject(body).pagination ?? {})
  return { rows, next: typeof next === 'string' && next !== '' ? next : undefined }
}

/** `data` lists only those that could not be settled. */
function refusalIn(body: unknown, id: string): string | undefined {
  const { data } = asObject(body)
  const row = Array.isArray(data) ? data.map(asObject).find((one) => one.id === id) : undefined
  return row && textIn(row, 'reason')
}

const refusals: ReadonlyMap<string, Text> = new Map([
  ['NOT_PENDING', kickMessages.redemptionSettled.of()],
  ['NOT_OWNED', kickMessages.rewardOfOtherApp.of()],
])

function refused(reason: string): Failure {
  return new Failure('platform_refused', {
    message: platformMessages.refused.of({ service: 'Kick', reason: refusals.get(reason) ?? reason }),
  })
}

function statusIn(row: JsonObject): RedemptionStatus {
  const word = textIn(row, 'status')
  if (word === statusWords.fulfilled) return 'fulfilled'
  return word === statusWords.refunded ? 'refunded' : 'pending'
}

function pathOf(rewardId: string): string {
  return `${path}/${encodeURIComponent(rewardId)}`
}

function ownerOf({ channelId }: PlatformAccount): AccountOwner {
  return { channelId, service: 'kick', role: 'broadcaster' }
}
