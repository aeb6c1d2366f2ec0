import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { flagOf } from '../../commands/operations/fields.ts'
import { botState, providerNames, spendingOf, spentToday } from './fields.ts'

export const getAi = defineOperation({
  name: 'get-ai',
  group: 'AI bot',
  summary: 'Returns the persona of the AI bot, its model and what it has cost today.',
  description: 'Costs are those of the prices that are entered in the panel. The day is that of the channel.',
  scope: 'ai:ask',
  ratePerMinute: 60,
  effect: 'none',
  input: object({}),
  output: object({ ...botState, ...spentToday }),
  failures: [],
  example: {
    input: {},
    output: {
      enabled: 1,
      ai_text: 'You are Pixel, a cheerful robot who loves puns.',
      provider: 'built-in',
      model: 'built-in',
      spent_today: 0,
      limit_today: 1,
    },
  },
  async handle({ caller, ctx }) {
    const { enabled, persona } = (await ctx.settings.of(caller.channel.id)).ai
    const names = await providerNames(ctx, caller.channel.id)
    return { enabled: flagOf(enabled), ai_text: persona, ...names, ...(await spendingOf(ctx, caller.channel)) }
  },
})
