import { setTimeout as delay } from 'node:timers/promises'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'

const channelName = 'streamer'
const maxTries = 30
const pauseMs = 500

/**
 * Creates a sandbox channel with its test channel and demo content in an empty data folder. Returns the channel that
 * nobody has access to yet: a start that failed after it was created, with a port in use, or that was killed before it
 * had shown its links, is followed by such a one.
 */
export async function firstStart(ctx: Context): Promise<Channel | undefined> {
  for (let tries = 1; ; tries++) {
    const channels = await ctx.channels.list()
    if (channels.length > 0) return findUnclaimed(ctx, channels)
    const { makeSandboxChannel } = await import('./sandbox-channel.ts')
    try {
      return await ctx.db.write(async (tx) => {
        // Only the first of several nodes that start at the same time creates it.
        if ((await ctx.channels.list(tx)).length > 0) return undefined
        return (await makeSandboxChannel(ctx, tx, channelName)).channel
      })
    } catch (error) {
      // Another node is creating it and holds the lock longer than the time limit.
      const isBusy = error instanceof Failure && ['database_unavailable', 'overloaded'].includes(error.code)
      if (!isBusy || tries >= maxTries) throw error
      await delay(pauseMs)
    }
  }
}

/** The only channel, when its links were never shown and it has never had a member or a key that somebody has. */
async function findUnclaimed(ctx: Context, channels: readonly Channel[]): Promise<Channel | undefined> {
  const [channel] = channels
  if (channel === undefined || channels.length > 1) return undefined
  const isClaimed =
    (await ctx.firstSteps.wasGreeted(ctx.db, channel.id)) ||
    (await ctx.keys.wasHeld(ctx.db, channel)) ||
    (await ctx.people.list(channel)).length > 0
  return isClaimed ? undefined : channel
}
