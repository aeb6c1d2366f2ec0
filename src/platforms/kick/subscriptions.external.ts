import { Failure } from '../../contract/failures.ts'
import type { AccountApi } from '../account-api.ts'
import type { HttpClient } from '../http-client.ts'
import { numberIn, objectsIn, textIn } from '../json-fields.ts'
import { reasonIn } from '../reason.external.ts'
import type { AccountOwner } from '../services.ts'
import { topicVersion } from './events.external.ts'
import { apiHeaders } from './kick-api.external.ts'

const path = '/public/v1/events/subscriptions'
const scopes = ['events:subscribe']
/** Kick takes a list of ids in the address. */
const idsAtOnce = 50

export interface KickSubscription {
  readonly id: string
  readonly topic: string
}

export interface RefusedTopic {
  readonly topic: string
  readonly reason: string
}

export type KickSubscriptions = ReturnType<typeof createKickSubscriptions>

/** What Kick tells us of, as Kick has it written down. */
export function createKickSubscriptions(needs: {
  api: AccountApi
  http: HttpClient
  apiUrl: string
  /** The app's own token: an account that has left can no longer end what it began. */
  appToken: (signal: AbortSignal) => Promise<string>
}) {
  const { api, http, apiUrl, appToken } = needs

  async function asApp(method: 'GET' | 'DELETE', query: readonly (readonly [string, string])[], signal: AbortSignal) {
    const url = new URL(`${apiUrl}${path}`)
    for (const [name, value] of query) url.searchParams.append(name, value)
    const headers = apiHeaders(await appToken(signal))
    const { status, body } = await http.send({ service: 'kick', account: 'app', method, url, headers }, signal)
    if (status >= 400) throw new Failure('platform_refused', { message: `Kick refused: ${reasonIn(body)}.` })
    return body
  }

  return {
    list(owner: AccountOwner, accountId: string, signal: AbortSignal): Promise<KickSubscription[]> {
      const read = (body: unknown) => subscriptionsIn(body, accountId)
      const query = { broadcaster_user_id: accountId }
      return api.call(owner, { method: 'GET', path, query, scopes, read }, signal)
    },

    create(
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
      return api.call(owner, { method: 'POST', path, json, scopes, read: refusalsIn }, signal)
    },

    /** Ends everything that Kick tells us of an account. */
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

/** Each topic is answered for on its own: one may be refused while the others are taken. */
function refusalsIn(body: unknown): RefusedTopic[] {
  return objectsIn(body, 'data').flatMap((row) => {
    const { error } = row
    return typeof error === 'string' && error !== '' ? [{ topic: textIn(row, 'name'), reason: error }] : []
  })
}
