import { Failure } from '../../operation/contract/failures.ts'
import type { Database, OpenOptions, Statement } from '../database.ts'
import { createStorageHealth, type OnProblem } from '../health.ts'
import { asFailure as asFileFailure } from '../sqlite/errors.ts'
import { NoDatabase, UnusableDatabase } from '../unusable-database.ts'
import { createChannelQueues } from './channel-queues.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'
import { asFailure } from './errors.ts'
import { createFreshStatistics } from './fresh-statistics.ts'
import { migratePostgres, readPostgresVersion } from './migrate-postgres.ts'
import { createPool } from './pool.ts'
import { createReadBatcher } from './read-batcher.ts'
import { openSession, type Purpose, type Session, usualTimeLimits } from './session.ts'

/** Connections of one node: reads share round trips, so few are enough; each channel being written to needs one. */
const readers = 3
const writers = 6
const oldestVersion = 14

/** Not of the transaction: it may have begun before others ended. Outside of the SQL that both engines share. */
const readClock: Statement<Record<never, never>, { now: number }> = {
  text: 'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now',
}

/** Storage on PostgreSQL, for any number of nodes. */
export async function openPostgres(
  url: string,
  onEffectError: (error: unknown) => void,
  { onBatch, onProblem, mustExist = false, timeLimits = usualTimeLimits }: OpenOptions = {},
): Promise<Database> {
  const openOne = (purpose: Purpose) => openSession(url, purpose, timeLimits)
  const care = await openOne('care').catch((error: unknown) => {
    throw new UnusableDatabase(`PostgreSQL at ${addressOf(url)} cannot be used: ${reasonOf(error)}`, { cause: error })
  })
  try {
    await assertUsable(care)
    if (mustExist && (await readPostgresVersion(care)) === undefined) throw new NoDatabase()
    await migratePostgres(care)
  } finally {
    await care.close()
  }
  const { answerMs: waitMs, queueMs: maxWaitMs } = timeLimits
  const breaker = createCircuitBreaker(() => openOne('read'))
  const reading = createPool({ size: readers, breaker, waitMs, open: () => openOne('read') })
  const writing = createPool({ size: writers, breaker, waitMs, open: () => openOne('write') })
  const { health, asReported } = createReporting(breaker, onProblem)
  const reader = createReadBatcher(reading, breaker, asReported)
  const statistics = createFreshStatistics(writing)
  const queues = createChannelQueues({
    pool: writing,
    breaker,
    maxWaitMs,
    asFailure: asReported,
    onEffectError,
    onBatch(size) {
      health.withdraw('full')
      statistics.onWrite()
      onBatch?.(size)
    },
  })

  return {
    get: reader.get,
    all: reader.all,
    write: queues.write,
    async now() {
      const row = await reader.get(readClock, {})
      if (row === undefined) throw new Error('PostgreSQL did not say the time')
      return row.now
    },
    problem: health.problem,
    async backup(path) {
      const { backupPostgres } = await import('../moving/backup-postgres.ts')
      // A backup is a SQLite file, on the disk of this node.
      await backupPostgres(url, path).catch((error: unknown) => {
        throw asFailure(asFileFailure(error, path))
      })
    },
    async close() {
      statistics.close()
      await queues.close()
      await reader.settled()
      breaker.close()
      await Promise.all([reading.close(), writing.close()])
    },
  }
}

/** Damage that was repaired while the nodes run (`REINDEX`) is no longer reported after this time. */
const damageLastsMs = 60_000

/** Reports what failed statements and the circuit breaker say about the server. */
function createReporting(breaker: CircuitBreaker, onProblem?: OnProblem) {
  const health = createStorageHealth(onProblem)
  let healing: NodeJS.Timeout | undefined
  breaker.onOpen(({ cause }) => health.report('away', cause))
  breaker.onBack(() => health.withdraw('away'))

  function asReported(error: unknown): unknown {
    const failure = asFailure(error)
    if (!(failure instanceof Failure)) return failure
    if (failure.code === 'disk_full') health.report('full', failure.cause)
    if (failure.code === 'database_damaged') {
      health.report('damaged', failure.cause)
      clearTimeout(healing)
      healing = setTimeout(() => health.withdraw('damaged'), damageLastsMs).unref()
    }
    return failure
  }
  return { health, asReported }
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
