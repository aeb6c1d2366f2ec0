import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { webhookName, webhookTypes, webhookUrl } from './fields.ts'

export const createWebhook = defineOperation({
  name: 'create-webhook',
  group: 'Webhooks',
  summary: 'Sends events to an address of yours.',
  description:
    'From now on each event is posted there, signed as Standard Webhooks defines it. The secret is shown once. The webhook receives what the scopes of the key that creates it may read, and keeps them when the key is revoked. A delivery that fails is repeated after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h; an answer of 410 turns the webhook off. Events that are not stored, such as chat messages, are not delivered by webhooks.',
  scope: 'webhooks:manage',
  // Who decides where events are sent needs the rights of who gives out keys.
  panel: { role: 'owner', grants: 'access' },
  ratePerMinute: 30,
  effect: 'rows',
  hints: { isFarReaching: true },
  input: object({ url: webhookUrl, types: optional(webhookTypes), name: withDefault(webhookName, 'Webhook') }),
  output: object({
    id: text(),
    secret: text({ description: 'Signs every delivery. It starts with whsec_ and is not shown again.' }),
  }),
  failures: ['destination_not_allowed'],
  answersSecret: true,
  example: {
    input: { url: 'https://lights.example/showcaller', types: ['channel.follow', 'points.*'], name: 'Lights' },
    output: { id: 'wh_8hQ2mWc5Rt1YkZ6vNs3B', secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
  },
  async handle({ input, caller, ctx, commit }) {
    const { url, types, name } = input
    await ctx.webhooks.requireUrl(url)
    return commit((tx) => ctx.webhooks.create(tx, caller, { url, types, name }))
  },
})
