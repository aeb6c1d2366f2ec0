import { newestVersion } from '../migrations/versions.ts'
import { balancesOffTheirLedger } from '../sqlite/files.ts'
import { readPostgresVersion } from './migrate-postgres.ts'
import { addressOf } from './postgres-database.ts'
import { openSession } from './session.ts'

type Finding = readonly [isWell: boolean, words: string]

/** Checks a database from outside, for `doctor`. `isFull` also adds up every ledger. */
export async function checkPostgres(url: string, isFull: boolean): Promise<Finding[]> {
  const place = addressOf(url)
  const session = await openSession(url, 'care').catch((error: Error) => error)
  if (session instanceof Error) return [[false, `PostgreSQL at ${place} cannot be used: ${session.message}`]]
  try {
    const [server] = await session.exec(`SELECT current_setting('server_version') AS version`)
    const reached: Finding = [true, `PostgreSQL ${server?.version} at ${place}`]
    const found = await readPostgresVersion(session)
    if (found === undefined) return [reached, [false, 'No tables yet: the first start creates them']]
    if (found.version !== newestVersion) {
      const words = `The tables have schema version ${found.version}, this Showcaller ${newestVersion}`
      return [reached, [false, words]]
    }
    if (!isFull) return [reached, [true, 'The tables are up to date; doctor --full also checks every balance']]
    const [{ wrong } = { wrong: 0 }] = await session.exec(balancesOffTheirLedger)
    const isWell = Number(wrong) === 0
    return [
      reached,
      [isWell, isWell ? 'Every balance equals its ledger' : `${wrong} balances do not equal their ledger`],
    ]
  } finally {
    await session.close()
  }
}
