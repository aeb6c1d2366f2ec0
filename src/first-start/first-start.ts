import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { Failure } from '../contract/failures.ts'
import type { Channel } from '../features/channels/channels.ts'

const channelName = 'streamer'
const maxTries = 30
const pauseMs = 500

/** Creates a sandbox channel with its test channel and demo content in an empty data folder. */
export async function firstStart(ctx: Context): Promise<Channel | undefined> {
  for (let tries = 1; ; tries++) {
    if ((await ctx.channels.list()).length > 0) return undefined
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
