import type { Pool } from './pool.ts'

/** Autovacuum looks once a minute. */
const lookAgainMs = 5_000
/** Fewer rows are read as quickly by any plan. */
const enoughRows = 50

/** Tables that hold rows and whose statistics nobody has collected yet. */
const findUnknown = `SELECT quote_ident(schemaname) || '.' || quote_ident(relname) AS name FROM pg_stat_user_tables
  WHERE schemaname = current_schema() AND last_analyze IS NULL AND last_autoanalyze IS NULL
    AND n_live_tup >= ${enoughRows}`

export type FreshStatistics = ReturnType<typeof createFreshStatistics>

/**
 * Collects the statistics of tables that have just got their first rows. Without them the planner takes the columns of
 * an index for more selective than they are: all rows of a channel are read where one was asked for, and the plan is kept
 * until somebody collects statistics. Autovacuum does so within a minute, and a new channel may have thousands of viewers
 * by then.
 */
export function createFreshStatistics(pool: Pick<Pool, 'take' | 'give'>, afterMs = lookAgainMs) {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function collect(): Promise<void> {
    const session = await pool.take()
    try {
      for (const { name } of await session.exec(findUnknown)) await session.exec(`ANALYZE ${name}`)
    } finally {
      pool.give(session)
    }
  }

  return {
    /** Something was written. */
    onWrite(): void {
      if (isClosed) return
      timer ??= setTimeout(() => {
        // It is only about speed, and the next write is another occasion.
        collect()
          .catch(() => {})
          .finally(() => {
            timer = undefined
          })
      }, afterMs).unref()
    },

    close(): void {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
