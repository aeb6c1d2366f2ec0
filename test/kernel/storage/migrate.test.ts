import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { migrate } from '../../../src/kernel/storage/migrate.ts'
import { migrations } from '../../../src/kernel/storage/migrations/list.ts'
import type { Migration } from '../../../src/kernel/storage/migrations/migration.ts'
import { baselineVersion, newestVersion } from '../../../src/kernel/storage/migrations/versions.ts'
import { databaseFile, openDatabase } from '../../../src/kernel/storage/open.ts'
import { migratePostgres } from '../../../src/kernel/storage/postgres/migrate-postgres.ts'
import { openSession, type Session } from '../../../src/kernel/storage/postgres/session.ts'
import { replaceDatabase } from '../../../src/kernel/storage/sqlite/files.ts'
import { DraftDatabase, NewerDatabase } from '../../../src/kernel/storage/unusable-database.ts'
import { createWorkplace } from '../../cli/server-process.ts'
import { createTestApp } from '../../create-test-app.ts'
import { needs, runsOn } from '../../declare.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'
import { testServer } from '../postgres/test-database.ts'
import { catalogOfPostgres, catalogOfSqlite } from './catalog.ts'
import { draftMigrations, writeDraftDatabase } from './drafts.ts'

runsOn('postgres', { because: 'it compares the two engines itself' })
needs('postgres')

const failed = (error: unknown) => assert.fail(String(error))
const versionsIn = (database: DatabaseSync) =>
  database
    .prepare('SELECT version FROM migrations ORDER BY version')
    .all()
    .map(({ version }) => version)
const [baseline] = migrations

/** Runs `work` on an empty PostgreSQL database. */
async function onPostgres<T>(work: (session: Session) => Promise<T>): Promise<T> {
  const url = await testServer()
  const care = await openSession(url(), 'care', patientTimeLimits)
  await care.exec('DROP DATABASE IF EXISTS schema_versions WITH (FORCE)')
  await care.exec('CREATE DATABASE schema_versions')
  const session = await openSession(url('schema_versions'), 'care', patientTimeLimits)
  try {
    return await work(session)
  } finally {
    await session.close()
    await care.exec('DROP DATABASE schema_versions WITH (FORCE)')
    await care.close()
  }
}

/** The catalog as lines, after these lists of migrations in turn. */
async function postgresCatalogAfter(...lists: readonly (readonly Migration[])[]): Promise<string[]> {
  const catalog = await onPostgres(async (session) => {
    for (const list of lists) await migratePostgres(session, list)
    return catalogOfPostgres(session)
  })
  return Object.entries(catalog)
    .flatMap(([table, lines]) => lines.map((line) => `${table}: ${line}`))
    .sort()
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

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

  it('that is empty gets every migration, in order', async () => {
    await migrate(raw)
    assert.deepEqual(
      versionsIn(raw),
      migrations.map(({ version }) => version),
    )
    assert.equal(versionsIn(raw).at(-1), newestVersion)
    assert.equal(versionsIn(raw)[0], baselineVersion)
  })

  it('has after the baseline exactly the schema that the migrations of the drafts led to, on both engines', async () => {
    assert.equal(draftMigrations.length, baselineVersion)
    await migrate(raw, draftMigrations)
    const fresh = new DatabaseSync(':memory:')
    await migrate(fresh, [baseline])
    assert.ok(Object.keys(catalogOfSqlite(raw)).length > 50)
    assert.deepEqual(catalogOfSqlite(fresh), catalogOfSqlite(raw))
    fresh.close()

    // The drafts renamed a table, and PostgreSQL kept the old name for its primary key.
    const drafted = (await postgresCatalogAfter(draftMigrations)).map((line) =>
      line.replaceAll('ledger_in_order_pkey', 'points_ledger_pkey'),
    )
    assert.deepEqual(await postgresCatalogAfter([baseline]), drafted.sort())
  })

  it('of the last draft becomes the same as a new one, on both engines', async () => {
    await migrate(raw, draftMigrations)
    await migrate(raw)
    const fresh = new DatabaseSync(':memory:')
    await migrate(fresh)
    assert.deepEqual(catalogOfSqlite(raw), catalogOfSqlite(fresh))
    fresh.close()
    assert.deepEqual(await postgresCatalogAfter(draftMigrations, migrations), await postgresCatalogAfter(migrations))
  })

  it('of the last draft counts on from the highest id that rows or events name, on both engines', async () => {
    const rows = `
      INSERT INTO channels (id, name, created_at) VALUES (1, 'one', 0), (2, 'two', 0);
      INSERT INTO audio_alerts (channel_id, id, name, name_key, points, status, settings)
      VALUES (1, 7, 'a', 'a', 0, 'active', '{}'), (2, 3, 'a', 'a', 0, 'active', '{}');
      INSERT INTO events (channel_id, seq, kind, actor, request_id, at, data)
      VALUES (1, 1, 'alert.created', 'a', 'r', 0, '{"id":9,"name":"gone"}'), (2, 1, 'song.added', 'a', 'r', 0, '{"id":4}'),
        (2, 2, 'chat.message', 'a', 'r', 0, '{"id":"not a number"}');
      INSERT INTO effects (channel_id, overlay_id, name, effect_type, effect_settings, trigger_enabled, position)
      VALUES (1, 'snow', 'Snow', 'snow', '{}', 1, 1);
      INSERT INTO categories (id, name, slug, aliases) VALUES (100000004, 'Own', 'own', '[]')`
    const read = 'SELECT channel_id, name, last FROM id_sequences ORDER BY channel_id, name'
    const wanted = ['0 category 5', '0 channel 2', '1 alert 9', '1 effect:snow 1', '2 alert 3', '2 song 4']
    await migrate(raw, draftMigrations)
    raw.exec(rows)
    await migrate(raw)
    const inSqlite = raw.prepare(read).all()
    const inPostgres = await onPostgres(async (session) => {
      await migratePostgres(session, draftMigrations)
      await session.exec(rows)
      await migratePostgres(session)
      return session.exec(read)
    })
    for (const found of [inSqlite, inPostgres]) {
      assert.deepEqual(
        found.map((row) => Object.values(row).join(' ')),
        wanted,
      )
    }
  })

  it('of the last draft keeps working, with everything in it', async () => {
    writeDraftDatabase(databaseFile(folder.path))
    const app = await createTestApp({ folder: folder.path, config: { databaseUrl: undefined } })
    try {
      const alice = { username: 'alice', platform: 'PlatformA' }
      const { body } = await app.call('get-points', alice)
      assert.equal((await app.call('add-points', { ...alice, amount: 5 })).status, 200)
      assert.equal((await app.call('get-points', alice)).body.points, body.points + 5)
      assert.ok(body.points > 25)
      assert.equal((await app.call('list-commands', { limit: 100 })).body.commands.length, 17)
    } finally {
      await app.close({ keepFolder: true })
    }
    const opened = new DatabaseSync(databaseFile(folder.path))
    const later = migrations.map(({ version }) => version as number).filter((version) => version > baselineVersion)
    assert.deepEqual(versionsIn(opened), [...draftMigrations.map(({ version }) => version), ...later])
    opened.close()
  })

  it('of any earlier draft is refused and left untouched, on both engines', async () => {
    for (let version = 1; version < baselineVersion; version++) {
      const older = new DatabaseSync(':memory:')
      await migrate(older, draftMigrations.slice(0, version))
      const before = catalogOfSqlite(older)
      await assert.rejects(migrate(older), DraftDatabase)
      assert.deepEqual(catalogOfSqlite(older), before)
      older.close()
    }
    await onPostgres(async (session) => {
      await migratePostgres(session, draftMigrations.slice(0, -1))
      const before = await catalogOfPostgres(session)
      await assert.rejects(migratePostgres(session), DraftDatabase)
      assert.deepEqual(await catalogOfPostgres(session), before)
    })
  })

  it('of another draft with as many migrations is refused', async () => {
    const other: Migration = { version: baselineVersion, name: 'something-else', statements: [] }
    await migrate(raw, [...draftMigrations.slice(0, -1), other])
    await assert.rejects(migrate(raw), DraftDatabase)
  })

  it('of an earlier draft does not start: one line that says what to do, exit code 2, the file as it was', async () => {
    const place = createWorkplace()
    try {
      mkdirSync(place.data)
      const file = databaseFile(place.data)
      const older = new DatabaseSync(file)
      await migrate(older, draftMigrations.slice(0, 12))
      older.close()
      const before = hashOf(file)
      for (const command of [['serve'], ['key', 'list']]) {
        const { code, stderr, stdout } = await place.run(command)
        assert.equal(code, 2, stderr)
        assert.match(stderr, /an unreleased draft of Showcaller \(schema version 12, "extension-and-donations"\)/)
        assert.match(stderr, /start revision ab5927c once .* or begin with an empty data folder\.\n$/)
        assert.equal(stderr.trim().split('\n').length, 1)
        assert.equal(stdout, '')
        assert.equal(hashOf(file), before)
      }
    } finally {
      await place.close()
    }
  })

  it('of an earlier draft is not restored over a good one', async () => {
    await migrate(raw, draftMigrations.slice(0, 12))
    await (await openDatabase(folder.path, failed)).close()
    const before = hashOf(databaseFile(folder.path))
    const kept = join(folder.path, 'kept.sqlite')
    const restoring = replaceDatabase(databaseFile(folder.path), join(folder.path, 'test.sqlite'), kept)
    await assert.rejects(restoring, DraftDatabase)
    assert.equal(hashOf(databaseFile(folder.path)), before)
  })

  it('that is up to date is left as it is', async () => {
    await migrate(raw)
    const before = raw.prepare('PRAGMA schema_version').get()
    await migrate(raw)
    assert.deepEqual(raw.prepare('PRAGMA schema_version').get(), before)
  })

  it('whose next migration fails keeps all before it whole and nothing of that one', async () => {
    const statements = ['CREATE TABLE half (id BIGINT NOT NULL PRIMARY KEY)', 'NOT SQL']
    const broken: Migration = { version: newestVersion + 1, name: 'broken', statements }
    await assert.rejects(migrate(raw, [...migrations, broken]), /migration broken failed/)
    assert.equal(versionsIn(raw).at(-1), newestVersion)
    assert.equal(catalogOfSqlite(raw).half, undefined)
    await migrate(raw)
    assert.equal(versionsIn(raw).at(-1), newestVersion)
  })

  it('of a newer version is refused and left untouched', async () => {
    await migrate(raw)
    raw.exec(`INSERT INTO migrations (version, name) VALUES (${newestVersion + 1}, 'from-the-future')`)
    const before = catalogOfSqlite(raw)
    await assert.rejects(migrate(raw), NewerDatabase)
    assert.deepEqual(catalogOfSqlite(raw), before)
  })

  it('of a newer version is closed again', async () => {
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
