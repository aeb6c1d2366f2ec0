import { flag } from '../../../definitions/fields.ts'
import type { Channel } from '../../../kernel/operation/channel.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { number, text } from '../../../kernel/schema/schema.ts'
import { aiLimits } from '../contract/ai.ts'
import { shownDollars } from '../spending.ts'

export const botState = {
  enabled: flag('1 when it answers in chat.'),
  ai_text: text({ max: aiLimits.personaLength, description: 'The persona.' }),
  provider: text({ description: 'The provider that is asked first; built-in without one.' }),
  model: text(),
}

export const spentToday = {
  spent_today: number({ description: 'US dollars.' }),
  limit_today: number({ description: 'US dollars.' }),
}

/** The first provider, which is asked before the others. */
export async function providerNames(ctx: Context, channelId: number): Promise<{ provider: string; model: string }> {
  return ctx.aiParts.firstProvider(channelId)
}

export async function spendingOf(
  ctx: Context,
  channel: Channel,
): Promise<{ spent_today: number; limit_today: number }> {
  const { ai } = await ctx.settings.of(channel.id)
  const { day, limits } = await ctx.aiParts.spending.meter(channel, ai)
  return { spent_today: shownDollars(day.cost), limit_today: shownDollars(limits.day.cost) }
}
