import { createApp } from '../src/app.ts'
import { answerMeasurements } from './measured.ts'
import { openStore, type Store, stores } from './stores.ts'

/**
 * The server as it ships, or with another store, or with room for a crowd of overlay pages, as a process of its own:
 * `subject.ts <data folder> [store | crowd]`. With two addresses more, on that PostgreSQL and that Redis.
 */
const [folder, wanted, ...urls] = process.argv.slice(2)
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
// Without a store what is done every minute would never get done, and go on and on; so there it is not begun.
const port = await (store === 'none' ? app.http.listen(0, '127.0.0.1') : app.listen())
answerMeasurements(port, wanted === 'crowd' ? { overlayToken: await overlayToken() } : {})
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))

async function overlayToken(): Promise<string> {
  const channel = await app.ctx.channels.find(1)
  if (channel === undefined) throw new Error('there is no channel')
  const link = await app.ctx.overlays.link(channel)
  return link.slice(link.indexOf('#') + 1)
}
