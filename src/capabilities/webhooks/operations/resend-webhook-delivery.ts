import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object } from '../../../kernel/schema/schema.ts'
import { webhookExample, webhookId } from './fields.ts'

export const resendWebhookDelivery = defineOperation({
  name: 'resend-webhook-delivery',
  group: 'Webhooks',
  summary: 'Delivers an event to a webhook once more.',
  description:
    'It becomes a new delivery with the same event id, so a receiver can tell that it has it already. The key needs every scope that reads what the webhook carries.',
  scope: 'webhooks:manage',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'rows',
  input: object({
    id: webhookId,
    delivery_id: integer({ min: 1, description: 'From list-webhook-deliveries.' }),
  }),
  output: object({ delivery_id: integer({ description: 'The new delivery.' }) }),
  failures: ['webhook_not_found', 'delivery_not_found'],
  example: { input: { id: webhookExample.id, delivery_id: 12 }, output: { delivery_id: 13 } },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => ({
      delivery_id: await ctx.webhooks.resend(tx, caller, input.id, input.delivery_id),
    }))
  },
})
