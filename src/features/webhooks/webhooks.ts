import type { Clock, Ids } from '../../ambient.ts'
import type { Bus } from '../../bus/bus.ts'
import type { Caller } from '../../caller.ts'
import { Failure } from '../../contract/failures.ts'
import { publishedEvents } from '../../contract/published-events.ts'
import { allScopes, type Scope } from '../../contract/scopes.ts'
import { webhookLimits } from '../../contract/webhooks.ts'
import type { Outgoing } from '../../platforms/outgoing.ts'
import type { Database, Reader, Writer } from '../../storage/database.ts'
import type { Events } from '../events/events.ts'
import { matchingTypes, readTypes } from '../published-events/event-filter.ts'
import { type Delivery, deliveryRows } from './delivery-rows.ts'
import { webhookErrors as messages } from './messages.ts'
import { newWebhookSecret } from './signature.ts'
import type { Webhook, WebhookRows } from './webhook-rows.ts'

const storedEvents = publishedEvents.filter(({ isStored }) => isStored)
const hourMs = 60 * 60 * 1000

export interface WebhookChange {
  readonly url?: string | undefined
  /** Undefined: as before. */
  readonly types?: readonly string[] | undefined
  readonly name?: string | undefined
  readonly isActive?: boolean | undefined
}

export type Webhooks = ReturnType<typeof createWebhooks>

/** Webhooks of a channel: addresses of other servers that get its events. */
export function createWebhooks(needs: {
  db: Database
  clock: Clock
  ids: Ids
  bus: Bus
  events: Events
  rows: WebhookRows
  outgoing: () => Promise<Outgoing>
}) {
  const { db, clock, ids, bus, events, rows, outgoing } = needs

  function announce(tx: Writer, channelId: number): void {
    tx.onCommit(() => bus.publish('webhooks-changed', { channelId }))
  }

  async function get(reader: Reader, channelId: number, id: string): Promise<Webhook> {
    const webhook = await rows.find(reader, channelId, id)
    if (webhook === undefined) throw new Failure('webhook_not_found')
    return webhook
  }

  /** The names as they are stored: each is a type, or an area such as `points.*`, which may grow. */
  function checkTypes(types: readonly string[] | undefined, scopes: ReadonlySet<Scope>): void {
    if (types === undefined) {
      if (!storedEvents.some(({ scope }) => scopes.has(scope))) throw invalid(messages.nothingReadable())
      return
    }
    const live = publishedEvents.find(({ type, isStored }) => !isStored && types.includes(type))
    if (live !== undefined) throw invalid(messages.notStored({ type: live.type }))
    readTypes(types, scopes, storedEvents)
  }

  /** Who changes where a webhook sends must be allowed to read what it sends. */
  function requireReadable({ types, scopes: own }: Webhook, scopes: ReadonlySet<Scope>): void {
    const sent = types === undefined ? undefined : matchingTypes(types, own, storedEvents)
    for (const { type, scope } of storedEvents) {
      if (!own.has(scope) || scopes.has(scope) || !(sent?.has(type) ?? true)) continue
      throw new Failure('missing_scope', {
        message: messages.needsScopes({ type, scope }),
        fields: { required_scope: scope },
      })
    }
  }

  async function rollSecret(tx: Writer, caller: Caller, id: string): Promise<{ secret: string; until: number }> {
    const webhook = await get(tx, caller.channel.id, id)
    requireReadable(webhook, scopesOf(caller))
    const secret = newWebhookSecret()
    const until = clock.now() + webhookLimits.overlapHours * hourMs
    await rows.replaceSecret(tx, webhook, secret, until)
    await events.appendNew(tx, caller, { kind: 'webhook.secret-rolled', data: { id, name: webhook.name } })
    announce(tx, caller.channel.id)
    return { secret, until }
  }

  return {
    get,
    rollSecret,

    list: (reader: Reader, channelId: number): Promise<Webhook[]> =>
      rows.list(reader, channelId, webhookLimits.webhooks),

    countPending: (reader: Reader, webhook: Webhook): Promise<number> => deliveryRows.countPending(reader, webhook),

    /** An address that can never be called is refused now, not with the first event. */
    async requireUrl(url: string | undefined): Promise<void> {
      if (url !== undefined) (await outgoing()).requireUrl(url)
    },

    async create(
      tx: Writer,
      caller: Caller,
      { url, types, name }: { url: string; types: readonly string[] | undefined; name: string },
    ): Promise<{ id: string; secret: string }> {
      const channelId = caller.channel.id
      const scopes = scopesOf(caller)
      checkTypes(types, scopes)
      if ((await rows.list(tx, channelId, webhookLimits.webhooks)).length >= webhookLimits.webhooks) {
        throw invalid(messages.tooMany({ max: webhookLimits.webhooks }))
      }
      const id = ids.next('wh')
      const secret = newWebhookSecret()
      const lastEvent = await events.appendNew(tx, caller, { kind: 'webhook.created', data: { id, name } })
      await rows.insert(tx, { channelId, id, name, url, types, scopes, secret, lastEvent, createdAt: clock.now() })
      announce(tx, channelId)
      return { id, secret }
    },

    async update(tx: Writer, caller: Caller, id: string, change: WebhookChange): Promise<Webhook> {
      const before = await get(tx, caller.channel.id, id)
      const scopes = scopesOf(caller)
      if (change.url !== undefined || change.isActive === true) requireReadable(before, scopes)
      if (change.types !== undefined) checkTypes(change.types, scopes)
      const { url = before.url, name = before.name, types = before.types, isActive = before.isActive } = change
      const seq = await events.appendNew(tx, caller, { kind: 'webhook.changed', data: { id, name } })
      const after: Webhook = {
        ...before,
        url,
        name,
        types,
        isActive,
        scopes: change.types === undefined ? before.scopes : scopes,
        disabledReason: isActive ? null : before.disabledReason,
        // What happened while it was off is not delivered later.
        lastEvent: isActive && !before.isActive ? seq : before.lastEvent,
      }
      await rows.update(tx, after)
      if (!isActive) await deliveryRows.giveUpAll(tx, before, messages.deleted())
      announce(tx, caller.channel.id)
      return after
    },

    async remove(tx: Writer, caller: Caller, id: string): Promise<void> {
      const webhook = await get(tx, caller.channel.id, id)
      await rows.remove(tx, webhook.channelId, id)
      await deliveryRows.removeAll(tx, webhook)
      await events.appendNew(tx, caller, { kind: 'webhook.deleted', data: { id, name: webhook.name } })
      announce(tx, caller.channel.id)
    },

    async deliveries(channelId: number, id: string, before: number, limit: number): Promise<Delivery[]> {
      return deliveryRows.list(db, await get(db, channelId, id), before, limit)
    },

    /** Delivers the same event once more, with the same id. */
    async resend(tx: Writer, caller: Caller, id: string, deliveryId: number): Promise<number> {
      const webhook = await get(tx, caller.channel.id, id)
      const delivery = await deliveryRows.find(tx, webhook, deliveryId)
      if (delivery === undefined) throw new Failure('delivery_not_found')
      const again = await deliveryRows.insert(tx, webhook, delivery, clock.now())
      announce(tx, caller.channel.id)
      return again
    },

    async prune(): Promise<number> {
      const before = clock.now() - webhookLimits.keptDays * 24 * hourMs
      return db.write((tx) => deliveryRows.removeOld(tx, before))
    },
  }
}

/** Without a key, a person of the panel or the terminal, who may read everything. */
function scopesOf({ may }: Caller): ReadonlySet<Scope> {
  return new Set(may === undefined ? allScopes : allScopes.filter((scope) => may(scope)))
}

function invalid(message: string): Failure {
  return new Failure('invalid_parameter', { message })
}
