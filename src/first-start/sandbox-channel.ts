import type { Context } from '../context.ts'
import { platforms } from '../contract/platforms.ts'
import type { Writer } from '../storage/database.ts'
import { addDemoContent } from './demo-content.ts'

/** Creates a channel and its test channel with sandbox accounts and demo content. */
export async function makeSandboxChannel(ctx: Context, tx: Writer, name: string) {
  const { channel, testChannel } = await ctx.channels.create(tx, name)
  const displayname = name.charAt(0).toUpperCase() + name.slice(1)
  for (const made of [channel, testChannel]) {
    const { id } = made
    for (const platform of platforms) {
      const user = { id: `${platform}-${id}`, username: name, displayname }
      await ctx.platforms.connect(tx, id, platform, 'sandbox', user, ctx.clock.now())
    }
    await addDemoContent(ctx, tx, made)
  }
  return { channel, testChannel }
}
