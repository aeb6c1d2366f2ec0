import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { HttpClient } from '../calls/http-client.ts'
import { numberIn, objectsIn, textIn } from '../calls/json-fields.ts'
import { reasonIn } from '../calls/reason.external.ts'
import { platformMessages } from '../messages.ts'
import type { AccountOwner } from '../services/services.ts'
import type { AccountApi } from '../sign-in/account-api.ts'
import { topicVersion } from './events.external.ts'
import { apiHeaders } from './kick-api.external.ts'
import { createKnownSubscriptions } from './known-subscriptions.ts'

const path = '/public/v1/events/subscriptions'
const scopes = ['events:subscribe']
/** Kick accepts a list of ids in the query. */
const idsAtOnce = 50
const listTimeoutMs = 5_000

export interface KickSubscription {
  readonly id: string
  readonly topic: string
}

export interface RefusedTopic {
  readonly topic: string
  readonly reason: string
}

export type KickSubscriptions = ReturnType<typeof createKickSubscriptions>

/** The webhook subscriptions stored at Kick. */
export function createKickSubscriptions(needs: {
  api: AccountApi
  http: HttpClient
  apiUrl: string
  /** The app's own token: a disconnected account can no longer delete its subscriptions. */
  appToken: (signal: AbortSignal) => Promise<string>
  clock: Clock
}) {
  const { api, http, apiUrl, appToken } = needs
  const known = createKnownSubscriptions(needs)

  async function asApp(method: 'GET' | 'DELETE', query: readonly (readonly [string, string])[], signal: AbortSignal) {
    const url = new URL(`${apiUrl}${path}`)
    for (const [name, value] of query) url.searchParams.append(name, value)
    const headers = apiHeaders(await appToken(signal))
    const ignoresBody = method === 'DELETE'
    const request = { service: 'kick', account: 'app', method, url, headers, ignoresBody } as const
    const { status, body } = await http.send(request, signal)
    if (status >= 400)
      throw new Failure('platform_refused', {
        message: platformMessages.refused.of({ service: 'Kick', reason: reasonIn(body) }),
      })
    return body
  }

  async function list(owner: AccountOwner, accountId: string, signal: AbortSignal): Promise<KickSubscription[]> {
    const read = (body: unknown) => subscriptionsIn(body, accountId)
    const query = { broadcaster_user_id: accountId }
    const all = await api.call(owner, { method: 'GET', path, query, scopes, read }, signal)
    known.note(
      accountId,
      all.map(({ id }) => id),
    )
    return all
  }

  return {
    list,

    /** Whether this server subscribed to the deliveries with this subscription id. */
    isOurs: (owner: AccountOwner, accountId: string, id: string): Promise<boolean> =>
      known.has(accountId, id, () => list(owner, accountId, AbortSignal.timeout(listTimeoutMs))),

    async create(
      owner: AccountOwner,
      wanted: readonly string[],
      accountId: string,
      signal: AbortSignal,
    ): Promise<RefusedTopic[]> {
      const json = {
        method: 'webhook',
        broadcaster_user_id: Number(accountId),
        events: wanted.map((name) => ({ name, version: topicVersion })),
      }
      const read = (body: unknown) => ({ ids: createdIn(body), refused: refusalsIn(body) })
      const { ids, refused } = await api.call(owner, { method: 'POST', path, json, scopes, read }, signal)
      known.note(accountId, ids)
      return refused
    },

    /** Deletes all subscriptions of an account. */
    async endAll(accountId: string, signal: AbortSignal): Promise<void> {
      const query = [['broadcaster_user_id', accountId]] as const
      const all = subscriptionsIn(await asApp('GET', query, signal), accountId)
      for (let from = 0; from < all.length; from += idsAtOnce) {
        const ids = all.slice(from, from + idsAtOnce).map(({ id }) => ['id', id] as const)
        await asApp('DELETE', ids, signal)
      }
    },
  }
}

function subscriptionsIn(body: unknown, accountId: string): KickSubscription[] {
  return objectsIn(body, 'data')
    .filter((row) => row.method === 'webhook' && String(numberIn(row, 'broadcaster_user_id')) === accountId)
    .map((row) => ({ id: textIn(row, 'id'), topic: textIn(row, 'event') }))
}

function createdIn(body: unknown): string[] {
  return objectsIn(body, 'data').flatMap(({ subscription_id: id }) => (typeof id === 'string' ? [id] : []))
}

/** Kick answers for each topic: some may be refused while others are accepted. */
function refusalsIn(body: unknown): RefusedTopic[] {
  return objectsIn(body, 'data').flatMap((row) => {
    const { error } = row
    return typeof error === 'string' && error !== '' ? [{ topic: textIn(row, 'name'), reason: error }] : []
  })
}
