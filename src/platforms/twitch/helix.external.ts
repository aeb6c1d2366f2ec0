import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { BitsLeader, LeaderboardPeriod } from '../audience-figures.ts'
import type { HttpAnswer } from '../calls/http-exchange.ts'
import { asObject, firstIn, type JsonObject, numberIn, objectsIn, textIn } from '../calls/json-fields.ts'
import { reasonIn } from '../calls/reason.external.ts'
import type { ChatRules } from '../chat-rules.ts'
import type { ChatBadge } from '../contract/chat-parts.ts'
import { platformMessages } from '../messages.ts'
import type { PlatformSubscriber, PlatformUser } from '../platform.ts'
import type { AccountOwner } from '../services/services.ts'
import type { AccountApi, ApiRequest } from '../sign-in/account-api.ts'
import { badgeListIn } from './chat.external.ts'
import { chatRulesIn, chatSettingsOf } from './chat-settings.external.ts'
import type { TwitchTopic } from './events.external.ts'
import { createHelixChannel } from './helix-channel.external.ts'
import { pageIn } from './pages.external.ts'
import { tierIn, userIn } from './people.external.ts'

/** The valid forms of a login and an id. Twitch answers others with an error. */
const loginShape = /^[a-z0-9_]{1,25}$/i
const idShape = /^\d{1,20}$/
const pageSize = 1000
const subscriberPageSize = 100
const maxPages = 50

export type Helix = ReturnType<typeof createHelix>

/** Client of Twitch's Helix API. Each call names the scope it needs. */
export function createHelix(api: AccountApi) {
  async function allPages<T>(
    owner: AccountOwner,
    call: Omit<ApiRequest, 'method'>,
    read: (row: JsonObject) => T,
    signal: AbortSignal,
  ): Promise<T[]> {
    const items: T[] = []
    let after: string | undefined
    for (let page = 0; page < maxPages; page++) {
      const query = { ...call.query, after }
      const answer = await api.call(owner, { ...call, method: 'GET', query, read: pageIn }, signal)
      items.push(...answer.rows.map(read))
      after = answer.next
      if (after === undefined) break
    }
    return items
  }

  return {
    ...createHelixChannel(api),

    async findUser(
      owner: AccountOwner,
      by: { readonly id: string } | { readonly username: string },
      signal: AbortSignal,
    ): Promise<PlatformUser | undefined> {
      const query = 'id' in by ? { id: by.id } : { login: by.username }
      if (!('id' in by ? idShape.test(by.id) : loginShape.test(by.username))) return undefined
      const read = (body: unknown) => objectsIn(body, 'data').map((row) => accountIn(row))[0]
      return api.call(owner, { method: 'GET', path: '/users', query, scopes: [], read }, signal)
    },

    countFollowers(owner: AccountOwner, id: string, signal: AbortSignal): Promise<number> {
      const query = { broadcaster_id: id, first: '1' }
      const read = (body: unknown) => numberIn(asObject(body), 'total')
      return api.call(owner, { method: 'GET', path: '/channels/followers', query, scopes: [], read }, signal)
    },

    listChatters(owner: AccountOwner, id: string, signal: AbortSignal): Promise<PlatformUser[]> {
      const query = { broadcaster_id: id, moderator_id: id, first: String(pageSize) }
      const call = { path: '/chat/chatters', query, scopes: ['moderator:read:chatters'] }
      return allPages(owner, call, (row) => userIn(row), signal)
    },

    async listSubscribers(owner: AccountOwner, id: string, signal: AbortSignal): Promise<PlatformSubscriber[]> {
      const query = { broadcaster_id: id, first: String(subscriberPageSize) }
      const call = { path: '/subscriptions', query, scopes: ['channel:read:subscriptions'] }
      const read = (row: JsonObject) => ({ user: userIn(row), tier: tierIn(row), isGift: row.is_gift === true })
      const all = await allPages(owner, call, read, signal)
      // Broadcasters are subscribed to themselves.
      return all.filter(({ user }) => user.id !== id)
    },

    /** The badges of a channel; without an id, those that every channel has. */
    listBadges(owner: AccountOwner, id: string | undefined, signal: AbortSignal): Promise<ChatBadge[]> {
      const path = id === undefined ? '/chat/badges/global' : '/chat/badges'
      const query = { broadcaster_id: id }
      return api.call(owner, { method: 'GET', path, query, scopes: [], read: badgeListIn }, signal)
    },

    /** Broadcasters are subscribed to themselves, and counted. */
    async countSubscribers(owner: AccountOwner, id: string, signal: AbortSignal): Promise<number> {
      const query = { broadcaster_id: id, first: '1' }
      const read = (body: unknown) => numberIn(asObject(body), 'total')
      const call = { path: '/subscriptions', query, scopes: ['channel:read:subscriptions'], read }
      return Math.max(0, (await api.call(owner, { method: 'GET', ...call }, signal)) - 1)
    },

    listBitsLeaders(
      owner: AccountOwner,
      { period, limit, now }: { readonly period: LeaderboardPeriod; readonly limit: number; readonly now: number },
      signal: AbortSignal,
    ): Promise<BitsLeader[]> {
      // The period is the week or the month with this moment.
      const span = period === 'lifetime' ? { period: 'all' } : { period, started_at: new Date(now).toISOString() }
      const query = { count: String(limit), ...span }
      const read = (body: unknown) =>
        objectsIn(body, 'data').map((row) => {
          return { rank: numberIn(row, 'rank'), user: userIn(row), amount: numberIn(row, 'score') }
        })
      return api.call(owner, { method: 'GET', path: '/bits/leaderboard', query, scopes: ['bits:read'], read }, signal)
    },

    say(
      owner: AccountOwner,
      line: { to: string; from: string; text: string; replyTo: string | undefined },
      signal: AbortSignal,
    ) {
      const { to, from, text, replyTo } = line
      const reply = replyTo === undefined ? {} : { reply_parent_message_id: replyTo }
      const json = { broadcaster_id: to, sender_id: from, message: text, ...reply }
      const scopes = ['user:write:chat']
      return api.call(owner, { method: 'POST', path: '/chat/messages', json, scopes, read: sentIn }, signal)
    },

    ban(
      owner: AccountOwner,
      id: string,
      sentence: { userId: string; seconds: number | undefined; reason: string },
      signal: AbortSignal,
    ): Promise<void> {
      const query = { broadcaster_id: id, moderator_id: id }
      const { userId, seconds, reason } = sentence
      const json = { data: { user_id: userId, ...(seconds !== undefined && { duration: seconds }), reason } }
      const isForGood = seconds === undefined
      const settle = unlessSaid(isForGood ? /already banned/i : undefined)
      const call = { path: '/moderation/bans', query, json, scopes: ['moderator:manage:banned_users'], expects: [400] }
      return api.call(owner, { method: 'POST', ...call, settle }, signal)
    },

    unban(owner: AccountOwner, id: string, userId: string, signal: AbortSignal): Promise<void> {
      const query = { broadcaster_id: id, moderator_id: id, user_id: userId }
      const call = { path: '/moderation/bans', query, scopes: ['moderator:manage:banned_users'], expects: [400] }
      return api.call(owner, { method: 'DELETE', ...call, settle: unlessSaid(/not banned/i) }, signal)
    },

    /** Without a message id the whole chat is cleared. */
    deleteChat(owner: AccountOwner, id: string, messageId: string | undefined, signal: AbortSignal): Promise<boolean> {
      const query = { broadcaster_id: id, moderator_id: id, message_id: messageId }
      const call = { path: '/moderation/chat', query, scopes: ['moderator:manage:chat_messages'], expects: [404] }
      return api.call(owner, { method: 'DELETE', ...call, settle: (status) => status !== 404 }, signal)
    },

    readChatRules(owner: AccountOwner, id: string, signal: AbortSignal): Promise<ChatRules> {
      const read = (body: unknown) => chatRulesIn(firstIn(body, 'data'))
      const query = { broadcaster_id: id }
      return api.call(owner, { method: 'GET', path: '/chat/settings', query, scopes: [], read }, signal)
    },

    setChatRules(owner: AccountOwner, id: string, rules: Partial<ChatRules>, signal: AbortSignal): Promise<void> {
      const query = { broadcaster_id: id, moderator_id: id }
      const json = chatSettingsOf(rules)
      const scopes = ['moderator:manage:chat_settings']
      return api.call(owner, { method: 'PATCH', path: '/chat/settings', query, json, scopes, settle: nothing }, signal)
    },

    /** An existing subscription counts as success. */
    subscribe(owner: AccountOwner, topic: TwitchTopic, sessionId: string, signal: AbortSignal): Promise<void> {
      const { type, version, condition, scopes } = topic
      const transport = { method: 'websocket', session_id: sessionId }
      const json = { type, version, condition, transport }
      // A topic that fails stops neither the others nor other calls of the account.
      const circuit = `eventsub ${type}`
      const call = { path: '/eventsub/subscriptions', json, scopes, circuit, expects: [409], settle: nothing }
      return api.call(owner, { method: 'POST', ...call }, signal)
    },
  }
}

/** Twitch uses 401 for several errors; only the message identifies a rejected token. */
export function isTokenRefused({ status, body }: HttpAnswer): boolean {
  return status === 401 && !/scope|_id\b|moderator|broadcaster/i.test(String(reasonIn(body)))
}

export function missingScope({ status, body }: HttpAnswer): string | undefined {
  if (status !== 401 && status !== 403) return undefined
  return /missing (?:required )?scope:? (\S+)/i.exec(String(reasonIn(body)))?.[1]
}

/** Seconds until the rate-limit bucket is full. A 429 with a non-empty bucket has another cause. */
export function waitSeconds(headers: Headers, now: number): number | undefined {
  const reset = Number(headers.get('ratelimit-reset') ?? Number.NaN)
  if (!Number.isFinite(reset) || Number(headers.get('ratelimit-remaining') ?? 0) > 0) return undefined
  return Math.max(1, Math.ceil(reset - now / 1000))
}

export function apiHeaders(clientId: string, accessToken: string): Record<string, string> {
  return { Authorization: `Bearer ${accessToken}`, 'Client-Id': clientId }
}

/** The user of the token: `/users` without parameters returns it. */
export function ownUserIn(body: unknown): PlatformUser {
  return accountIn(firstIn(body, 'data'))
}

function accountIn(row: JsonObject): PlatformUser {
  return { id: textIn(row, 'id'), username: textIn(row, 'login'), displayname: textIn(row, 'display_name') }
}

/** Twitch answers 200 even for a message that it dropped. */
function sentIn(body: unknown): { messageId: string } {
  const row = firstIn(body, 'data')
  if (row.is_sent === true) return { messageId: textIn(row, 'message_id') }
  throw refused(row.drop_reason)
}

/** Accepts a 400 whose reason matches `fine`: the wanted state already exists. */
function unlessSaid(fine: RegExp | undefined) {
  return (status: number, body: unknown): void => {
    if (status === 400 && !fine?.test(String(reasonIn(body)))) throw refused(body)
  }
}

function refused(body: unknown): Failure {
  return new Failure('platform_refused', {
    message: platformMessages.refused.of({ service: 'Twitch', reason: reasonIn(body) }),
  })
}

function nothing(): void {}
