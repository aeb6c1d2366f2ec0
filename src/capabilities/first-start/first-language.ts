import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { english } from '../../kernel/text/message.ts'
import { defaultAlertsIn } from './default-alerts.ts'
import { rewordingTo } from './follow-language.ts'

/**
 * The first channel is created when the server starts, before anybody could say in which language. The browser of the
 * first sign-in says it: the channel gets that language, and what nobody has changed since is written in it.
 */
export async function adoptLanguage(ctx: Context, channel: Channel, catalogue: Catalogue): Promise<void> {
  if (catalogue.locale === english.locale) return
  const reword = await rewordingTo(catalogue)
  const named = defaultAlertsIn(catalogue)
  const names = new Map(defaultAlertsIn(english).map(({ name }, at) => [name, named[at]?.name ?? name]))
  const testChannel = await ctx.channels.testChannelOf(channel)
  await ctx.db.write(async (tx) => {
    const { language } = (await ctx.settings.readIn(tx, channel.id)).language
    if (language !== english.locale) return
    const cause = { channel, actor: 'first-start', requestId: 'first-start' }
    await ctx.settings.set(tx, cause, 'language', { language: catalogue.locale })
    for (const { id } of [channel, testChannel]) {
      await ctx.commands.reword(tx, id, reword)
      await ctx.automationParts.automations.reword(tx, id, reword, names)
    }
  })
}
