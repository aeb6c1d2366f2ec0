import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database, Reader, Writer } from '../../kernel/storage/database.ts'
import type { Outgoing } from '../../platforms/calls/outgoing.ts'
import type { Events } from '../events/events.ts'
import { findUnreadable } from './carried-events.ts'
import { testEventType, webhookLimits } from './contract/webhooks.ts'
import { deliveryRows, type WebhookDelivery } from './delivery-rows.ts'
import { webhookErrors as messages } from './messages.ts'
import type { Attempt } from './send-delivery.ts'
import { newWebhookSecret } from './signature.ts'
import { readableScopes, requireChangedTypes, requireReadable, requireTypes, scopesAfter } from './webhook-rights.ts'
import type { Webhook, WebhookRows } from './webhook-rows.ts'

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

  /** The webhook, for who may read everything that it carries: whoever else could have it sent somewhere. */
  async function getReadable(reader: Reader, caller: Caller, id: string): Promise<Webhook> {
    const webhook = await get(reader, caller.channel.id, id)
    await requireReadable(reader, webhook, caller)
    return webhook
  }

  async function rollSecret(tx: Writer, caller: Caller, id: string): Promise<{ secret: string; until: number }> {
    const webhook = await getReadable(tx, caller, id)
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

    /** An address often has a secret in its path or query, so only who may read what is sent there sees all of it. */
    async list(reader: Reader, caller: Caller): Promise<Webhook[]> {
      const scopes = readableScopes(caller)
      const found = await rows.list(reader, caller.channel.id, webhookLimits.webhooks)
      return Promise.all(
        found.map(async (webhook) => {
          const isReadable = (await findUnreadable(reader, webhook, scopes)) === undefined
          return isReadable ? webhook : { ...webhook, url: new URL(webhook.url).origin }
        }),
      )
    },

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
      const scopes = readableScopes(caller)
      requireTypes(types, scopes)
      if ((await rows.list(tx, channelId, webhookLimits.webhooks)).length >= webhookLimits.webhooks) {
        throw new Failure('invalid_parameter', { message: messages.tooMany.of({ max: webhookLimits.webhooks }) })
      }
      const id = ids.next('wh')
      const secret = newWebhookSecret()
      const lastEvent = await events.appendNew(tx, caller, { kind: 'webhook.created', data: { id, name } })
      await rows.insert(tx, { channelId, id, name, url, types, scopes, secret, lastEvent, createdAt: clock.now() })
      announce(tx, channelId)
      return { id, secret }
    },

    async update(tx: Writer, caller: Caller, id: string, change: WebhookChange): Promise<Webhook> {
      const before = await getReadable(tx, caller, id)
      const scopes = scopesAfter(before, change, caller)
      if (change.types !== undefined) requireChangedTypes(before, change.types, scopes, caller)
      const { url = before.url, name = before.name, types = before.types, isActive = before.isActive } = change
      const seq = await events.appendNew(tx, caller, { kind: 'webhook.changed', data: { id, name } })
      const after: Webhook = {
        ...before,
        url,
        name,
        types,
        isActive,
        scopes,
        disabledReason: isActive ? null : before.disabledReason,
        // What happened while it was off is not delivered later.
        lastEvent: isActive && !before.isActive ? seq : before.lastEvent,
      }
      await rows.update(tx, after)
      if (!isActive) await deliveryRows.giveUpAll(tx, before, messages.deleted.of())
      announce(tx, caller.channel.id)
      return after
    },

    /** Needs no right to read: nothing more is sent. */
    async remove(tx: Writer, caller: Caller, id: string): Promise<void> {
      const webhook = await get(tx, caller.channel.id, id)
      await rows.remove(tx, webhook.channelId, id)
      await deliveryRows.removeAll(tx, webhook)
      await events.appendNew(tx, caller, { kind: 'webhook.deleted', data: { id, name: webhook.name } })
      announce(tx, caller.channel.id)
    },

    async deliveries(caller: Caller, id: string, before: number, limit: number): Promise<WebhookDelivery[]> {
      return deliveryRows.list(db, await getReadable(db, caller, id), before, limit)
    },

    /** A test is in the list of deliveries from the moment it is sent. */
    beginTest: (webhook: Webhook): Promise<number> =>
      db.write((tx) => deliveryRows.insertTest(tx, webhook, clock.now())),

    async noteTest(tx: Writer, webhook: Webhook, deliveryId: number, attempt: Attempt): Promise<void> {
      const { isDelivered, status, error } = attempt
      const state = isDelivered ? 'delivered' : 'failed'
      const settled = { id: deliveryId, state, attempts: 1, dueAt: null, status, error } as const
      await deliveryRows.settle(tx, webhook, settled, clock.now())
    },

    /** Delivers the same event once more, with the same id. */
    async resend(tx: Writer, caller: Caller, id: string, deliveryId: number): Promise<number> {
      const webhook = await getReadable(tx, caller, id)
      const delivery = await deliveryRows.find(tx, webhook, deliveryId)
      if (delivery === undefined) throw new Failure('delivery_not_found')
      if (delivery.type === testEventType) throw new Failure('delivery_not_found', { message: messages.isTest.of() })
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
