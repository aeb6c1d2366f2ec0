import { optionalPage, pageAnswer, pageOf } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { list, object } from '../../../kernel/schema/schema.ts'
import { webhookAnswer, webhookExample, webhookOutput } from './fields.ts'

export const listWebhooks = defineOperation({
  name: 'list-webhooks',
  group: 'Webhooks',
  summary: 'Lists the webhooks of the channel.',
  description:
    'Secrets are not listed. Of the address of a webhook that carries what the key may not read, only scheme and host are.',
  scope: 'webhooks:manage',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object(optionalPage),
  output: object({ ...pageAnswer, webhooks: list(webhookOutput) }),
  failures: [],
  example: { input: {}, output: { total: 1, limit: null, offset: 0, webhooks: [webhookExample] } },
  async handle({ input, caller, ctx }) {
    const found = await ctx.webhooks.list(ctx.db, caller)
    const { rows, answer } = pageOf(found, input)
    const webhooks = await Promise.all(
      rows.map(async (webhook) => webhookAnswer(webhook, await ctx.webhooks.countPending(ctx.db, webhook))),
    )
    return { ...answer, webhooks }
  },
})
