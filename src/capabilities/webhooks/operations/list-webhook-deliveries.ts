import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, list, nullable, object, optional, withDefault } from '../../../kernel/schema/schema.ts'
import { deliveryAnswer, deliveryOutput, webhookExample, webhookId } from './fields.ts'

export const listWebhookDeliveries = defineOperation({
  name: 'list-webhook-deliveries',
  group: 'Webhooks',
  summary: 'Lists what was delivered to a webhook, and what waits.',
  description:
    'Newest first. Finished deliveries are kept for 7 days. The key needs every scope that reads what the webhook carries.',
  scope: 'webhooks:manage',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object({
    id: webhookId,
    before: optional(
      integer({ min: 1, description: 'Only deliveries before this one: next_before of the last page.' }),
    ),
    limit: withDefault(integer({ min: 1, max: 200, description: 'How many deliveries at most.' }), 50),
  }),
  output: object({
    limit: integer(),
    deliveries: list(deliveryOutput),
    next_before: nullable(integer({ description: 'Where the next page begins; null on the last page.' })),
  }),
  failures: ['webhook_not_found'],
  example: {
    input: { id: webhookExample.id },
    output: {
      limit: 50,
      deliveries: [
        {
          delivery_id: 12,
          event_id: '1-000000004711',
          type: 'channel.follow',
          status: 'delivered',
          attempts: 1,
          response_status: 204,
          error: null,
          created_at: '2026-11-15T20:00:00.000Z',
          attempted_at: '2026-11-15T20:00:00.120Z',
          next_attempt_at: null,
        },
      ],
      next_before: null,
    },
  },
  async handle({ input, caller, ctx }) {
    const { id, before = Number.MAX_SAFE_INTEGER, limit } = input
    const found = await ctx.webhooks.deliveries(caller, id, before, limit)
    const last = found.at(-1)
    return {
      limit,
      deliveries: found.map((delivery) => deliveryAnswer(caller.channel.id, delivery)),
      next_before: found.length < limit || last === undefined ? null : last.id,
    }
  },
})
