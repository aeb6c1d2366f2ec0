import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Failure } from '../../../src/kernel/operation/contract/failures.ts'
import { type Database, sql } from '../../../src/kernel/storage/database.ts'
import { pageOf } from '../../../src/kernel/storage/long-lists.ts'
import { openDatabase } from '../../../src/kernel/storage/open.ts'
import { runsOn } from '../../declare.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'

runsOn('sqlite', { because: 'it is about the reader thread, which PostgreSQL does not have' })

const insert = sql<{ id: number; name: string }>('INSERT INTO channels (id, name, created_at) VALUES (:id, :name, 0)')
const rename = sql<{ id: number; name: string }>('UPDATE channels SET name = :name WHERE id = :id')
const find = sql<{ id: number }, { name: string }>('SELECT name FROM channels WHERE id = :id')
const broken = sql<{ id: number }, unknown>('SELECT nothing FROM nowhere WHERE id = :id')

describe('reads', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  let db: Database
  before(async () => {
    folder = createTemporaryFolder()
    db = await openDatabase(folder.path, (error) => assert.fail(String(error)))
    await db.write((tx) => tx.run(insert, { id: 1, name: 'start' }))
  })
  after(async () => {
    await db.close()
    folder.remove()
  })

  const nameNow = async () => (await db.get(find, { id: 1 }))?.name

  it('see a write once it is acknowledged, however many others read and write at the time', async () => {
    let isOver = false
    const readers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        await nameNow()
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    for (let round = 0; round < 30; round++) {
      const wanted = `round ${round}`
      const others = [nameNow(), db.write((tx) => tx.get(find, { id: 1 })), nameNow()]
      await db.write((tx) => tx.run(rename, { id: 1, name: wanted }))
      assert.equal(await nameNow(), wanted)
      await Promise.all(others)
    }
    isOver = true
    await Promise.all(readers)
  })

  it('see a write inside what follows its commit', async () => {
    const seen: Promise<string | undefined>[] = []
    await db.write(async (tx) => {
      await tx.run(rename, { id: 1, name: 'renamed' })
      tx.onCommit(() => seen.push(nameNow()))
    })
    assert.deepEqual(await Promise.all(seen), ['renamed'])
  })

  it('do not see a write before its commit, nor one that failed', async () => {
    const before = await nameNow()
    const during: (string | undefined)[] = []
    const failing = db.write(async (tx) => {
      await tx.run(rename, { id: 1, name: 'never' })
      during.push(await nameNow())
      throw new Failure('same_user')
    })
    await assert.rejects(failing, Failure)
    assert.deepEqual([...during, await nameNow()], [before, before])
  })

  it('that take long let others have their turn in between', async () => {
    const slow = sql<{ rows: number }, { total: number }>(
      `SELECT count(*) AS total FROM (
         WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :rows) SELECT n FROM numbers)`,
    )
    const order: string[] = []
    const reads = [1, 2, 3].map(async (place) => {
      const [row] = await db.all(slow, { rows: 200_000 + place })
      assert.equal(row?.total, 200_000 + place)
      order.push('read')
    })
    setImmediate(() => order.push('turn'))
    await Promise.all(reads)
    assert.deepEqual(order, ['read', 'read', 'turn', 'read'])
  })

  it('of a list are the same whether it is short or so long that a thread walks through it', async () => {
    const count = sql<{ channel: number; limit: number }, { total: number }>(
      'SELECT count(*) AS total FROM (SELECT id FROM viewers WHERE channel_id = :channel LIMIT :limit) AS counted',
    )
    const page = sql<{ channel: number; limit: number; offset: number }, { id: number }>(
      'SELECT id FROM viewers WHERE channel_id = :channel ORDER BY id LIMIT :limit OFFSET :offset',
    )
    const insert = sql<{ channel: number; from: number; to: number }>(
      `INSERT INTO viewers (channel_id, id, seniority, platform, platform_user_id, username, name_key, displayname, created_at)
       SELECT :channel, n, -n, 'kick', CAST(n AS TEXT), CAST(n AS TEXT), CAST(n AS TEXT), CAST(n AS TEXT), 0 FROM (
         WITH RECURSIVE numbers(n) AS (SELECT :from UNION ALL SELECT n + 1 FROM numbers WHERE n < :to) SELECT n FROM numbers)`,
    )
    const last = async (offset: number) => pageOf(db, { count, page }, { channel: 77 }, { limit: 2, offset })
    assert.deepEqual(await last(0), { total: 0, items: [] })
    await db.write((tx) => tx.run(insert, { channel: 77, from: 1, to: 10_000 }))
    assert.deepEqual(await last(9_999), { total: 10_000, items: [{ id: 10_000 }] })
    await db.write((tx) => tx.run(insert, { channel: 77, from: 10_001, to: 10_003 }))
    assert.deepEqual(await last(10_001), { total: 10_003, items: [{ id: 10_002 }, { id: 10_003 }] })
    assert.deepEqual(await last(20_000), { total: 10_003, items: [] })
  })

  it('of one statement keep their parameters apart, in whatever order and spelling they come', async () => {
    const pair = sql<{ a: number | string | null; b: number | string | null }, { a: unknown; b: unknown }>(
      'SELECT :a AS a, :b AS b',
    )
    const values = [1, 2, 12, '1', '12', '1,', '', 'null', null, '1"1', '"']
    for (const a of values) {
      for (const b of values) {
        assert.deepEqual({ ...(await db.get(pair, { a, b })) }, { a, b })
        assert.deepEqual({ ...(await db.get(pair, { b, a })) }, { a, b })
      }
    }
  })

  it('continue after one that failed', async () => {
    await assert.rejects(db.get(broken, { id: 1 }))
    assert.equal(await nameNow(), 'renamed')
    await db.write((tx) => tx.run(rename, { id: 1, name: 'after' }))
    assert.equal(await nameNow(), 'after')
  })
})
