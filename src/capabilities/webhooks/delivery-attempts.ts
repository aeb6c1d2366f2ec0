import type { Clock } from '../../kernel/ambient.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import type { Envelopes } from '../published-events/envelope.ts'
import { detailFor } from '../published-events/event-reader.ts'
import type { WebhookDelivery } from './delivery-rows.ts'
import { webhookErrors as messages } from './messages.ts'
import type { Attempt, SendDelivery } from './send-delivery.ts'
import type { Webhook } from './webhook-rows.ts'

const minuteMs = 60_000
/** The waits after each failed attempt; after the last one the delivery is given up. */
export const retryDelaysMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  120 * minuteMs,
  300 * minuteMs,
  600 * minuteMs,
] as const
/** A wait is up to this much longer, so that the events of one outage are not all repeated at once. */
const jitter = 0.2

/** Attempts to deliver an event, and what each means for the delivery: done, given up, or due again later. */
export function createDeliveryAttempts(needs: {
  db: Database
  clock: Clock
  events: Events
  channels: Channels
  envelopes: Envelopes
  sending: SendDelivery
  chance: () => number
  channelId: number
  /** The webhook as it is now: it may be changed while an event is read. */
  webhookNow: () => Webhook
}) {
  const { db, clock, events, channels, envelopes, sending, chance, channelId, webhookNow } = needs

  function afterAttempt(delivery: WebhookDelivery, { isDelivered, status, error }: Attempt): WebhookDelivery {
    const attempts = delivery.attempts + 1
    const settled = { ...delivery, attempts, status, error, dueAt: null }
    if (isDelivered) return { ...settled, state: 'delivered' }
    const wait = status === 410 ? undefined : retryDelaysMs[delivery.attempts]
    if (wait === undefined) return { ...settled, state: 'failed' }
    return { ...settled, state: 'pending', dueAt: clock.now() + Math.round(wait * (1 + jitter * chance())) }
  }

  /** The delivery after one more attempt; undefined when it was stopped and is sent again after the next start. */
  return async function attempt(delivery: WebhookDelivery, stop: AbortSignal): Promise<WebhookDelivery | undefined> {
    const channel = await channels.find(channelId)
    const [event] = await events.numbered(db, channelId, [delivery.seq])
    const webhook = webhookNow()
    const envelope = channel && event && envelopes.ofLogged(channel, event, (one) => detailFor(webhook, one))
    // The event was erased, or this version does not know its kind.
    if (envelope === undefined) return { ...delivery, state: 'failed', dueAt: null, error: messages.eventGone.of() }
    const { type, scope } = envelope.published
    // It was recorded, or is sent again, for a webhook that has been narrowed since.
    if (!webhook.scopes.has(scope)) {
      return { ...delivery, state: 'failed', dueAt: null, error: messages.notReadable.of({ type, scope }) }
    }
    const made = await sending.send(webhook, { id: envelope.id, body: envelope.json }, stop)
    return made && afterAttempt(delivery, made)
  }
}
