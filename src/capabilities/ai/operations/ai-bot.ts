import { defineOperation } from '../../../kernel/operation/operation.ts'
import { literalSet } from '../../../kernel/schema/open-schema.ts'
import { object, optional, text } from '../../../kernel/schema/schema.ts'
import { flagOf } from '../../commands/operations/fields.ts'
import { aiLimits } from '../contract/ai.ts'
import { botState, providerNames } from './fields.ts'

export const aiBot = defineOperation({
  name: 'ai-bot',
  group: 'AI bot',
  summary: 'Changes the persona of the AI bot, and turns it on and off in chat.',
  description:
    'The persona says who the bot is, how it speaks and what it knows. Providers, limits and what the bot may do are set in the panel.',
  scope: 'ai:write',
  ratePerMinute: 20,
  effect: 'rows',
  input: object(
    {
      ai_text: optional(text({ min: 1, max: aiLimits.personaLength, description: 'The persona.' })),
      enabled: optional(
        literalSet<0 | 1 | boolean>(['integer', 'boolean'], [0, 1, true, false], {
          description: 'Whether it answers in chat.',
        }),
      ),
    },
    { needsOne: [['ai_text', 'enabled']] },
  ),
  output: object(botState),
  failures: [],
  example: {
    input: { ai_text: 'You are Pixel, a cheerful robot who loves puns.', enabled: 1 },
    output: {
      enabled: 1,
      ai_text: 'You are Pixel, a cheerful robot who loves puns.',
      provider: 'built-in',
      model: 'built-in',
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const names = await providerNames(ctx, caller.channel.id)
    return commit(async (tx) => {
      const { enabled, persona } = await ctx.settings.update(tx, caller, 'ai', (value) => ({
        ...value,
        persona: input.ai_text ?? value.persona,
        enabled: input.enabled === undefined ? value.enabled : Boolean(input.enabled),
      }))
      return { enabled: flagOf(enabled), ai_text: persona, ...names }
    })
  },
})
