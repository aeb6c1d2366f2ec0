import type { Database } from '../database.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { createChannelQueues } from './channel-queues.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { createPool } from './pool.ts'
import { createReadBatcher } from './read-batcher.ts'
import { openSession, type Session } from './session.ts'

/** Connections of one node: reads share round trips, so few are enough; each channel being written to needs one. */
const readers = 3
const writers = 6
const oldestVersion = 14

/** Storage on PostgreSQL, for any number of nodes. */
export async function openPostgres(
  url: string,
  onEffectError: (error: unknown) => void,
  onBatch?: (size: number) => void,
): Promise<Database> {
  const care = await openSession(url, 'care').catch((error: unknown) => {
    throw new UnusableDatabase(`PostgreSQL at ${addressOf(url)} cannot be used: ${reasonOf(error)}`, { cause: error })
  })
  try {
    await assertUsable(care)
    await migratePostgres(care)
  } finally {
    await care.close()
  }
  const breaker = createCircuitBreaker(() => openSession(url, 'read'))
  const reading = createPool({ size: readers, breaker, open: () => openSession(url, 'read') })
  const writing = createPool({ size: writers, breaker, open: () => openSession(url, 'write') })
  const reader = createReadBatcher(reading, breaker)
  const queues = createChannelQueues({ pool: writing, breaker, onEffectError, onBatch })

  return {
    get: reader.get,
    all: reader.all,
    write: queues.write,
    async backup(path) {
      const { backupPostgres } = await import('../moving/backup-postgres.ts')
      await backupPostgres(url, path)
    },
    async close() {
      await queues.close()
      await reader.settled()
      breaker.close()
      await Promise.all([reading.close(), writing.close()])
    },
  }
}

async function assertUsable(session: Session): Promise<void> {
  const [server] = await session.exec(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding`,
  )
  if (Number(server?.version) < oldestVersion) {
    throw new UnusableDatabase(`PostgreSQL ${server?.version} is too old: ${oldestVersion} or newer is needed`)
  }
  if (server?.encoding !== 'UTF8') {
    throw new UnusableDatabase(`the database is encoded as ${server?.encoding}: create one with ENCODING 'UTF8'`)
  }
}

/** Without the password. */
export function addressOf(url: string): string {
  const { host, pathname, searchParams } = URL.canParse(url) ? new URL(url) : new URL('postgres://unknown')
  return `${searchParams.get('host') ?? host}${pathname}`
}

/** Attempts for several addresses of a host name are reported as one error without a message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message === undefined || message === '' ? (code ?? 'no answer') : message
}
