import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Database, sql, type Writer } from '../../../src/kernel/storage/database.ts'
import { FinishedTransaction } from '../../../src/kernel/storage/finished-transaction.ts'
import { openDatabase } from '../../../src/kernel/storage/open.ts'
import { needs, runsOn } from '../../declare.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'
import { createTestDatabase } from '../postgres/test-database.ts'

runsOn('sqlite', { because: 'it opens both engines itself' })
needs('postgres')

type Row = { channel: number; name: string }
const find = sql<{ channel: number }, Row>('SELECT id AS channel, name FROM channels WHERE id = :channel')
const insert = sql<Row>('INSERT INTO channels (id, name, created_at) VALUES (:channel, :name, 0)')

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`a writer whose transaction is over, on ${engine}`, () => {
    const folder = createTemporaryFolder()
    let db: Database
    let drop = async () => {}
    before(async () => {
      const database = engine === 'postgres' ? await createTestDatabase(folder.path) : undefined
      drop = database?.drop ?? drop
      db = await openDatabase(folder.path, (error) => assert.fail(String(error)), database?.url)
      await db.write((tx) => tx.run(insert, { channel: 900, name: 'for sequences' }))
    })
    after(async () => {
      await db.close()
      await drop()
      folder.remove()
    })

    /** Every way to use it, and that none of them did anything. */
    async function assertRefused(tx: Writer, channel: number): Promise<void> {
      await assert.rejects(tx.get(find, { channel }), FinishedTransaction)
      await assert.rejects(tx.all(find, { channel }), FinishedTransaction)
      await assert.rejects(tx.run(insert, { channel, name: 'too late' }), FinishedTransaction)
      await assert.rejects(tx.next('event', 900), FinishedTransaction)
      await assert.rejects(tx.reserve('alert', 900, 7), FinishedTransaction)
      assert.throws(() => tx.onCommit(() => assert.fail('notified')), FinishedTransaction)
      assert.equal(await db.get(find, { channel }), undefined)
    }

    it('refuses after the commit', async () => {
      const kept = await db.write(async (tx) => {
        await tx.run(insert, { channel: 901, name: 'kept' })
        return { tx }
      })
      await assertRefused(kept.tx, 902)
    })

    it('refuses after a roll-back', async () => {
      const kept: Writer[] = []
      const failing = db.write(async (tx) => {
        kept.push(tx)
        await tx.run(insert, { channel: 903, name: 'undone' })
        throw new Error('undone')
      })
      await assert.rejects(failing, /undone/)
      for (const tx of kept) await assertRefused(tx, 903)
    })

    it('refuses when its work asked for nothing', async () => {
      const { tx } = await db.write(async (tx) => ({ tx }))
      await assertRefused(tx, 904)
    })

    it('refuses while its neighbours of the same commit still run', async () => {
      let early: Writer | undefined
      const refused: unknown[] = []
      await Promise.all([
        db.write(async (tx) => {
          await tx.get(find, { channel: 900 })
          early = tx
        }),
        db.write(async (tx) => {
          await tx.get(find, { channel: 900 })
          await tx.get(find, { channel: 900 })
          await early?.run(insert, { channel: 905, name: 'smuggled' }).catch((error: unknown) => refused.push(error))
        }),
      ])
      assert.ok(refused.length > 0)
      assert.ok(refused.every((error) => error instanceof FinishedTransaction))
      assert.equal(await db.get(find, { channel: 905 }), undefined)
    })

    it('leaves later writes alone', async () => {
      const { tx } = await db.write(async (tx) => ({ tx }))
      await assert.rejects(tx.run(insert, { channel: 906, name: 'too late' }), FinishedTransaction)
      await db.write((fresh) => fresh.run(insert, { channel: 906, name: 'in time' }))
      assert.equal((await db.get(find, { channel: 906 }))?.name, 'in time')
    })
  })
}
