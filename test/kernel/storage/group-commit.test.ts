import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Failure } from '../../../src/kernel/operation/contract/failures.ts'
import { sql, type Writer } from '../../../src/kernel/storage/database.ts'
import { type Connection, openConnection } from '../../../src/kernel/storage/sqlite/connection.ts'
import { createGroupCommit } from '../../../src/kernel/storage/sqlite/group-commit.ts'
import { runsOn } from '../../declare.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'

runsOn('sqlite', {
  because: 'it is about the connection of SQLite; test/kernel/postgres/writes.test.ts is its counterpart',
})

const insert = sql<{ id: number }>('INSERT INTO numbers (id) VALUES (:id)')
const insertOrphan = sql<{ id: number }>('INSERT INTO orphans (number_id) VALUES (:id)')
const count = sql<Record<never, never>, { count: number }>('SELECT count(*) AS count FROM numbers')

describe('writes', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  let connection: Connection
  let groups: ReturnType<typeof createGroupCommit>
  let batches: number[]
  let effectErrors: unknown[]
  let onDisk: DatabaseSync

  /** What somebody else who opens the file sees: only what was committed. */
  function stored(): number[] {
    return (onDisk.prepare('SELECT id FROM numbers ORDER BY id').all() as { id: number }[]).map(({ id }) => id)
  }

  beforeEach(() => {
    folder = createTemporaryFolder()
    const file = join(folder.path, 'test.sqlite')
    connection = openConnection(file)
    connection.raw.exec(`CREATE TABLE numbers (id INTEGER PRIMARY KEY);
      CREATE TABLE orphans (number_id INTEGER REFERENCES numbers (id) DEFERRABLE INITIALLY DEFERRED)`)
    batches = []
    effectErrors = []
    groups = createGroupCommit(connection, {
      onBatch: (size) => batches.push(size),
      onEffectError: (error) => effectErrors.push(error),
    })
    onDisk = new DatabaseSync(file, { readOnly: true })
  })

  afterEach(async () => {
    await groups.close()
    onDisk.close()
    connection.close()
    folder.remove()
  })

  function write(id: number, effect?: () => void): Promise<number> {
    return groups.write(async (tx) => {
      if (effect !== undefined) tx.onCommit(effect)
      await tx.run(insert, { id })
      return id
    })
  }

  it('go to a database that survives a power cut', () => {
    const pragma = (name: string) => Object.values(connection.raw.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    assert.equal(pragma('journal_mode'), 'wal')
    assert.equal(pragma('synchronous'), 2)
  })

  it('that arrive together share one commit', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => index)
    assert.deepEqual(await Promise.all(ids.map((id) => write(id))), ids)
    assert.deepEqual(batches, [100])
    assert.deepEqual(stored(), ids)
  })

  it('may send a message right before the commit, when their rows are not visible yet', async () => {
    const seen: string[] = []
    await groups.write(async (tx) => {
      tx.onCommit(() => seen.push(`after: ${stored()}`))
      tx.beforeCommit?.(
        () => seen.push(`before: ${stored()}`),
        () => seen.push('undone'),
      )
      await tx.run(insert, { id: 1 })
    })
    assert.deepEqual(seen, ['before: ', 'after: 1'])
  })

  it('take that message back when the commit fails, and never send it when their own work fails', async () => {
    const seen: string[] = []
    const early = (tx: Writer, name: string) =>
      tx.beforeCommit?.(
        () => seen.push(`${name} sent`),
        () => seen.push(`${name} undone`),
      )
    await assert.rejects(
      groups.write(async (tx) => {
        early(tx, 'orphan')
        // Violates its reference at the commit, not before.
        await tx.run(insertOrphan, { id: 404 })
      }),
    )
    assert.deepEqual(seen, ['orphan sent', 'orphan undone'])
    seen.length = 0
    const failing = groups.write(async (tx) => {
      early(tx, 'failing')
      await tx.run(insert, { id: 1 })
      throw new Error('as asked')
    })
    const fine = groups.write(async (tx) => {
      early(tx, 'fine')
      await tx.run(insert, { id: 2 })
    })
    await assert.rejects(failing)
    await fine
    assert.deepEqual([seen, stored()], [['fine sent'], [2]])
  })

  it('that arrive in neighbouring turns of the event loop share one too, as from new connections', async () => {
    const writes: Promise<number>[] = []
    for (let id = 0; id < 20; id++) {
      writes.push(write(id))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(writes)
    assert.deepEqual(batches, [20])
  })

  it('are not held up for long by those that keep coming', async () => {
    let isFirstDone = false
    const first = write(0).then(() => {
      isFirstDone = true
    })
    const writes = [first]
    for (let id = 1; !isFirstDone; id++) {
      assert.ok(id <= 100, 'the first in line still waits')
      writes.push(write(id).then(() => {}))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(writes)
  })

  it('that arrive one after the other each have their own', async () => {
    for (const id of [1, 2, 3]) await write(id)
    assert.deepEqual(batches, [1, 1, 1])
  })

  it('that arrive in thousands are cut into commits that the first in line does not wait long for', async () => {
    await Promise.all(Array.from({ length: 1000 }, (_, id) => write(id)))
    assert.deepEqual(batches, [256, 256, 256, 232])
  })

  it('past the bound of the queue are refused at once and leave no trace, and those before them are done', async () => {
    const few = createGroupCommit(connection, { onBatch: () => {}, onEffectError: () => {} }, 3)
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((id) => few.write(async (tx) => tx.run(insert, { id }))),
    )
    assert.deepEqual(
      outcomes.map((one) => (one.status === 'rejected' ? (one.reason as Failure).code : 'done')),
      ['done', 'done', 'done', 'overloaded', 'overloaded'],
    )
    assert.deepEqual(stored(), [1, 2, 3])
    await few.write(async (tx) => tx.run(insert, { id: 6 }))
    assert.deepEqual(stored(), [1, 2, 3, 6], 'room again')
    await few.close()
  })

  it('that fail take no neighbour along', async () => {
    const boom = new Error('boom')
    const results = await Promise.allSettled([
      write(1),
      groups.write(async (tx) => {
        await tx.run(insert, { id: 2 })
        throw boom
      }),
      write(1),
      write(3),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    assert.equal((results[1] as PromiseRejectedResult).reason, boom)
    assert.deepEqual(stored(), [1, 3])
    assert.deepEqual(batches, [2])
  })

  it('beside one that fails run again only when it had changed something', async () => {
    const runs: string[] = []
    const notified: string[] = []
    const run = (name: string, id: number, fails: 'never' | 'early' | 'late') =>
      groups.write(async (tx) => {
        runs.push(name)
        tx.onCommit(() => notified.push(name))
        if (fails === 'early') throw new Error(name)
        await tx.run(insert, { id })
        if (fails === 'late') throw new Error(name)
      })
    await Promise.allSettled([run('a', 1, 'never'), run('b', 2, 'early'), run('c', 3, 'never')])
    assert.deepEqual(
      [runs, notified, stored()],
      [
        ['a', 'b', 'c'],
        ['a', 'c'],
        [1, 3],
      ],
    )
    runs.length = 0
    notified.length = 0
    const results = await Promise.allSettled([run('d', 4, 'never'), run('e', 5, 'late'), run('f', 6, 'never')])
    assert.deepEqual(
      [runs, notified, stored()],
      [
        ['d', 'e', 'd', 'e', 'f'],
        ['d', 'f'],
        [1, 3, 4, 6],
      ],
    )
    assert.equal((results[1] as PromiseRejectedResult).reason.message, 'e')
    runs.length = 0
    await assert.rejects(run('g', 7, 'late'), /g/)
    assert.deepEqual(runs, ['g'])
    assert.deepEqual(stored(), [1, 3, 4, 6])
  })

  it('count up together, and those that failed leave no gap', async () => {
    connection.raw.exec(`CREATE TABLE channels (id INTEGER PRIMARY KEY, last_event INTEGER, last_viewer INTEGER);
      INSERT INTO channels VALUES (1, 10, 5), (2, 20, 0)`)
    const take = (channel: number) => groups.write((tx) => tx.next('event', channel))
    const failing = groups.write(async (tx) => {
      await tx.next('event', 1)
      await tx.next('event', 2)
      throw new Error('boom')
    })
    const [taken, viewer] = await Promise.all([
      Promise.all([take(1), take(2), failing.catch(() => 'failed'), take(1), take(2)]),
      groups.write((tx) => tx.next('viewer', 1)),
    ])
    assert.deepEqual(taken, [11, 21, 'failed', 12, 22])
    assert.equal(viewer, 6)
    assert.equal(await take(1), 13)
    await assert.rejects(take(3), /channel 3 does not exist/)
    const rows = onDisk.prepare('SELECT last_event, last_viewer FROM channels').all()
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        [13, 6],
        [22, 0],
      ],
    )
  })

  it('see what their neighbours before them wrote', async () => {
    const [, seen] = await Promise.all([write(1), groups.write((tx) => tx.get(count, {}))])
    assert.deepEqual({ ...seen }, { count: 1 })
  })

  it('are reported only after the commit', async () => {
    const seen: number[][] = []
    await Promise.all([write(1, () => seen.push(stored())), write(2, () => seen.push(stored()))])
    assert.deepEqual(seen, [
      [1, 2],
      [1, 2],
    ])
  })

  it('are on disk when they are acknowledged', async () => {
    for (let id = 0; id < 20; id++) {
      await write(id)
      assert.ok(stored().includes(id))
    }
  })

  it('that failed are never reported', async () => {
    let notified = 0
    const failing = groups.write(async (tx) => {
      tx.onCommit(() => notified++)
      throw new Error('boom')
    })
    await Promise.allSettled([failing, write(1)])
    assert.equal(notified, 0)
  })

  it('are acknowledged to nobody when the commit itself fails', async () => {
    let notified = 0
    const orphan = groups.write(async (tx) => {
      tx.onCommit(() => notified++)
      await tx.run(insertOrphan, { id: 404 })
    })
    const results = await Promise.allSettled([write(1, () => notified++), orphan, write(2)])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    )
    assert.equal(notified, 0)
    assert.deepEqual(stored(), [])
    assert.deepEqual(batches, [])
    assert.equal(await write(1), 1, 'and the next write works again')
  })

  it('are acknowledged although an effect of theirs failed, and so are their neighbours', async () => {
    const boom = new Error('boom')
    const first = write(1, () => {
      throw boom
    })
    assert.deepEqual(await Promise.all([first, write(2)]), [1, 2])
    assert.deepEqual(effectErrors, [boom])
    assert.equal(await write(3), 3)
  })

  it('are a plain failure with 502 while the database is away', async () => {
    const other = new DatabaseSync(join(folder.path, 'test.sqlite'))
    connection.raw.exec('PRAGMA busy_timeout = 0')
    other.exec('BEGIN IMMEDIATE')
    try {
      await assert.rejects(write(1), (error) => {
        assert.ok(error instanceof Failure)
        assert.deepEqual([error.code, error.status, error.retryAfterSeconds], ['database_unavailable', 502, 2])
        return true
      })
    } finally {
      other.exec('ROLLBACK')
      other.close()
    }
    assert.equal(await write(1), 1)
  })

  it('accepted before closing are finished, later ones are refused', async () => {
    const accepted = Array.from({ length: 300 }, (_, id) => write(id))
    const closed = groups.close()
    await assert.rejects(write(999), (error) => error instanceof Failure && error.code === 'shutting_down')
    await closed
    assert.equal((await Promise.all(accepted)).length, 300)
    assert.equal(stored().length, 300)
  })

  it('refuse a parameter that was not given', async () => {
    await assert.rejects(
      groups.write((tx) => tx.run(insert, {} as { id: number })),
      /parameter :id was not given/,
    )
    assert.deepEqual(stored(), [])
  })
})
