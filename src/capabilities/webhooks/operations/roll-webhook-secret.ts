import { defineOperation } from '../../../kernel/operation/operation.ts'
import { dateTime, object, text } from '../../../kernel/schema/schema.ts'
import { webhookExample, webhookId } from './fields.ts'

export const rollWebhookSecret = defineOperation({
  name: 'roll-webhook-secret',
  group: 'Webhooks',
  summary: 'Replaces the secret of a webhook.',
  description:
    'For 24 hours every delivery has two signatures, one of each secret, so that the receiver can switch at any time. The new secret is shown once. The key needs every scope that reads what the webhook carries.',
  scope: 'webhooks:manage',
  panel: { role: 'owner', grants: 'access' },
  ratePerMinute: 30,
  effect: 'rows',
  hints: { isDestructive: true },
  input: object({ id: webhookId }),
  output: object({ secret: text(), previous_secret_until: dateTime() }),
  failures: ['webhook_not_found'],
  answersSecret: true,
  example: {
    input: { id: webhookExample.id },
    output: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', previous_secret_until: '2026-11-16T20:00:00.000Z' },
  },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const { secret, until } = await ctx.webhooks.rollSecret(tx, caller, input.id)
      return { secret, previous_secret_until: new Date(until).toISOString() }
    })
  },
})
