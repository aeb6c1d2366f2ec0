import { existsSync, renameSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { assertOpenable } from '../migrate.ts'
import { UnusableDatabase } from '../unusable-database.ts'

/** Copying, checking and replacing database files. The caller must hold the lock of the folder. */

/** Replaces a database with a copy of `file`, after checking it. The previous database is kept as `keptAs`. */
export async function replaceDatabase(target: string, file: string, keptAs: string): Promise<void> {
  const incoming = `${target}.incoming`
  try {
    await copyDatabase(file, incoming)
    assertOpenable(incoming)
    const fault = faultIn(incoming)
    if (fault !== undefined) throw new Error(fault)
  } catch (error) {
    rmSync(incoming, { force: true })
    throw error
  }
  if (existsSync(target)) {
    await copyDatabase(target, keptAs)
    for (const part of ['', '-wal', '-shm']) rmSync(target + part, { force: true })
  }
  renameSync(incoming, target)
}

/** What is wrong with a database, or undefined when it is intact and this version can open it. */
export function faultIn(file: string): string | undefined {
  try {
    assertOpenable(file)
  } catch (error) {
    if (error instanceof UnusableDatabase) return error.message
    throw error
  }
  const db = new DatabaseSync(file)
  try {
    const { integrity_check: verdict } = db.prepare('PRAGMA integrity_check').get() as { integrity_check: string }
    if (verdict !== 'ok') return verdict
    const { wrong } = db.prepare(balancesOffTheirLedger).get() as { wrong: number }
    return wrong === 0 ? undefined : `${wrong} balances do not equal their ledger`
  } finally {
    db.close()
  }
}

export const balancesOffTheirLedger = `SELECT count(*) AS wrong FROM viewers v LEFT JOIN (
    SELECT channel_id, viewer_id, sum(delta) AS total FROM points_ledger
    WHERE currency = 'points' GROUP BY channel_id, viewer_id
  ) AS l ON l.channel_id = v.channel_id AND l.viewer_id = v.id WHERE v.points <> coalesce(l.total, 0)`

async function copyDatabase(from: string, to: string): Promise<void> {
  rmSync(to, { force: true })
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(source, to)
  } finally {
    source.close()
  }
}
