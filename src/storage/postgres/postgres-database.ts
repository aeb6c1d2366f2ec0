import type { Database } from '../database.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { createLanes } from './lanes.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { openSession, type Session } from './session.ts'
import { createPresence, createSupply } from './supply.ts'
import { createTurnReader } from './turn-reader.ts'

/** Connections of one node: reads travel together, so few are enough; each channel being written to needs one. */
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
    throw new UnusableDatabase(`PostgreSQL at ${placeOf(url)} cannot be used: ${wordsOf(error)}`, { cause: error })
  })
  try {
    await assertUsable(care)
    await migratePostgres(care)
  } finally {
    await care.close()
  }
  const presence = createPresence(() => openSession(url, 'read'))
  const reading = createSupply({ size: readers, presence, open: () => openSession(url, 'read') })
  const writing = createSupply({ size: writers, presence, open: () => openSession(url, 'write') })
  const reader = createTurnReader(reading, presence)
  const lanes = createLanes({ supply: writing, presence, onEffectError, onBatch })

  return {
    get: reader.get,
    all: reader.all,
    write: lanes.write,
    async backup(path) {
      const { backupPostgres } = await import('../moving/backup-postgres.ts')
      await backupPostgres(url, path)
    },
    async close() {
      await lanes.close()
      await reader.settled()
      presence.close()
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
    throw new UnusableDatabase(`the database is encoded as ${server?.encoding}: make one with ENCODING 'UTF8'`)
  }
}

/** Without the password. */
export function placeOf(url: string): string {
  const { host, pathname, searchParams } = URL.canParse(url) ? new URL(url) : new URL('postgres://unknown')
  return `${searchParams.get('host') ?? host}${pathname}`
}

/** Several tries, one for each address of a name, come as one error without words of its own. */
function wordsOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message === undefined || message === '' ? (code ?? 'no answer') : message
}
