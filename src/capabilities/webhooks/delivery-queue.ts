import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import type { Envelope, Envelopes } from '../published-events/envelope.ts'
import { type EventFilter, matchingTypes } from '../published-events/event-filter.ts'
import { detailFor } from '../published-events/event-reader.ts'
import { webhookLimits } from './contract/webhooks.ts'
import { createDeliveryAttempts } from './delivery-attempts.ts'
import { deliveryRows } from './delivery-rows.ts'
import { webhookErrors as messages } from './messages.ts'
import type { SendDelivery } from './send-delivery.ts'
import type { Webhook, WebhookRows } from './webhook-rows.ts'

const minuteMs = 60_000
const eventsAtOnce = 200
/** Of one webhook; one that fails gets one at a time. */
const maxAtOnce = 4
/** The position behind events that are not for the webhook is stored after this many, to save commits. */
const maxUnstored = 1_000
const errorWaitMs = 1_000
/**
 * A server that answers again after such a time was away. One that refuses a single event, between others that it takes,
 * is not: that event keeps to its waits.
 */
const outageMs = 10_000

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>

/**
 * The deliveries of one webhook. New events of the log become rows, in one transaction with the position in the log, so
 * that a server that is killed loses none. Then what is due is sent. What was sent but not recorded is sent again with
 * the same id: every event is delivered at least once.
 */
export function createDeliveryQueue(needs: {
  webhook: Webhook
  db: Database
  clock: Clock
  bus: Bus
  log: Log
  events: Events
  channels: Channels
  rows: WebhookRows
  envelopes: Envelopes
  isWanted: (envelope: Envelope, filter: EventFilter) => boolean
  /** Resolves once this queue knows every change of webhooks that was announced so far. */
  changesRead: () => Promise<void>
  sending: SendDelivery
  chance: () => number
}) {
  const { db, clock, bus, log, events, channels, rows, envelopes, isWanted, changesRead } = needs
  let webhook = needs.webhook
  const { channelId } = webhook
  const attempt = createDeliveryAttempts({ ...needs, channelId, webhookNow: () => webhook })
  /** How far the log was read; what is stored may be behind it. */
  let position = webhook.lastEvent
  const closing = new AbortController()
  let isClosed = false
  let isAwake = false
  let isFailing = false
  /** The first of the failures since the last success; unknown after a start, when some may be waiting. */
  let failingSince: number | undefined = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function wake(): void {
    if (isClosed) return
    isAwake = true
    clearTimeout(timer)
    running ??= run().finally(() => {
      running = undefined
      if (isAwake) wake()
    })
  }

  async function run(): Promise<void> {
    isAwake = false
    try {
      // The events of one moment become rows in one commit.
      await new Promise((resolve) => setImmediate(resolve))
      await takeEvents()
      await sendDue()
      const next = await deliveryRows.nextDueAt(db, webhook)
      if (next !== undefined) sleepUntil(next)
    } catch (error) {
      log.warn('the deliveries of a webhook could not be read or stored', { webhookId: webhook.id, error })
      sleepUntil(clock.now() + errorWaitMs)
    }
  }

  function sleepUntil(at: number): void {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(wake, Math.min(Math.max(at - clock.now(), 1), 10 * minuteMs)).unref()
  }

  async function takeEvents(): Promise<void> {
    for (let page: number = eventsAtOnce; page === eventsAtOnce && !isClosed; ) {
      const channel = await channels.find(channelId)
      if (channel === undefined) return
      const from = position
      const found = await events.after(db, channelId, from, eventsAtOnce)
      // What changed before an event counts for it: a secret that was just replaced, or types that were taken away.
      await changesRead()
      if (position !== from) continue
      page = found.length
      const filter = filterOf(webhook)
      const wanted = found.flatMap((event) => {
        const envelope = envelopes.ofLogged(channel, event, (one) => detailFor(webhook, one))
        if (envelope === undefined || !webhook.scopes.has(envelope.published.scope)) return []
        return isWanted(envelope, filter) ? [{ seq: event.seq, type: envelope.published.type }] : []
      })
      const end = found.at(-1)?.seq ?? position
      if (wanted.length > 0 && (await deliveryRows.countPending(db, webhook)) >= webhookLimits.pending) return
      if (wanted.length === 0 && end - webhook.lastEvent < maxUnstored) position = end
      else if (!(await store(wanted, end))) return
    }
  }

  /** False when the webhook was changed meanwhile: its new state is on its way here. */
  async function store(wanted: readonly { seq: number; type: string }[], end: number): Promise<boolean> {
    const isStored = await db.write(async (tx) => {
      if (!(await rows.advance(tx, webhook, webhook.lastEvent, end))) return false
      for (const event of wanted) await deliveryRows.insert(tx, webhook, event, clock.now())
      return true
    })
    if (isStored) {
      webhook = { ...webhook, lastEvent: end }
      position = end
    } else bus.publish('webhooks-changed', { channelId })
    return isStored
  }

  async function sendDue(): Promise<void> {
    while (!isClosed) {
      const due = await deliveryRows.listDue(db, webhook, clock.now(), isFailing ? 1 : maxAtOnce)
      if (due.length === 0) return
      await changesRead()
      const made = await Promise.all(due.map((delivery) => attempt(delivery, closing.signal)))
      const outcomes = made.filter((outcome) => outcome !== undefined)
      const isAnswering = outcomes.some(({ state }) => state === 'delivered')
      const isBack = isAnswering && failingSince !== undefined && clock.now() - failingSince >= outageMs
      await db.write(async (tx) => {
        for (const outcome of outcomes) await deliveryRows.settle(tx, webhook, outcome, clock.now())
        if (isBack) await deliveryRows.hurry(tx, webhook, clock.now())
      })
      isFailing = outcomes.some(({ state }) => state !== 'delivered')
      if (isAnswering) failingSince = undefined
      else if (isFailing) failingSince ??= clock.now()
      if (outcomes.some(({ status }) => status === 410)) await disable()
      // New events wait for a failing server as well, but not for the whole list of old ones.
      else if (isAwake) await takeEvents()
    }
  }

  /** 410: nobody is there any more, and nobody will be. */
  async function disable(): Promise<void> {
    isClosed = true
    await db.write(async (tx) => {
      if (!(await rows.disable(tx, webhook, 'gone'))) return
      await deliveryRows.giveUpAll(tx, webhook, messages.deleted.of())
      const cause = { channel: { id: channelId }, actor: 'webhook', requestId: '' }
      const { id, name } = webhook
      await events.appendNew(tx, cause, { kind: 'webhook.disabled', data: { id, name, reason: 'gone' } })
      tx.onCommit(() => bus.publish('webhooks-changed', { channelId }))
    })
  }

  wake()
  return {
    wake,

    update(changed: Webhook): void {
      // It may have been read before this queue stored its last position.
      webhook = { ...changed, lastEvent: Math.max(changed.lastEvent, webhook.lastEvent) }
      position = Math.max(position, changed.lastEvent)
      wake()
    },

    async close(): Promise<void> {
      isClosed = true
      isAwake = false
      clearTimeout(timer)
      closing.abort()
      await running
    },
  }
}

function filterOf({ types, scopes }: Webhook): EventFilter {
  return { types: types === undefined ? undefined : matchingTypes(types, scopes), platform: undefined }
}
