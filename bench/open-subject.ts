import { createApp } from '../src/app.ts'
import { openStore, type Store, stores } from './stores.ts'

/**
 * The shipped server, or one with another store or a higher limit of overlay pages. The arguments are a data folder and
 * perhaps `store | crowd | press`. With two more addresses, it uses that PostgreSQL and that Redis.
 */
export async function openSubject([folder, wanted, ...urls]: readonly string[]) {
  const [databaseUrl, redisUrl] = urls
  if (folder === undefined) throw new Error('a data folder is needed')
  const store: Store = stores.find((name) => name === wanted) ?? 'shipped'
  const app = await createApp(
    {
      host: '127.0.0.1',
      port: 0,
      dataFolder: folder,
      naming: 'spec',
      trustedProxies: [],
      publicUrl: undefined,
      logLevel: 'error',
      secret: databaseUrl === undefined ? undefined : 'the same for every node of the bench',
      databaseUrl,
      redisUrl,
    },
    {
      ...(await openStore(store, folder, urls)),
      ...(wanted === 'crowd' ? { maxPagesPerChannel: Number.POSITIVE_INFINITY } : {}),
    },
  )

  async function overlay() {
    const channel = await app.ctx.channels.find(1)
    if (channel === undefined) throw new Error('there is no channel')
    const link = await app.ctx.overlays.link(channel)
    const cause = { channel, actor: 'bench', requestId: 'bench' }
    return {
      overlayToken: link.slice(link.indexOf('#') + 1),
      skip: () => app.ctx.overlayQueue.skip(cause, undefined),
    }
  }

  return {
    // Without a store the jobs of every minute would never finish, so they are not started.
    port: await (store === 'none' ? app.http.listen(0, '127.0.0.1') : app.listen()),
    ...(wanted === 'crowd' || wanted === 'press' ? await overlay() : {}),
    close: app.close,
  }
}
