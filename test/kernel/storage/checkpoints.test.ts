import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from '../../../src/kernel/storage/database.ts'
import { databaseFile, openDatabase } from '../../../src/kernel/storage/open.ts'
import { createCheckpoints } from '../../../src/kernel/storage/sqlite/checkpoints.ts'
import { isSlow, runsOn } from '../../declare.ts'
import { eventually } from '../../eventually.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'

runsOn('sqlite', { because: 'it is about the log file of SQLite' })
isSlow('it writes 150 MB')

const insert = sql<{ seq: number; data: string }>(
  `INSERT INTO events (channel_id, seq, kind, actor, request_id, at, data)
   VALUES (1, :seq, 'test', 'test', 'test', 0, :data)`,
)
const count = sql<Record<never, never>, { count: number }>('SELECT count(*) AS count FROM events')

const mebibyte = 2 ** 20

test('the log stays short however long writes keep coming, and loses none of them', async () => {
  const folder = createTemporaryFolder()
  const db = await openDatabase(folder.path, (error) => assert.fail(String(error)))
  const data = 'x'.repeat(12_000)
  const [writers, writesEach] = [64, 200]
  let seq = 0
  let longest = 0
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let i = 0; i < writesEach; i++) {
        await db.write((tx) => tx.run(insert, { seq: ++seq, data }))
        if (i % 20 === 0) longest = Math.max(longest, statSync(`${databaseFile(folder.path)}-wal`).size)
      }
    }),
  )
  const written = (seq * data.length) / mebibyte
  assert.equal((await db.get(count, {}))?.count, writers * writesEach)
  await db.close()
  folder.remove()
  assert.ok(written > 140, `only ${written} MiB were written, too little to prove anything`)
  assert.ok(longest < 80 * mebibyte, `the log grew to ${Math.round(longest / mebibyte)} MiB`)
})

test('writes wait for a checkpoint that does not keep up with them', async () => {
  const folder = createTemporaryFolder()
  const db = await openDatabase(folder.path, (error) => assert.fail(String(error)))
  const checkpoints = createCheckpoints(databaseFile(folder.path))
  checkpoints.count(1_000)
  checkpoints.count(2_999)
  assert.equal(checkpoints.hold(), undefined, 'as many as usual')
  checkpoints.count(1)
  assert.equal(checkpoints.runs(), undefined, 'its thread has not even started')
  await checkpoints.hold()
  assert.equal(checkpoints.runs(), 2, 'the one that was late, and one of the whole log while nothing was written')
  assert.equal(checkpoints.hold(), undefined)
  await checkpoints.close()
  await db.close()
  folder.remove()
})

test('a log that a burst of writes has left long is cut off once nothing is written', async () => {
  const folder = createTemporaryFolder()
  const path = databaseFile(folder.path)
  const db = await openDatabase(folder.path, (error) => assert.fail(String(error)))
  await db.write((tx) => tx.run(insert, { seq: 1, data: 'x'.repeat(3 * mebibyte) }))
  const size = () => statSync(`${path}-wal`).size
  assert.ok(size() > 3 * mebibyte)
  const checkpoints = createCheckpoints(path, { maxIdleBytes: mebibyte, idleMs: 20 })
  const reader = new DatabaseSync(path, { readOnly: true })
  reader.exec('BEGIN')
  assert.equal(Number(reader.prepare('SELECT count(*) AS count FROM events').get()?.count), 1)
  checkpoints.count(1)
  await eventually('two tries', () => (checkpoints.runs() ?? 0) >= 2)
  assert.ok(size() > 3 * mebibyte, 'somebody reads from it')
  reader.close()
  await eventually('the log to be cut off', () => size() === 0)
  await checkpoints.hold()
  await checkpoints.close()
  await db.write((tx) => tx.run(insert, { seq: 2, data: '' }))
  assert.equal((await db.get(count, {}))?.count, 2)
  await db.close()
  folder.remove()
})
