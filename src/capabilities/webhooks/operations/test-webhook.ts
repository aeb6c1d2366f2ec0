import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object } from '../../../kernel/schema/schema.ts'
import { attemptOutput, testEventId, webhookExample, webhookId } from './fields.ts'

export const testWebhook = defineOperation({
  name: 'test-webhook',
  group: 'Webhooks',
  summary: 'Sends one event of the type webhook.test now.',
  description: 'The answer says whether the receiver took it. It is not repeated, and works while the webhook is off.',
  scope: 'webhooks:manage',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 20,
  effect: 'outside',
  input: object({ id: webhookId }),
  output: object({
    ...attemptOutput,
    delivery_id: integer({ description: 'Its entry in list-webhook-deliveries.' }),
  }),
  failures: ['webhook_not_found'],
  example: {
    input: { id: webhookExample.id },
    output: { delivered: true, response_status: 204, error: null, delivery_id: 13 },
  },
  async handle({ input, caller, ctx, commit }) {
    const { id: channelId, isTestChannel } = caller.channel
    const webhook = await ctx.webhooks.get(ctx.db, channelId, input.id)
    const deliveryId = await ctx.webhooks.beginTest(webhook)
    const made = await ctx.sendWebhookTest(webhook, isTestChannel, testEventId(channelId, deliveryId))
    return commit(async (tx) => {
      await ctx.webhooks.noteTest(tx, webhook, deliveryId, made)
      const { isDelivered: delivered, status: response_status, error } = made
      return { delivered, response_status, error, delivery_id: deliveryId }
    })
  },
})
