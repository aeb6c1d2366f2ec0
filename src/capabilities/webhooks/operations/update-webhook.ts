import { defineOperation } from '../../../kernel/operation/operation.ts'
import { literalSet } from '../../../kernel/schema/open-schema.ts'
import { object, optional } from '../../../kernel/schema/schema.ts'
import {
  webhookAnswer,
  webhookExample,
  webhookId,
  webhookName,
  webhookOutput,
  webhookTypes,
  webhookUrl,
} from './fields.ts'

export const updateWebhook = defineOperation({
  name: 'update-webhook',
  group: 'Webhooks',
  summary: 'Changes a webhook, or turns it on or off.',
  description:
    'What is left out stays as it is. Waiting deliveries of a webhook that is turned off are given up, and what happens meanwhile is not delivered later. The key needs every scope that reads what the webhook carries: what its types let through, and its deliveries of the last 7 days. A key can take types away; the owner adds types in the panel.',
  scope: 'webhooks:manage',
  panel: { role: 'owner', grants: 'access' },
  ratePerMinute: 30,
  effect: 'rows',
  hints: { isFarReaching: true },
  input: object(
    {
      id: webhookId,
      url: optional(webhookUrl),
      types: optional(webhookTypes),
      name: optional(webhookName),
      active: optional(
        literalSet(['integer', 'boolean'], [0, 1, true, false] as const, { description: 'Whether it delivers.' }),
      ),
    },
    { needsOne: [['url', 'types', 'name', 'active']] },
  ),
  output: webhookOutput,
  failures: ['webhook_not_found', 'destination_not_allowed'],
  example: {
    input: { id: webhookExample.id, types: ['channel.follow', 'points.*'], name: 'Lights', active: 1 },
    output: webhookExample,
  },
  async handle({ input, caller, ctx, commit }) {
    const { id, url, types, name, active } = input
    await ctx.webhooks.requireUrl(url)
    const isActive = active === undefined ? undefined : Boolean(active)
    return commit(async (tx) => {
      const webhook = await ctx.webhooks.update(tx, caller, id, { url, types, name, isActive })
      return webhookAnswer(webhook, await ctx.webhooks.countPending(tx, webhook))
    })
  },
})
