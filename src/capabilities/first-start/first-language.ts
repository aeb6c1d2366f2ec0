import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { english } from '../../kernel/text/message.ts'
import { defaultAlertsIn } from './default-alerts.ts'
import { demoCommandsIn } from './demo-commands.ts'

/**
 * The first channel is created when the server starts, before anybody could say in which language. The browser of the
 * first sign-in says it: the channel gets that language, and what nobody has changed since is written in it.
 */
export async function adoptLanguage(ctx: Context, channel: Channel, catalogue: Catalogue): Promise<void> {
  if (catalogue.locale === english.locale) return
  const commands = [demoCommandsIn(english), demoCommandsIn(catalogue)] as const
  const alerts = [defaultAlertsIn(english), defaultAlertsIn(catalogue)] as const
  const testChannel = await ctx.channels.testChannelOf(channel)
  await ctx.db.write(async (tx) => {
    const { language } = (await ctx.settings.readIn(tx, channel.id)).language
    if (language !== english.locale) return
    const cause = { channel, actor: 'first-start', requestId: 'first-start' }
    await ctx.settings.set(tx, cause, 'language', { language: catalogue.locale })
    for (const { id } of [channel, testChannel]) {
      for (const [from, to] of pairs(...commands)) await ctx.commands.reword(tx, id, from, to)
      for (const [from, to] of pairs(...alerts)) await ctx.automationParts.automations.reword(tx, id, from, to)
    }
  })
}

function pairs<T>(from: readonly T[], to: readonly T[]): (readonly [T, T])[] {
  return from.flatMap((one, index) => {
    const other = to[index]
    return other === undefined ? [] : [[one, other] as const]
  })
}
