import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { fs } from '../../node.ts'
import { removeDatabase, syncFile, syncFolder } from '../durable-files.ts'
import { assertOpenable } from '../migrate.ts'
import { UnusableDatabase } from '../unusable-database.ts'
import { isDamage } from './errors.ts'

/** Copying, checking and replacing database files. The caller must hold the lock of the folder. */

/**
 * Replaces a database with a copy of `file`, after checking it. The copy takes the place of the previous database in one
 * step (`rename`), so a crash at any moment leaves one of the two. The previous one is kept as `keptAs`. `beforeSwap`
 * runs when the copy is good; when it throws, nothing is replaced.
 */
export async function replaceDatabase(
  target: string,
  file: string,
  keptAs: string,
  beforeSwap: () => Promise<void> = async () => {},
): Promise<void> {
  const incoming = `${target}.incoming`
  try {
    await copyDatabase(file, incoming)
    assertOpenable(incoming)
    const fault = faultIn(incoming, 'full')
    if (fault !== undefined) throw new Error(fault)
    syncFile(incoming)
    await beforeSwap()
    if (fs.existsSync(target)) keep(target, keptAs)
    fs.renameSync(incoming, target)
  } catch (error) {
    removeDatabase(incoming)
    throw error
  }
  syncFolder(dirname(target))
}

/**
 * Gives the database a second name, under which it is complete. Its write-ahead log is merged first: beside the new
 * file, SQLite would apply it there. The log of a damaged database cannot be merged, so it is kept under the new name.
 */
function keep(target: string, keptAs: string): void {
  try {
    // Only reads: for SQLite the log of a file without a valid header is garbage, which it deletes.
    execOn(target, { readOnly: true }, 'SELECT count(*) FROM sqlite_master')
    execOn(target, {}, 'PRAGMA journal_mode = DELETE')
  } catch {
    // Damaged, or no space.
  }
  try {
    fs.linkSync(target, keptAs)
  } catch {
    // A file system without hard links.
    copyFile(target, keptAs)
  }
  for (const part of ['-wal', '-shm']) {
    if (fs.existsSync(target + part)) fs.renameSync(target + part, keptAs + part)
  }
}

function execOn(file: string, options: { readOnly?: boolean }, text: string): void {
  const db = new DatabaseSync(file, options)
  try {
    db.exec(text)
  } finally {
    db.close()
  }
}

function copyFile(from: string, to: string): void {
  try {
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL)
    syncFile(to)
  } catch (error) {
    fs.rmSync(to, { force: true })
    throw error
  }
}

/** `quick` checks the structure of every table; `full` also every index and the sum of every ledger. */
export type CheckDepth = 'quick' | 'full'

/** What is wrong with a database, or undefined when it is intact and this version can open it. It is only read. */
export function faultIn(file: string, depth: CheckDepth): string | undefined {
  let db: DatabaseSync | undefined
  try {
    assertOpenable(file)
    db = new DatabaseSync(file, { readOnly: true })
    const check = depth === 'quick' ? 'quick_check' : 'integrity_check'
    const verdict = String(Object.values(db.prepare(`PRAGMA ${check}(1)`).get() ?? {})[0])
    if (verdict !== 'ok') return verdict
    if (depth === 'quick') return undefined
    const { wrong } = db.prepare(balancesOffTheirLedger).get() as { wrong: number }
    return wrong === 0 ? undefined : `${wrong} balances do not equal their ledger`
  } catch (error) {
    if (error instanceof UnusableDatabase || isDamage(error)) return (error as Error).message
    throw error
  } finally {
    db?.close()
  }
}

export const balancesOffTheirLedger = `SELECT count(*) AS wrong FROM viewers v LEFT JOIN (
    SELECT channel_id, viewer_id, sum(delta) AS total FROM points_ledger
    WHERE currency = 'points' GROUP BY channel_id, viewer_id
  ) AS l ON l.channel_id = v.channel_id AND l.viewer_id = v.id WHERE v.points <> coalesce(l.total, 0)`

async function copyDatabase(from: string, to: string): Promise<void> {
  removeDatabase(to)
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(source, to)
  } finally {
    source.close()
  }
}
