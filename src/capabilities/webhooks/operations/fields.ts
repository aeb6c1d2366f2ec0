import type { Unwritten } from '../../../kernel/operation/operation.ts'
import { model } from '../../../kernel/schema/model.ts'
import {
  boolean,
  dateTime,
  integer,
  list,
  nullable,
  object,
  oneOf,
  type Static,
  text,
} from '../../../kernel/schema/schema.ts'
import { eventId } from '../../published-events/envelope.ts'
import { deliveryStates, testEventType, webhookDisabledReasons, webhookLimits } from '../contract/webhooks.ts'
import type { WebhookDelivery } from '../delivery-rows.ts'
import type { Webhook } from '../webhook-rows.ts'

export const webhookId = text({ min: 1, max: 100, cleaning: 'name', description: 'The id of the webhook.' })
export const webhookUrl = text({
  min: 1,
  max: webhookLimits.urlLength,
  description:
    'Where events are sent to, with https:// or http://. Private addresses are refused unless the operator allows them.',
})
export const webhookTypes = list(text({ min: 1, max: 100 }), {
  min: 1,
  max: webhookLimits.types,
  description: 'Types of events, such as points.changed, or areas, such as points.*.',
})
export const webhookName = text({
  min: 1,
  max: webhookLimits.nameLength,
  cleaning: 'line',
  description: 'A name for people.',
})

export const webhookOutput = model(
  'Webhook',
  object({
    id: text(),
    name: text(),
    url: text(),
    types: nullable(list(text(), { description: 'Null: every event that the webhook may receive.' })),
    active: integer({ min: 0, max: 1 }),
    disabled_reason: nullable(
      oneOf(webhookDisabledReasons, { description: 'Why the server turned it off: its receiver answered 410.' }),
    ),
    pending: integer({ description: 'How many deliveries wait, at most 10,000.' }),
    previous_secret_until: nullable(dateTime({ description: 'Until when the secret before this one signs too.' })),
    created_at: dateTime(),
  }),
)

export const deliveryOutput = model(
  'WebhookDelivery',
  object({
    delivery_id: integer(),
    event_id: text(),
    type: text(),
    status: oneOf(deliveryStates),
    attempts: integer(),
    response_status: nullable(integer({ description: 'The status of the last answer.' })),
    error: nullable(text({ description: 'Why the last attempt failed.' })),
    created_at: dateTime(),
    attempted_at: nullable(dateTime()),
    next_attempt_at: nullable(dateTime()),
  }),
)

export const attemptOutput = {
  delivered: boolean({ description: 'Whether the receiver answered with a status of 200 to 299.' }),
  response_status: nullable(integer()),
  error: nullable(text()),
}

export const webhookExample: Static<typeof webhookOutput> = {
  id: 'wh_8hQ2mWc5Rt1YkZ6vNs3B',
  name: 'Lights',
  url: 'https://lights.example/showcaller',
  types: ['channel.follow', 'points.*'],
  active: 1,
  disabled_reason: null,
  pending: 0,
  previous_secret_until: null,
  created_at: '2026-11-15T20:00:00.000Z',
}

export function webhookAnswer(webhook: Webhook, pending: number): Static<typeof webhookOutput> {
  const { id, name, url, types, isActive, disabledReason, previousUntil, createdAt } = webhook
  return {
    id,
    name,
    url,
    types: types === undefined ? null : [...types],
    active: isActive ? 1 : 0,
    disabled_reason: disabledReason,
    pending,
    previous_secret_until: timeOf(previousUntil),
    created_at: new Date(createdAt).toISOString(),
  }
}

export function deliveryAnswer(channelId: number, delivery: WebhookDelivery): Unwritten<Static<typeof deliveryOutput>> {
  const { id, seq, type, state, attempts, status, error, createdAt, attemptedAt, dueAt } = delivery
  return {
    delivery_id: id,
    event_id: type === testEventType ? testEventId(channelId, id) : eventId(channelId, seq),
    type,
    status: state,
    attempts,
    response_status: status,
    error,
    created_at: new Date(createdAt).toISOString(),
    attempted_at: timeOf(attemptedAt),
    next_attempt_at: timeOf(dueAt),
  }
}

/** A test is not in the log: its id comes from its delivery. */
export function testEventId(channelId: number, deliveryId: number): string {
  return `test_${channelId}_${deliveryId}`
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
