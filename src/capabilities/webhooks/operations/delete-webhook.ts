import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { webhookExample, webhookId } from './fields.ts'

export const deleteWebhook = defineOperation({
  name: 'delete-webhook',
  group: 'Webhooks',
  summary: 'Deletes a webhook with its deliveries.',
  description: 'Nothing more is sent to its address. This needs no further scope.',
  scope: 'webhooks:manage',
  panel: { role: 'owner', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'rows',
  hints: { isDestructive: true },
  input: object({ id: webhookId }),
  output: object({}),
  failures: ['webhook_not_found'],
  example: { input: { id: webhookExample.id }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.webhooks.remove(tx, caller, input.id)
      return {}
    })
  },
})
