import { Failure } from '../../kernel/operation/contract/failures.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { BitsLeader, LeaderboardPeriod } from '../audience-figures.ts'
import {
  asObject,
  firstIn,
  type JsonObject,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
  timeIn,
} from '../calls/json-fields.ts'
import { reasonIn, reasonsIn } from '../calls/reason.external.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformCategory, PlatformUser } from '../platform.ts'
import type { AccountOwner } from '../services/services.ts'
import type { AccountApi } from '../sign-in/account-api.ts'
import { kickMessages } from './messages.ts'
import { userIdIn } from './user-id.external.ts'

const idShape = /^[1-9]\d{0,14}$/
/** The channel slug in the address of a Kick page. */
const slugShape = /^[a-z0-9_-]{1,50}$/
const categoryPageSize = 100
const maxReasonLength = 100

export interface KickChannel {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly category: PlatformCategory
  readonly live: boolean
  readonly viewerCount: number
  readonly startedAt: number | null
  /** Undefined if Kick does not say. */
  readonly subscriberCount: number | undefined
}

export interface KickLine {
  readonly text: string
  /** The id of the message that it replies to. */
  readonly replyTo: string | undefined
}

export const usersPath = '/public/v1/users'
const channelsPath = '/public/v1/channels'
const bansPath = '/public/v1/moderation/bans'

const chatCall = { method: 'POST', path: '/public/v1/chat', scopes: ['chat:write'], read: sentIn } as const

export type KickApi = ReturnType<typeof createKickApi>

/** Client of Kick's API. Each call names the scope it needs. */
export function createKickApi(api: AccountApi) {
  async function findChannel(
    owner: AccountOwner,
    query: { readonly broadcaster_user_id: string } | { readonly slug: string },
    signal: AbortSignal,
  ): Promise<KickChannel | undefined> {
    const read = (body: unknown, status: number) =>
      status >= 400 ? undefined : objectsIn(body, 'data').map((row) => channelIn(row))[0]
    // Kick answers an unknown name with an error.
    const call = { path: channelsPath, query, scopes: ['channel:read'], expects: [400, 404], read }
    return api.call(owner, { method: 'GET', ...call }, signal)
  }

  async function findUserById(owner: AccountOwner, id: string, signal: AbortSignal): Promise<PlatformUser | undefined> {
    if (!idShape.test(id)) return undefined
    const read = (body: unknown, status: number) =>
      status >= 400 ? undefined : objectsIn(body, 'data').map((row) => userIn(row))[0]
    const call = { path: usersPath, query: { id }, scopes: ['user:read'], expects: [400, 404], read }
    return api.call(owner, { method: 'GET', ...call }, signal)
  }

  return {
    findUserById,

    /** Users are found by their channel slug: the name in lowercase letters, `_` sometimes written as `-`. */
    async findUserByName(owner: AccountOwner, name: string, signal: AbortSignal): Promise<PlatformUser | undefined> {
      const slug = name.toLowerCase()
      if (!slugShape.test(slug)) return undefined
      for (const one of new Set([slug, slug.replaceAll('_', '-')])) {
        const channel = await findChannel(owner, { slug: one }, signal)
        const user = channel && (await findUserById(owner, channel.id, signal))
        // The converted slug may belong to another user.
        if (user !== undefined && (one === slug || nameKey(user.username) === nameKey(name))) return user
      }
      return undefined
    },

    async readChannel(owner: AccountOwner, id: string, signal: AbortSignal): Promise<KickChannel> {
      const channel = await findChannel(owner, { broadcaster_user_id: id }, signal)
      if (channel !== undefined) return channel
      throw new Failure('platform_refused', {
        message: platformMessages.refused.of({ service: 'Kick', reason: kickMessages.noChannel.of() }),
      })
    },

    setChannel(
      owner: AccountOwner,
      change: { stream_title: string } | { category_id: number } | { custom_tags: readonly string[] },
      signal: AbortSignal,
    ): Promise<void> {
      const call = { path: channelsPath, json: change, scopes: ['channel:write'], settle: nothing }
      return api.call(owner, { method: 'PATCH', ...call }, signal)
    },

    listCategoriesNamed(owner: AccountOwner, name: string, signal: AbortSignal): Promise<PlatformCategory[]> {
      const query = { name, limit: String(categoryPageSize) }
      const call = { path: '/public/v2/categories', query, scopes: [], read: categoriesIn }
      return api.call(owner, { method: 'GET', ...call }, signal)
    },

    /** The older search API, which also matches parts of names. If Kick removes it, it finds nothing. */
    searchCategories(owner: AccountOwner, name: string, signal: AbortSignal): Promise<PlatformCategory[]> {
      const read = (body: unknown, status: number) => (status >= 400 ? [] : categoriesIn(body))
      const call = { path: '/public/v1/categories', query: { q: name }, scopes: [], expects: [404, 410], read }
      return api.call(owner, { method: 'GET', ...call }, signal)
    },

    /** The leaderboard of KICKs, with the periods that Kick has. */
    listKicksLeaders(
      owner: AccountOwner,
      { period, limit }: { readonly period: LeaderboardPeriod; readonly limit: number },
      signal: AbortSignal,
    ): Promise<BitsLeader[]> {
      const read = (body: unknown) => leadersIn(objectIn(asObject(body), 'data'), period).slice(0, limit)
      const call = { path: '/public/v1/kicks/leaderboard', query: { top: String(limit) }, scopes: ['kicks:read'], read }
      return api.call(owner, { method: 'GET', ...call }, signal)
    },

    /** As the account in the chat of the channel `to`. */
    say(owner: AccountOwner, { to, ...line }: KickLine & { to: string }, signal: AbortSignal) {
      const json = { ...contentOf(line), type: 'user', broadcaster_user_id: Number(to) }
      return api.call(owner, { ...chatCall, json }, signal)
    },

    /** As the app's bot in the account's own chat. Its errors leave the account's other calls alone. */
    sayAsAppBot(owner: AccountOwner, line: KickLine, signal: AbortSignal) {
      const json = { ...contentOf(line), type: 'bot' }
      const read = (body: unknown, status: number) => {
        if (status !== 400) return sentIn(body)
        const reason = reasonIn(body)
        // The chat is the account's own: what Kick does not find is the bot.
        const hasNoBot = typeof reason === 'string' && /channel not found/i.test(reason)
        const message = hasNoBot
          ? kickMessages.appHasNoBot.of()
          : platformMessages.refused.of({ service: 'Kick', reason })
        throw new Failure('platform_refused', { message })
      }
      return api.call(owner, { ...chatCall, json, circuit: 'app bot', expects: [400], read }, signal)
    },

    /** False if there is no such message. */
    deleteLine(owner: AccountOwner, messageId: string, signal: AbortSignal): Promise<boolean> {
      const path = `/public/v1/chat/${encodeURIComponent(messageId)}`
      const call = { path, scopes: ['moderation:chat_message:manage'], expects: [404] }
      return api.call(owner, { method: 'DELETE', ...call, settle: (status) => status !== 404 }, signal)
    },

    ban(
      owner: AccountOwner,
      id: string,
      sentence: { userId: string; minutes: number | undefined; reason: string },
      signal: AbortSignal,
    ): Promise<void> {
      const { userId, minutes, reason } = sentence
      const json = {
        broadcaster_user_id: Number(id),
        user_id: Number(userId),
        ...(minutes !== undefined && { duration: minutes }),
        ...(reason !== '' && { reason: [...reason].slice(0, maxReasonLength).join('') }),
      }
      const settle = unlessReason(minutes === undefined ? /already banned/i : undefined)
      const call = { path: bansPath, json, scopes: ['moderation:ban'], expects: [400, 409], settle }
      return api.call(owner, { method: 'POST', ...call }, signal)
    },

    unban(owner: AccountOwner, id: string, userId: string, signal: AbortSignal): Promise<void> {
      const json = { broadcaster_user_id: Number(id), user_id: Number(userId) }
      const call = { path: bansPath, json, scopes: ['moderation:ban'], expects: [400, 404] }
      return api.call(owner, { method: 'DELETE', ...call, settle: unlessReason(/not banned/i) }, signal)
    },
  }
}

export function apiHeaders(accessToken: string): Record<string, string> {
  return { Authorization: `Bearer ${accessToken}` }
}

/** The user of the token: `/users` without parameters returns it. */
export function tokenOwnerIn(body: unknown): PlatformUser {
  return userIn(firstIn(body, 'data'))
}

function userIn(row: JsonObject): PlatformUser {
  const name = textIn(row, 'name')
  return { id: userIdIn(row), username: name, displayname: name }
}

function channelIn(row: JsonObject): KickChannel {
  const stream = asObject(row.stream ?? {})
  const category = asObject(row.category ?? {})
  const live = stream.is_live === true
  return {
    id: userIdIn(row),
    slug: textIn(row, 'slug'),
    title: typeof row.stream_title === 'string' ? row.stream_title : '',
    category: typeof category.name === 'string' ? categoryIn(category) : { id: '', name: '' },
    live,
    viewerCount: live ? numberIn(stream, 'viewer_count') : 0,
    startedAt: live ? timeIn(stream, 'start_time') : null,
    subscriberCount: typeof row.active_subscribers_count === 'number' ? row.active_subscribers_count : undefined,
  }
}

/** An empty list may be null. */
function leadersIn(data: JsonObject, period: LeaderboardPeriod): BitsLeader[] {
  if (data[period] === null || data[period] === undefined) return []
  return objectsIn(data, period).map((row) => {
    const username = textIn(row, 'username')
    const user = { id: userIdIn(row), username, displayname: username }
    return { rank: numberIn(row, 'rank'), user, amount: numberIn(row, 'gifted_amount') }
  })
}

function categoryIn(row: JsonObject): PlatformCategory {
  return { id: String(numberIn(row, 'id')), name: textIn(row, 'name') }
}

function categoriesIn(body: unknown): PlatformCategory[] {
  return objectsIn(body, 'data').map(categoryIn)
}

function contentOf({ text, replyTo }: KickLine) {
  return { content: text, ...(replyTo !== undefined && { reply_to_message_id: replyTo }) }
}

function sentIn(body: unknown): { messageId: string } {
  const row = objectIn(asObject(body), 'data')
  if (row.is_sent === true) return { messageId: textIn(row, 'message_id') }
  throw refused(body)
}

/** Accepts an error whose reason matches `fine`: the wanted state already exists. */
function unlessReason(fine: RegExp | undefined) {
  return (status: number, body: unknown): void => {
    if (status >= 400 && !reasonsIn(body).some((reason) => fine?.test(reason))) throw refused(body)
  }
}

function refused(body: unknown): Failure {
  return new Failure('platform_refused', {
    message: platformMessages.refused.of({ service: 'Kick', reason: reasonIn(body) }),
  })
}

function nothing(): void {}
