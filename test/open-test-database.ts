import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Database } from '../src/kernel/storage/database.ts'
import { databaseFile, openDatabase } from '../src/kernel/storage/open.ts'
import { testEngine } from './declare.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

/** For tests that are not about an outage: a busy machine may let PostgreSQL wait for longer than our usual limits. */
export const patientTimeLimits = { connectMs: 60_000, queueMs: 60_000, statementMs: 60_000, answerMs: 60_000 }

export type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>

/** The file of a SQLite database with all tables: to make them takes some hundred statements. */
let tables: Buffer | undefined

async function putTables(folder: string): Promise<void> {
  if (tables === undefined) {
    const first = createTemporaryFolder()
    await (await openDatabase(first.path, assert.ifError)).close()
    tables = readFileSync(databaseFile(first.path))
    first.remove()
  }
  writeFileSync(databaseFile(folder), tables)
}

/** A database with all tables and nothing in them, on the engine of this run, for tests that need no app. */
export async function openTestDatabase(
  onEffectError: (error: unknown) => void = (error) => assert.fail(String(error)),
) {
  const folder = createTemporaryFolder()
  const database =
    testEngine === 'postgres'
      ? await (await import('./kernel/postgres/test-database.ts')).createTestDatabase(folder.path, 'tables')
      : undefined
  const open = () => openDatabase(folder.path, onEffectError, database?.url, { timeLimits: patientTimeLimits })
  if (database === undefined) await putTables(folder.path)
  let db = await open()
  const others: Database[] = []
  return {
    db,
    /** As after a restart. */
    async reopen(): Promise<Database> {
      await db.close()
      db = await open()
      return db
    },
    /** As another node has it. A SQLite database has one node, so there it is the same. */
    async openAnother(): Promise<Database> {
      if (database === undefined) return db
      const other = await open()
      others.push(other)
      return other
    },
    async remove(): Promise<void> {
      for (const other of others) await other.close()
      await db.close()
      await database?.drop()
      folder.remove()
    },
  }
}
