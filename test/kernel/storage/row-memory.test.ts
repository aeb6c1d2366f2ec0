import assert from 'node:assert/strict'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { sql, type Writer } from '../../../src/kernel/storage/database.ts'
import { type Connection, openConnection } from '../../../src/kernel/storage/sqlite/connection.ts'
import { createGroupCommit } from '../../../src/kernel/storage/sqlite/group-commit.ts'
import { createRowMemory } from '../../../src/kernel/storage/sqlite/row-memory.ts'
import { runsOn } from '../../declare.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'

runsOn('sqlite', { because: 'PostgreSQL keeps no rows, since other nodes change them' })

type Person = { id: number; name: string; points: number }
const hints = { keepsRowOf: 'people' }
const byName = sql<{ channel: number; name: string }, Person>(
  'SELECT id, name, points FROM people WHERE channel_id = :channel AND name = :name',
  hints,
)
const byId = sql<{ id: number; channel: number }, Omit<Person, 'name'>>(
  'SELECT id, points FROM people WHERE id = :id AND channel_id = :channel',
  hints,
)
const setPoints = sql<{ channel: number; id: number; to: number }>(
  'UPDATE people SET points = :to WHERE channel_id = :channel AND id = :id',
  { sets: { points: 'to' } },
)
const rename = sql<{ channel: number; id: number; name: string }>(
  'UPDATE people SET name = :name WHERE channel_id = :channel AND id = :id',
)
const double = sql<{ channel: number; id: number }, { points: number }>(
  'UPDATE people SET points = points * 2 WHERE channel_id = :channel AND id = :id RETURNING points',
)
const note = sql<{ channel: number }>('INSERT INTO notes (channel_id) VALUES (:channel)')

const channel = 1

describe('rows that a transaction has looked up', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  let connection: Connection
  let groups: ReturnType<typeof createGroupCommit>
  let read: number

  beforeEach(() => {
    folder = createTemporaryFolder()
    connection = openConnection(join(folder.path, 'test.sqlite'))
    connection.raw.exec(`
      CREATE TABLE people (channel_id INTEGER, id INTEGER, name TEXT, points INTEGER CHECK (points >= 0),
        PRIMARY KEY (channel_id, id));
      CREATE TABLE notes (channel_id INTEGER);
      INSERT INTO people VALUES (1, 1, 'ann', 10), (1, 2, 'bob', 20), (2, 1, 'ann', 99)`)
    read = 0
    const counting = {
      ...connection,
      row(...args: Parameters<Connection['row']>) {
        read++
        return connection.row(...args)
      },
    }
    groups = createGroupCommit(counting, { onBatch() {}, onEffectError() {} })
  })

  afterEach(async () => {
    await groups.close()
    connection.close()
    folder.remove()
  })

  /** In a transaction of its own: a copy, since a kept row changes. */
  async function look(name: string, of = channel): Promise<Person | undefined> {
    const found = await groups.write((tx) => tx.get(byName, { channel: of, name }))
    return found && { ...found }
  }

  function give(tx: Writer, id: number, to: number): Promise<number> {
    return tx.run(setPoints, { channel, id, to })
  }

  it('are read once, and have every change that says what it sets', async () => {
    assert.equal((await look('ann'))?.points, 10)
    await groups.write((tx) => give(tx, 1, 11))
    await groups.write((tx) => tx.run(note, { channel }))
    assert.deepEqual(await look('ann'), { id: 1, name: 'ann', points: 11 })
    assert.equal(read, 1)
    const same = await groups.write(async (tx) => ({ ...(await tx.get(byId, { channel, id: 1 })) }))
    assert.deepEqual(same, { id: 1, points: 11 })
    await groups.write((tx) => give(tx, 1, 12))
    assert.equal((await look('ann'))?.points, 12)
    assert.equal((await groups.write(async (tx) => tx.get(byId, { channel, id: 1 })))?.points, 12)
    assert.equal(read, 2)
  })

  it('belong to their channel', async () => {
    await look('ann')
    assert.equal((await look('ann', 2))?.points, 99)
    await groups.write((tx) => give(tx, 1, 11))
    assert.deepEqual([(await look('ann'))?.points, (await look('ann', 2))?.points], [11, 99])
  })

  it('are read again after any other change of their table', async () => {
    await look('ann')
    await groups.write((tx) => tx.run(rename, { channel, id: 1, name: 'eve' }))
    assert.equal(await look('ann'), undefined)
    assert.equal((await look('eve'))?.points, 10)
    await groups.write((tx) => tx.get(double, { channel, id: 1 }))
    assert.equal((await look('eve'))?.points, 20)
  })

  it('are as they are stored after a write that changed one and then failed, alone or among others', async () => {
    await look('ann')
    const failing = () =>
      groups.write(async (tx) => {
        await give(tx, 1, 500)
        throw new Error('not today')
      })
    await assert.rejects(failing(), /not today/)
    assert.equal((await look('ann'))?.points, 10)
    const [fine, failed] = await Promise.allSettled([groups.write((tx) => give(tx, 2, 21)), failing(), look('bob')])
    assert.deepEqual([fine.status, failed.status], ['fulfilled', 'rejected'])
    assert.deepEqual([(await look('ann'))?.points, (await look('bob'))?.points], [10, 21])
    await assert.rejects(groups.write((tx) => give(tx, 1, -1)))
    assert.equal((await look('ann'))?.points, 10)
  })

  it('are forgotten when there are too many', () => {
    const memory = createRowMemory(2)
    for (const id of [1, 2, 3]) memory.keep(byId, { channel, id }, { id, points: id })
    assert.deepEqual(
      [1, 2, 3].map((id) => memory.find(byId, { channel, id })?.points),
      [undefined, undefined, 3],
    )
  })
})
