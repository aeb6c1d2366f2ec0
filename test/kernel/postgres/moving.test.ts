import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { fillPostgres } from '../../../src/kernel/storage/moving/fill-postgres.ts'
import { databaseFile } from '../../../src/kernel/storage/open.ts'
import { openSession } from '../../../src/kernel/storage/postgres/session.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { hasLongVersion, isLongRun, needs, runsOn } from '../../declare.ts'
import { eventually } from '../../eventually.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { readDatabase } from '../../read-database.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'
import { faultsInDatabase } from '../../trust/check-database.ts'
import { ownBin } from '../../trust/server-process.ts'
import { createTestDatabase, testServer } from './test-database.ts'

runsOn('postgres', { because: 'it compares the two engines itself' })
needs('postgres')
hasLongVersion('three backups under load instead of one')

const alice = { username: 'alice', platform: 'PlatformA' }

describe('moving between engines', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  /** An embedded database with a little history, which no server has open. */
  let home: string
  let tables: Record<string, unknown[]>
  let url: (database?: string) => string

  before(async () => {
    folder = createTemporaryFolder()
    home = join(folder.path, 'home')
    url = await testServer()
    const app = await createTestApp({ folder: home, config: { databaseUrl: undefined } })
    await app.call('add-points', { ...alice, amount: 7 })
    await app.call('send-message', { message: 'Ünï ✓ 😀 "quoted" \\ \n line' })
    await app.app.ctx.usage.flush()
    await app.close({ keepFolder: true })
    tables = await rowsIn(home)
  })
  after(() => folder?.remove())

  async function rowsIn(dataFolder: string): Promise<Record<string, unknown[]>> {
    const file = new DatabaseSync(databaseFile(dataFolder), { readOnly: true })
    const names = file.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migrations'`).all()
    const found = names.map(({ name }) => [name, sorted(file.prepare(`SELECT * FROM ${name}`).all())])
    file.close()
    return Object.fromEntries(found)
  }

  async function newDatabase(name: string): Promise<string> {
    const care = await openSession(url(), 'care', patientTimeLimits)
    await care.exec(`DROP DATABASE IF EXISTS ${name}`)
    await care.exec(`CREATE DATABASE ${name}`)
    await care.close()
    return url(name)
  }

  /** The command line, as an operator would use it. */
  function run(args: readonly string[], env: Record<string, string> = {}) {
    return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = spawn(process.execPath, [ownBin, ...args], {
        env: { PATH: process.env.PATH, ...env },
        cwd: folder.path,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let [out, err] = ['', '']
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text
      })
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        err += text
      })
      child.on('close', (code) => resolve({ code, out, err }))
    })
  }

  it('to PostgreSQL and back again brings every row, and says how many of what', async () => {
    const there = await newDatabase('moved')
    const moved = await run(['migrate', '--from', home, '--to', there])
    assert.equal(moved.code, 0, moved.err)
    assert.match(moved.out, /^viewers +\d+ rows {2}[0-9a-f]{16}$/m)
    assert.match(moved.out, /^Moved \d+ rows of \d+ tables\. Each table was read back and compared\.$/m)

    const app = await createTestApp({ config: { databaseUrl: there } })
    const database = await readDatabase(app)
    const { points_ledger: ledger = [] } = await database.tables((name) => name === 'points_ledger')
    await database.close()
    assert.deepEqual(sorted(ledger), tables.points_ledger)
    assert.equal((await app.call('get-points', alice)).body.points, 1207)
    const busy = await run(['restore', join(folder.path, 'nothing.sqlite')], { DATABASE_URL: there })
    assert.equal(busy.code, 2)
    await app.close()

    const again = await run(['migrate', '--from', home, '--to', there])
    assert.equal(again.code, 2)
    assert.match(again.err, /no data was moved: the database to move to is not empty\./)

    const fresh = await newDatabase('moved_back')
    await fillPostgres(databaseFile(home), fresh)
    const back = join(folder.path, 'back')
    const returned = await run(['migrate', '--from', fresh, '--to', back])
    assert.equal(returned.code, 0, returned.err)
    assert.deepEqual(await rowsIn(back), tables)
  })

  it('is one clear line when there is nothing to move, or nowhere to', async () => {
    for (const [args, words] of [
      [['migrate', '--from', join(folder.path, 'nowhere'), '--to', url('moved')], /there is no database in /],
      [['migrate', '--from', home, '--to', 'postgres://nobody@127.0.0.1:1/x'], /no data was moved: .*ECONNREFUSED/],
      [['migrate', '--from', home, '--to', home], /one of --from and --to/],
      [['migrate', '--from', home], /migrate needs --from and --to/],
      [['serve'], /cannot be used/],
    ] as const) {
      const { code, err } = await run(args, { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/x' })
      assert.equal(code, 2, err)
      assert.match(err, words)
      assert.equal(err.trim().split('\n').length, 1, err)
      assert.doesNotMatch(err, /secret/)
    }
    assert.equal(existsSync(join(folder.path, 'nowhere')), false)
  })

  it('leaves nothing behind when it fails half-way', async () => {
    const there = await newDatabase('half_way')
    const care = await openSession(there, 'care', patientTimeLimits)
    await fillPostgres(databaseFile(home), there)
    await care.exec('TRUNCATE channels; ALTER TABLE viewers ADD CONSTRAINT nobody CHECK (id < 0) NOT VALID')
    await care.exec(`UPDATE points_ledger SET reason = 'was here'`)
    await assert.rejects(fillPostgres(databaseFile(home), there), /nobody/)
    const [left] = await care.exec(`SELECT count(*)::int AS total FROM points_ledger WHERE reason = 'was here'`)
    assert.equal(left?.total, tables.points_ledger?.length)
    await care.close()
    assert.deepEqual(
      readdirSync(home).filter((name) => /moving|incoming/.test(name)),
      [],
    )
  })

  it('by a backup works both ways, and keeps what was there', async () => {
    const there = await newDatabase('restored')
    const env = { DATABASE_URL: there, SHOWCALLER_DATA: join(folder.path, 'node') }
    await fillPostgres(databaseFile(home), there)
    const file = join(folder.path, 'copy.sqlite')
    const saved = await run(['backup', file], env)
    assert.equal(saved.code, 0, saved.err)

    const app = await createTestApp({ config: { databaseUrl: there } })
    await app.call('add-points', { ...alice, amount: 1000 })
    const refused = await run(['restore', file], env)
    assert.equal(refused.code, 2)
    assert.match(refused.err, /in use by a running Showcaller/)
    await app.close()

    const restored = await run(['restore', file], env)
    assert.equal(restored.code, 0, restored.err)
    const kept = /previous data is in (\S+)\.$/m.exec(restored.out)?.[1] ?? ''
    assert.ok(existsSync(kept), restored.out)
    assert.equal(await pointsOfAliceOn(there), 1207)

    // What was kept is a backup too, for either engine.
    const embedded = { SHOWCALLER_DATA: join(folder.path, 'embedded') }
    assert.equal((await run(['restore', kept], embedded)).code, 0)
    const { out } = await run(['call', 'get-points', JSON.stringify(alice)], embedded)
    assert.equal((JSON.parse(out) as { points: number }).points, 2207)
    const examined = await run(['doctor', '--full'], env)
    assert.match(examined.out, /Every balance equals its ledger/)
  })

  async function pointsOfAliceOn(databaseUrl: string): Promise<number> {
    const app = await createTestApp({ config: { databaseUrl } })
    const { body } = await app.call('get-points', alice)
    await app.close()
    return body.points
  }

  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`by a backup of ${engine} under load misses nothing that was acknowledged before it began`, async () => {
      const database = engine === 'postgres' ? await createTestDatabase('under-load') : undefined
      const app = await createTestApp({ config: { databaseUrl: database?.url } })
      try {
        await backUpUnderLoad(app, join(folder.path, `${engine}-load.sqlite`))
      } finally {
        await app.close()
        await database?.drop()
      }
    })
  }

  async function backUpUnderLoad({ ctx, cause, channel }: TestApp, file: string): Promise<void> {
    const fresh = { id: 'loaded', username: 'loaded', displayname: 'loaded' }
    let acknowledged = 0
    let isOver = false
    const writers = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        await ctx.db.write(async (tx) => {
          const viewer = await ctx.viewers.ensure(tx, channel, { platform: 'kick', fresh })
          await ctx.points.add(tx, cause, viewer, 1, 'load')
        })
        acknowledged++
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    for (let round = 0; round < (isLongRun ? 3 : 1); round++) {
      await eventually('some writes', () => acknowledged >= (round + 1) * 30)
      const before = acknowledged
      await ctx.db.backup(file)
      const copy = new DatabaseSync(file)
      const { points } = copy.prepare(`SELECT points FROM viewers WHERE username = 'loaded'`).get() as {
        points: number
      }
      const faults = faultsInDatabase(copy)
      copy.close()
      assert.deepEqual(faults, [])
      assert.ok(points >= before, `${points} in the copy, ${before} acknowledged before it`)
    }
    isOver = true
    await Promise.all(writers)
  }
})

function sorted(rows: readonly unknown[]): unknown[] {
  return rows.map((row) => JSON.stringify(row)).sort()
}
