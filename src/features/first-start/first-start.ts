import type { Context } from '../../context.ts'
import { platforms } from '../../contract/platforms.ts'
import type { Writer } from '../../storage/database.ts'
import type { Channel } from '../channels/channels.ts'
import { addDemoContent } from './demo-content.ts'

const channelName = 'streamer'

/** An empty folder becomes a channel on the sandbox, with its rehearsal twin and something to play with. */
export async function firstStart(ctx: Context): Promise<Channel | undefined> {
  if ((await ctx.channels.list()).length > 0) return undefined
  return ctx.db.write(async (tx) => (await makeSandboxChannel(ctx, tx, channelName)).channel)
}

/** A channel and its twin, bound to the stand-ins, with demo content. */
export async function makeSandboxChannel(ctx: Context, tx: Writer, name: string) {
  const { channel, rehearsal } = await ctx.channels.create(tx, name)
  const displayname = name.charAt(0).toUpperCase() + name.slice(1)
  for (const made of [channel, rehearsal]) {
    const { id } = made
    for (const platform of platforms) {
      const user = { id: `${platform}-${id}`, username: name, displayname }
      await ctx.platforms.connect(tx, id, platform, 'sandbox', user, ctx.clock.now())
    }
    await addDemoContent(ctx, tx, made)
  }
  return { channel, rehearsal }
}
