import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { migrate, NewerDatabase } from '../../src/storage/migrate.ts'
import { migrations } from '../../src/storage/migrations/list.ts'
import { databaseFile, openDatabase } from '../../src/storage/open.ts'
import { migratePostgres } from '../../src/storage/postgres/migrate-postgres.ts'
import { openSession } from '../../src/storage/postgres/session.ts'
import { needs, runsOn } from '../declare.ts'
import { testServer } from '../postgres/test-database.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

runsOn('postgres', { because: 'it compares the two engines itself' })
needs('postgres')

/** Two viewers of one channel and one of another, in both currencies, under events that several share. */
const oldLedger = `
  INSERT INTO viewers (channel_id, id, seniority, platform, platform_user_id, username, name_key, displayname, points, coin, created_at)
  VALUES (1, 1, -1, 'kick', 'a', 'a', 'a', 'a', 12, 3, 0), (1, 2, -2, 'kick', 'b', 'b', 'b', 'b', 7, 0, 0),
    (1, 3, -3, 'kick', 'c', 'c', 'c', 'c', 0, 0, 0), (2, 1, -1, 'kick', 'a', 'a', 'a', 'a', 1, 0, 0);
  INSERT INTO points_ledger (channel_id, viewer_id, seq, currency, delta, balance, reason, actor, request_id, at)
  VALUES (1, 1, 4, 'points', 10, 10, 'watching', 'bot', 'r4', 40), (1, 1, 9, 'points', 2, 12, 'add-points', 'cli', 'r9', 90),
    (1, 1, 9, 'coin', 3, 3, 'add-points', 'cli', 'r9', 90), (1, 2, 4, 'points', 10, 10, 'watching', 'bot', 'r4', 40),
    (1, 2, 12, 'points', -3, 7, 'spent', 'bot', 'r12', 120), (2, 1, 4, 'points', 1, 1, 'follow', 'bot', 'r4', 40)`
const ledgerRows = `SELECT channel_id, seq, viewer_id, currency, previous_seq, delta, balance, reason FROM points_ledger
  ORDER BY channel_id, seq, viewer_id, currency`
const newLedger = [
  [1, 4, 1, 'points', null, 10, 10, 'watching'],
  [1, 4, 2, 'points', null, 10, 10, 'watching'],
  [1, 9, 1, 'coin', null, 3, 3, 'add-points'],
  [1, 9, 1, 'points', 4, 2, 12, 'add-points'],
  [1, 12, 2, 'points', 4, -3, 7, 'spent'],
  [2, 4, 1, 'points', null, 1, 1, 'follow'],
]
const newestRows = 'SELECT channel_id, id, points_seq, coin_seq FROM viewers ORDER BY channel_id, id'
const newest = [
  [1, 1, 9, 9],
  [1, 2, 12, null],
  [1, 3, null, null],
  [2, 1, 4, null],
]

const failed = (error: unknown) => assert.fail(String(error))

describe('a database', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  let raw: DatabaseSync

  beforeEach(() => {
    folder = createTemporaryFolder()
    raw = new DatabaseSync(join(folder.path, 'test.sqlite'))
  })
  afterEach(() => {
    raw.close()
    folder.remove()
  })

  function schemaOf(database: DatabaseSync): unknown[] {
    return database.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all()
  }
  function versions(): number[] {
    return (raw.prepare('SELECT version FROM migrations ORDER BY version').all() as { version: number }[]).map(
      ({ version }) => version,
    )
  }

  it('that is empty gets every step, in order', async () => {
    await migrate(raw)
    assert.deepEqual(
      versions(),
      migrations.map((_, index) => index + 1),
    )
  })

  it('from any earlier version becomes the same as a new one, and keeps its rows', async () => {
    await migrate(raw)
    const wanted = schemaOf(raw)
    for (let steps = 1; steps < migrations.length; steps++) {
      const older = new DatabaseSync(':memory:')
      await migrate(older, migrations.slice(0, steps))
      older.exec(`INSERT INTO channels (id, name, created_at) VALUES (7, 'kept', 0)`)
      await migrate(older)
      assert.deepEqual(schemaOf(older), wanted, `from step ${steps}`)
      assert.equal(older.prepare('SELECT name FROM channels WHERE id = 7').get()?.name, 'kept')
      older.close()
    }
  })

  it('whose ledger stands in the order of viewers keeps every row of it, in the order of events, on both engines', async () => {
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === 'ledger-in-order'),
    )
    await migrate(raw, before)
    raw.exec(oldLedger)
    await migrate(raw)
    // PostgreSQL's driver writes whole numbers as text.
    const asNumber = (cell: unknown) => (/^-?\d+$/.test(String(cell)) ? Number(cell) : cell)
    const plain = (rows: readonly object[]) => rows.map((row) => Object.values(row).map(asNumber))
    assert.deepEqual(plain(raw.prepare(ledgerRows).all()), newLedger)
    assert.deepEqual(plain(raw.prepare(newestRows).all()), newest)

    const url = await testServer()
    const care = await openSession(url(), 'care')
    await care.exec('DROP DATABASE IF EXISTS older WITH (FORCE)')
    await care.exec('CREATE DATABASE older')
    const session = await openSession(url('older'), 'care')
    try {
      await migratePostgres(session, before)
      await session.exec(oldLedger)
      await migratePostgres(session)
      assert.deepEqual(plain(await session.exec(ledgerRows)), newLedger)
      assert.deepEqual(plain(await session.exec(newestRows)), newest)
    } finally {
      await session.close()
      await care.exec('DROP DATABASE older WITH (FORCE)')
      await care.close()
    }
  })

  it('that is up to date is left as it is', async () => {
    await migrate(raw)
    const before = raw.prepare('PRAGMA schema_version').get()
    await migrate(raw)
    assert.deepEqual(raw.prepare('PRAGMA schema_version').get(), before)
  })

  it('whose next step fails keeps all steps before it whole and nothing of that one', async () => {
    const broken = { name: 'broken', statements: ['CREATE TABLE half (id BIGINT NOT NULL PRIMARY KEY)', 'NOT SQL'] }
    await assert.rejects(migrate(raw, [...migrations.slice(0, 2), broken]), /migration broken failed/)
    assert.deepEqual(versions(), [1, 2])
    assert.equal(raw.prepare(`SELECT count(*) AS n FROM sqlite_master WHERE name = 'half'`).get()?.n, 0)
    await migrate(raw)
    assert.equal(versions().length, migrations.length)
  })

  it('of a newer version is refused and left untouched', async () => {
    await migrate(raw)
    raw.exec(`INSERT INTO migrations (version, name) VALUES (${migrations.length + 1}, 'from-the-future')`)
    const before = schemaOf(raw)
    await assert.rejects(migrate(raw), NewerDatabase)
    assert.deepEqual(schemaOf(raw), before)
  })

  it('of a newer version is let go of again', async () => {
    const database = await openDatabase(folder.path, failed)
    await database.close()
    const file = new DatabaseSync(databaseFile(folder.path))
    file.exec(`INSERT INTO migrations (version, name) VALUES (999, 'from-the-future')`)
    await assert.rejects(openDatabase(folder.path, failed), NewerDatabase)
    file.exec('DELETE FROM migrations WHERE version = 999')
    file.close()
    await (await openDatabase(folder.path, failed)).close()
  })

  it('has strict tables only, each clustered by its key', async () => {
    await migrate(raw)
    const tables = raw.prepare(`SELECT name, wr, strict FROM pragma_table_list WHERE schema = 'main'`).all() as {
      name: string
      wr: number
      strict: number
    }[]
    const ours = tables.filter(({ name }) => !name.startsWith('sqlite_') && name !== 'migrations')
    assert.ok(ours.length > 15)
    assert.deepEqual(
      ours.filter(({ wr, strict }) => wr !== 1 || strict !== 1),
      [],
    )
  })

  it('begins every key with the channel, where rows belong to one', async () => {
    await migrate(raw)
    const wrong = raw
      .prepare(
        `SELECT DISTINCT m.name FROM sqlite_master m
         JOIN pragma_table_info(m.name) channel ON channel.name = 'channel_id' AND channel.pk <> 1
         WHERE m.type = 'table'`,
      )
      .all()
      .map((row) => row.name)
    // Found by a secret, before it is known whose it is.
    assert.deepEqual(wrong.sort(), ['extension_codes', 'sandbox_sign_in_codes', 'sessions', 'sign_in_links'])
  })
})
