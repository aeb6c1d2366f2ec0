import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { attemptOutput, webhookExample, webhookId } from './fields.ts'

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
  output: object(attemptOutput),
  failures: ['webhook_not_found'],
  example: {
    input: { id: webhookExample.id },
    output: { delivered: true, response_status: 204, error: null },
  },
  async handle({ input, caller, ctx }) {
    const webhook = await ctx.webhooks.get(ctx.db, caller.channel.id, input.id)
    const made = await ctx.sendWebhookTest(webhook, caller.channel.isTestChannel, ctx.ids.next('test'))
    return { delivered: made.isDelivered, response_status: made.status, error: made.error }
  },
})
