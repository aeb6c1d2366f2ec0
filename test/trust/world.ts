import { createApp } from '../../src/app.ts'
import type { Channel } from '../../src/kernel/operation/channel.ts'
import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'

type App = Awaited<ReturnType<typeof createApp>>

export interface World extends Pick<App, 'ctx'> {
  readonly channel: Channel
  /** Accounts on PlatformA that hold so much. */
  openAccounts(names: readonly string[], points: number): Promise<void>
  /** Keys for everything, as many as a load needs to meet no limit. */
  makeKeys(count: number): Promise<string[]>
}

/** Does something to a data folder, or to the database at the address, while no server has it. */
export async function withWorld<T>(
  place: { dataFolder: string; databaseUrl?: string | undefined },
  work: (world: World) => Promise<T>,
): Promise<T> {
  const app = await createApp({
    host: '127.0.0.1',
    port: 0,
    naming: 'spec',
    trustedProxies: [],
    publicUrl: undefined,
    logLevel: 'error',
    secret: undefined,
    ...place,
  })
  try {
    const { ctx } = app
    const [channel] = await ctx.channels.list()
    if (channel === undefined) throw new Error('the first start made no channel')
    const cause = { channel, actor: 'test', requestId: 'test' }
    return await work({
      ctx,
      channel,
      openAccounts: (names, points) =>
        ctx.db.write(async (tx) => {
          for (const username of names) {
            const fresh = { id: `id-${username}`, username, displayname: username }
            const viewer = await ctx.viewers.ensure(tx, channel, { platform: 'kick', fresh })
            await ctx.points.set(tx, cause, viewer, points, 'test')
          }
        }),
      makeKeys: (count) =>
        ctx.db.write(async (tx) => {
          const made: string[] = []
          while (made.length < count) {
            made.push((await ctx.keys.create(tx, cause, { name: 'test', scopes: allScopes })).key)
          }
          return made
        }),
    })
  } finally {
    await app.close()
  }
}
