import { createApp } from '../src/app.ts'
import { answerMeasurements } from './measured.ts'
import { openStore, type Store, stores } from './stores.ts'

/**
 * The server as it ships, or with another store, as a process of its own: `subject.ts <data folder> [store]`.
 * With two addresses more, on that PostgreSQL and that Redis.
 */
const [folder, wanted, databaseUrl, redisUrl] = process.argv.slice(2)
if (folder === undefined) throw new Error('a data folder is needed')
const store: Store = stores.find((name) => name === wanted) ?? 'shipped'
const database = await openStore(store, folder)
const app = await createApp(
  {
    host: '127.0.0.1',
    port: 0,
    dataFolder: folder,
    naming: 'spec',
    trustedProxies: [],
    publicUrl: undefined,
    logLevel: 'warn',
    secret: databaseUrl === undefined ? undefined : 'the same for every node of the bench',
    databaseUrl,
    redisUrl,
  },
  database === undefined ? {} : { database },
)
// Without a store what is done every minute would never get done, and go on and on; so there it is not begun.
answerMeasurements(await (store === 'none' ? app.http.listen(0, '127.0.0.1') : app.listen()))
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
