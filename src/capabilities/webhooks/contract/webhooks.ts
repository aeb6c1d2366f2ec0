import { commonEventLabels } from '../../../definitions/common-event-labels.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

/** The states of a delivery. `failed`: given up after the last attempt. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type WebhookDeliveryState = (typeof deliveryStates)[number]

/** `gone`: its server answered 410. */
export const webhookDisabledReasons = ['gone'] as const
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number]

export const webhookLimits = {
  nameLength: 100,
  urlLength: 2_000,
  /** Of one channel. */
  webhooks: 20,
  types: 100,
  /** Waiting deliveries of one webhook. Further events wait in the log. */
  pending: 10_000,
  /** Days that a finished delivery is listed. */
  keptDays: 7,
  /** Hours that both secrets sign. */
  overlapHours: 24,
} as const

/** The type of the event that test-webhook sends. */
export const testEventType = 'webhook.test'

export const deliveryStateNames = defineMessages('webhooks.states', {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: commonEventLabels.failed,
}) satisfies Readonly<Record<WebhookDeliveryState, () => string>>
