import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { HttpClient } from '../calls/http-client.ts'
import { numberIn, objectsIn, textIn } from '../calls/json-fields.ts'
import { reasonIn } from '../calls/reason.external.ts'
import { platformMessages } from '../messages.ts'
import type { AccountOwner } from '../services/services.ts'
import type { AccountApi } from '../sign-in/account-api.ts'
import { createCreatedSubscriptions } from './created-subscriptions.ts'
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
  db: Database
}) {
  const { api, http, apiUrl, appToken } = needs
  const known = createKnownSubscriptions(needs)
  const created = createCreatedSubscriptions(needs)

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

    /** Those of the topics that Kick does not list and that are not known to deliver all the same. */
    async missing(owner: AccountOwner, wanted: readonly string[], accountId: string, signal: AbortSignal) {
      const listed = new Set((await list(owner, accountId, signal)).map(({ topic }) => topic))
      const unlisted = wanted.filter((topic) => !listed.has(topic))
      return created.missing({ channelId: owner.channelId, accountId }, unlisted)
    },

    /** Whether this server subscribed to the deliveries with this subscription id, of which one has come. */
    async isOurs(owner: AccountOwner, accountId: string, id: string): Promise<boolean> {
      if (await created.noteDelivery({ channelId: owner.channelId, accountId }, id)) return true
      return known.has(accountId, id, () => list(owner, accountId, AbortSignal.timeout(listTimeoutMs)))
    },

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
      const read = (body: unknown) => ({ accepted: createdIn(body), refused: refusalsIn(body) })
      const { accepted, refused } = await api.call(owner, { method: 'POST', path, json, scopes, read }, signal)
      await created.add({ channelId: owner.channelId, accountId }, accepted)
      known.note(
        accountId,
        accepted.map(({ id }) => id),
      )
      return refused
    },

    /** Deletes all subscriptions of an account, also those that Kick does not list. */
    async endAll(channelId: number, accountId: string, signal: AbortSignal): Promise<void> {
      const query = [['broadcaster_user_id', accountId]] as const
      const listed = subscriptionsIn(await asApp('GET', query, signal), accountId).map(({ id }) => id)
      const all = [...new Set([...listed, ...(await created.ids({ channelId, accountId }))])]
      for (let from = 0; from < all.length; from += idsAtOnce) {
        const ids = all.slice(from, from + idsAtOnce).map((id) => ['id', id] as const)
        await asApp('DELETE', ids, signal)
      }
      await created.forget({ channelId, accountId })
    },
  }
}

function subscriptionsIn(body: unknown, accountId: string): KickSubscription[] {
  return objectsIn(body, 'data')
    .filter((row) => row.method === 'webhook' && String(numberIn(row, 'broadcaster_user_id')) === accountId)
    .map((row) => ({ id: textIn(row, 'id'), topic: textIn(row, 'event') }))
}

function createdIn(body: unknown): { topic: string; id: string }[] {
  return objectsIn(body, 'data').flatMap((row) => {
    const { subscription_id: id } = row
    return typeof id === 'string' && id !== '' ? [{ topic: textIn(row, 'name'), id }] : []
  })
}

/** Kick answers for each topic: some may be refused while others are accepted. */
function refusalsIn(body: unknown): RefusedTopic[] {
  return objectsIn(body, 'data').flatMap((row) => {
    const { error } = row
    return typeof error === 'string' && error !== '' ? [{ topic: textIn(row, 'name'), reason: error }] : []
  })
}
