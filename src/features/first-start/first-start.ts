import type { Context } from '../../context.ts'
import { platforms } from '../../contract/platforms.ts'
import type { Channel } from '../channels/channels.ts'

const channelName = 'streamer'

/** An empty folder becomes a channel on the sandbox, with its rehearsal twin and something to play with. */
export async function firstStart(ctx: Context): Promise<Channel | undefined> {
  if ((await ctx.channels.list()).length > 0) return undefined
  return ctx.db.write(async (tx) => {
    const { channel, rehearsal } = await ctx.channels.create(tx, channelName)
    for (const { id } of [channel, rehearsal]) {
      for (const platform of platforms) {
        const user = { id: `${platform}-${id}`, username: channelName, displayname: 'Streamer' }
        await ctx.platforms.connect(tx, id, platform, 'sandbox', user, ctx.clock.now())
      }
    }
    return channel
  })
}
