import type { Context } from '../../kernel/operation/context.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { english } from '../../kernel/text/message.ts'
import { platforms } from '../../platforms/contract/platforms.ts'
import { addDemoContent } from './demo-content.ts'

/** Creates a channel and its test channel with sandbox accounts and demo content, in the language of the catalogue. */
export async function makeSandboxChannel(ctx: Context, tx: Writer, name: string, catalogue: Catalogue = english) {
  const { channel, testChannel } = await ctx.channels.create(tx, name)
  const displayname = name.charAt(0).toUpperCase() + name.slice(1)
  for (const made of [channel, testChannel]) {
    const { id } = made
    for (const platform of platforms) {
      const user = { id: `${platform}-${id}`, username: name, displayname }
      await ctx.platforms.connect(tx, id, platform, 'sandbox', user, ctx.clock.now())
    }
    if (catalogue.locale !== english.locale) {
      const cause = { channel: made, actor: 'first-start', requestId: 'first-start' }
      await ctx.settings.set(tx, cause, 'language', { language: catalogue.locale })
    }
    await addDemoContent(ctx, tx, made, catalogue)
  }
  return { channel, testChannel }
}
