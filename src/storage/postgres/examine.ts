import { migrations } from '../migrations/list.ts'
import { balancesOffTheirLedger } from '../sqlite/files.ts'
import { versionOf } from './migrate-postgres.ts'
import { placeOf } from './postgres-database.ts'
import { openSession } from './session.ts'

type Finding = readonly [isWell: boolean, words: string]

/** What can be said of a database from outside, in plain words. */
export async function examinePostgres(url: string): Promise<Finding[]> {
  const place = placeOf(url)
  const session = await openSession(url, 'care').catch((error: Error) => error)
  if (session instanceof Error) return [[false, `PostgreSQL at ${place} cannot be used: ${session.message}`]]
  try {
    const [server] = await session.exec(`SELECT current_setting('server_version') AS version`)
    const reached: Finding = [true, `PostgreSQL ${server?.version} at ${place}`]
    const version = await versionOf(session)
    if (version === 0) return [reached, [true, 'No tables yet: the first start makes them']]
    if (version !== migrations.length) {
      return [reached, [false, `The tables are at step ${version}, this Showcaller at ${migrations.length}`]]
    }
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
