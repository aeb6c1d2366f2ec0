import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Failure } from '../../../src/kernel/operation/contract/failures.ts'
import { type Database, sql, type Writer } from '../../../src/kernel/storage/database.ts'
import { openPostgres } from '../../../src/kernel/storage/postgres/postgres-database.ts'
import { openSession, type Session } from '../../../src/kernel/storage/postgres/session.ts'
import { needs, runsOn } from '../../declare.ts'
import { within } from '../../eventually.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { startProxy } from './proxy.ts'
import { createTestDatabase } from './test-database.ts'

runsOn('postgres', { because: 'it is about PostgreSQL itself' })
needs('postgres')

const insertChannel = sql<{ channel: number; name: string }>(
  'INSERT INTO channels (id, name, created_at) VALUES (:channel, :name, 0)',
)
const find = sql<{ channel: number }, { name: string; last_event: number }>(
  'SELECT name, last_event FROM channels WHERE id = :channel',
)
const setLast = sql<{ channel: number; last: number }>('UPDATE channels SET last_event = :last WHERE id = :channel')
const rename = sql<{ channel: number; name: string }>('UPDATE channels SET name = :name WHERE id = :channel')
const renameOnce = sql<{ channel: number; name: string }>(
  `UPDATE channels SET name = :name WHERE id = :channel AND name = 'start'`,
)
const insertEvent = sql<{ channel: number; seq: number }>(
  `INSERT INTO events (channel_id, seq, kind, actor, request_id, at, data)
   VALUES (:channel, :seq, 'test', 'test', 'test', 0, '{}')`,
)
const listEvents = sql<{ channel: number }, { seq: number }>(
  'SELECT seq FROM events WHERE channel_id = :channel ORDER BY seq',
)
const insertPerson = sql<{ id: string }>(`INSERT INTO people (id, name, created_at) VALUES (:id, 'x', 0)`)
const countPeople = sql<Record<never, never>, { total: number }>(
  `SELECT count(*) AS total FROM people WHERE id LIKE 'test-%'`,
)

describe('writes to PostgreSQL', () => {
  let url: string
  let raw: Session
  /** Two nodes on one database. */
  let nodes: Database[]
  let drop = async () => {}
  let last = 1000
  const effectErrors: unknown[] = []

  before(async () => {
    const database = await createTestDatabase('writes')
    url = database.url
    drop = database.drop
    raw = await openSession(url, 'care', patientTimeLimits)
    nodes = [await open(), await open()]
  })
  after(async () => {
    for (const node of nodes ?? []) await node.close()
    await raw?.close()
    await drop()
  })

  const open = (at = url) => openPostgres(at, (error) => effectErrors.push(error), { timeLimits: patientTimeLimits })
  const node = (index = 0): Database => nodes[index % nodes.length] as Database

  async function newChannel(): Promise<number> {
    const channel = ++last
    await node().write((tx) => tx.run(insertChannel, { channel, name: 'start' }))
    return channel
  }

  /** Reads, thinks and writes: what two at once must not do to each other. */
  async function countUp(tx: Writer, channel: number): Promise<void> {
    const row = await tx.get(find, { channel })
    await tx.run(setLast, { channel, last: (row?.last_event ?? 0) + 1 })
  }

  const countOf = async (channel: number) => (await node().get(find, { channel }))?.last_event

  it('of one channel come one after the other, whichever node they are made on', async () => {
    const channel = await newChannel()
    await Promise.all(Array.from({ length: 200 }, (_, index) => node(index).write((tx) => countUp(tx, channel))))
    assert.equal(await countOf(channel), 200)
  })

  it('that fail take no neighbour along, whether the database refused or the work did', async () => {
    const channel = await newChannel()
    const boom = new Error('boom')
    const results = await Promise.allSettled([
      node().write((tx) => countUp(tx, channel)),
      node().write(async (tx) => {
        await countUp(tx, channel)
        throw boom
      }),
      node().write(async (tx) => {
        await countUp(tx, channel)
        await tx.run(insertChannel, { channel, name: 'twice' })
      }),
      node().write((tx) => countUp(tx, channel)),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    )
    assert.equal((results[1] as PromiseRejectedResult).reason, boom)
    assert.equal(await countOf(channel), 2)
  })

  it('that arrive together share their round trips', async () => {
    const proxy = await startProxy(url)
    const database = await open(proxy.url)
    const channel = await newChannel()
    const leaveEvent = () =>
      database.write(async (tx) => {
        await tx.get(find, { channel })
        await tx.run(insertEvent, { channel, seq: await tx.next('event', channel) })
      })
    try {
      // What a statement usually comes to is known once it has run.
      await leaveEvent()
      let roundTrips = 0
      proxy.watch(() => {
        roundTrips++
        return 'pass'
      })
      await Promise.all(Array.from({ length: 40 }, leaveEvent))
      assert.ok(roundTrips < 20, `${roundTrips} round trips for 40 writes of three statements`)
      const seqs = (await database.all(listEvents, { channel })).map(({ seq }) => seq)
      assert.deepEqual(
        seqs,
        Array.from({ length: 41 }, (_, index) => index + 1),
      )
    } finally {
      await database.close()
      await proxy.close()
    }
  })

  it('that arrive together see what they would one after the other, their own changes included', async () => {
    const channel = await newChannel()
    const seen = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        node(index).write(async (tx) => {
          const changed = await tx.run(renameOnce, { channel, name: `first ${index}` })
          const before = await tx.get(find, { channel })
          await tx.run(rename, { channel, name: `by ${index}` })
          const after = await tx.get(find, { channel })
          return { changed, before: before?.name, after: after?.name, index }
        }),
      ),
    )
    assert.equal(seen.filter(({ changed }) => changed === 1).length, 1)
    for (const { changed, before, after, index } of seen) {
      assert.equal(after, `by ${index}`)
      if (changed === 1) assert.equal(before, `first ${index}`)
    }
    // Each found what the one before it left, so all names but the last were found once.
    const found = new Set(seen.filter(({ changed }) => changed === 0).map(({ before }) => before))
    assert.equal(found.size, 59)
  })

  it('that fail late give their numbers back', async () => {
    const channel = await newChannel()
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        node().write(async (tx) => {
          await tx.get(find, { channel })
          const seq = await tx.next('event', channel)
          await tx.run(insertEvent, { channel, seq: index % 7 === 3 ? 1 : seq })
          if (index % 5 === 4) throw new Failure('same_user')
          return seq
        }),
      ),
    )
    const given = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const stored = (await node().all(listEvents, { channel })).map(({ seq }) => seq)
    assert.deepEqual(
      given.toSorted((a, b) => a - b),
      stored,
    )
    assert.deepEqual(
      stored,
      Array.from({ length: stored.length }, (_, index) => index + 1),
    )
    assert.equal(await countOf(channel), stored.length)
  })

  it('are reported only after the commit, once, and never when they failed', async () => {
    const channel = await newChannel()
    const notified: (string | undefined)[] = []
    const seen: Promise<unknown>[] = []
    await Promise.allSettled([
      node().write(async (tx) => {
        await tx.run(rename, { channel, name: 'renamed' })
        tx.onCommit(() => {
          notified.push('first')
          seen.push(node(1).get(find, { channel }))
        })
      }),
      node().write(async (tx) => {
        await tx.run(rename, { channel, name: 'never' })
        tx.onCommit(() => notified.push('second'))
        throw new Failure('same_user')
      }),
    ])
    assert.deepEqual(notified, ['first'])
    assert.deepEqual(await Promise.all(seen), [{ name: 'renamed', last_event: 0 }])
  })

  it('are acknowledged although what follows them failed', async () => {
    const channel = await newChannel()
    const boom = new Error('boom')
    await node().write(async (tx) => {
      await countUp(tx, channel)
      tx.onCommit(() => {
        throw boom
      })
    })
    assert.deepEqual(effectErrors.splice(0), [boom])
    assert.equal(await countOf(channel), 1)
  })

  it('that do nothing are done', async () => {
    assert.equal(await node().write(async () => 7), 7)
    await assert.rejects(
      node().write(async () => {
        throw new Failure('same_user')
      }),
      Failure,
    )
  })

  it('of one channel do not wait for those of another', async () => {
    const [held, free] = [await newChannel(), await newChannel()]
    await raw.exec(`BEGIN; SELECT pg_advisory_xact_lock(${held})`)
    let isThrough = false
    const waiting = node()
      .write((tx) => countUp(tx, held))
      .then(() => {
        isThrough = true
      })
    await node().write((tx) => countUp(tx, free))
    assert.equal(isThrough, false)
    await raw.exec('COMMIT')
    await waiting
    assert.deepEqual([await countOf(held), await countOf(free)], [1, 1])
  })

  it('that reach into several channels, in whatever order, never wait in a circle', async () => {
    const channels = [await newChannel(), await newChannel(), await newChannel()]
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [2, 0, 1],
    ]
    const writing = Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        node(index).write(async (tx) => {
          for (const at of orders[index % 4] ?? []) await countUp(tx, channels[at] ?? 0)
        }),
      ),
    )
    await within('all writes to be done', writing)
    assert.deepEqual(await Promise.all(channels.map(countOf)), [60, 60, 60])
  })

  it('to what belongs to no channel come one after the other too, also from within a channel', async () => {
    const channels = [await newChannel(), await newChannel()]
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        node(index).write(async (tx) => {
          await countUp(tx, channels[index % 2] ?? 0)
          const total = (await tx.get(countPeople, {}))?.total ?? 0
          // Two that counted the same would both want this name.
          await tx.run(insertPerson, { id: `test-${total}` })
        }),
      ),
    )
    assert.equal((await node().get(countPeople, {}))?.total, 40)
    assert.deepEqual(await Promise.all(channels.map(countOf)), [20, 20])
  })

  it('that stood in the way of another and were undone run again', async () => {
    const channel = await newChannel()
    // What a sequence gave out stays given out, so the second try gets through.
    await raw.exec(`CREATE SEQUENCE collisions;
      CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('collisions') <= 2 THEN RAISE EXCEPTION 'in the way' USING ERRCODE = '40001'; END IF;
        RETURN new;
      END $$;
      CREATE TRIGGER collide BEFORE UPDATE ON channels FOR EACH ROW WHEN (old.id = ${channel})
        EXECUTE FUNCTION collide()`)
    const runs = [0, 0]
    await Promise.all(
      runs.map((_, index) =>
        node().write(async (tx) => {
          runs[index] = (runs[index] ?? 0) + 1
          await countUp(tx, channel)
        }),
      ),
    )
    await raw.exec('DROP TRIGGER collide ON channels')
    // The first met it twice; the second had nothing to do yet.
    assert.equal(runs[0], 3)
    assert.equal(await countOf(channel), 2)
  })

  it('whose connection breaks before the commit run again on another', async () => {
    const channel = await newChannel()
    let runs = 0
    await node().write(async (tx) => {
      runs++
      await countUp(tx, channel)
      if (runs > 1) return
      await raw.exec(`SELECT pg_terminate_backend(pid) FROM pg_locks
        WHERE locktype = 'advisory' AND objid = ${channel} AND granted`)
      await tx.get(find, { channel })
    })
    assert.equal(runs, 2)
    assert.equal(await countOf(channel), 1)
  })

  it('that give up when they run again take no neighbour along', async () => {
    const channel = await newChannel()
    let runs = 0
    const givingUp = node().write(async (tx) => {
      if (++runs > 1) throw new Failure('same_user')
      await countUp(tx, channel)
      await raw.exec(`SELECT pg_terminate_backend(pid) FROM pg_locks
        WHERE locktype = 'advisory' AND objid = ${channel} AND granted`)
      await tx.get(find, { channel })
    })
    const neighbour = node().write((tx) => countUp(tx, channel))
    await assert.rejects(givingUp, Failure)
    await neighbour
    assert.deepEqual([runs, await countOf(channel)], [2, 1])
  })

  it('keep texts of every kind and length', async () => {
    const channel = await newChannel()
    for (const name of ['', 'é', `${'x'.repeat(46)}ü`, '🎉'.repeat(30), 'naïve '.repeat(30_000)]) {
      await node().write((tx) => tx.run(rename, { channel, name }))
      assert.equal((await node().get(find, { channel }))?.name, name)
    }
  })

  it('keep what PostgreSQL cannot, as the sign for it', async () => {
    const channel = await newChannel()
    await node().write((tx) => tx.run(rename, { channel, name: 'a\0b' }))
    assert.equal((await node().get(find, { channel }))?.name, 'a\uFFFDb')
  })

  it('refuse a parameter that was not given', async () => {
    await assert.rejects(
      node().write((tx) => tx.run(rename, { channel: 1 } as { channel: number; name: string })),
      /parameter :name was not given/,
    )
    await assert.rejects(node().get(find, {} as { channel: number }), /parameter :channel was not given/)
  })

  it('are refused once it is being closed, and what was accepted is finished', async () => {
    const channel = await newChannel()
    const closing = await open()
    const accepted = Array.from({ length: 20 }, () => closing.write((tx) => countUp(tx, channel)))
    const closed = closing.close()
    await assert.rejects(
      closing.write((tx) => countUp(tx, channel)),
      (error) => error instanceof Failure && error.code === 'shutting_down',
    )
    await Promise.all(accepted)
    await closed
    assert.equal(await countOf(channel), 20)
  })

  describe('whose commit is cut off', () => {
    const isCommit = (chunk: Buffer) => chunk.includes('COMMIT\0')

    async function cutOff(how: 'cut' | 'pass and cut', then: 'come back' | 'stay away') {
      const channel = await newChannel()
      const proxy = await startProxy(url)
      const far = await open(proxy.url)
      let [runs, notified] = [0, 0]
      proxy.watch((chunk) => {
        if (!isCommit(chunk)) return 'pass'
        proxy.watch(() => 'pass')
        proxy.refuse(then === 'stay away')
        return how
      })
      const result = await far
        .write(async (tx) => {
          runs++
          tx.onCommit(() => notified++)
          await countUp(tx, channel)
        })
        .then(
          () => 'done' as const,
          (error: unknown) => error,
        )
      await far.close()
      await proxy.close()
      const code = result instanceof Failure ? result.code : result
      const mayHaveHappened = result instanceof Failure && result.mayHaveHappened
      return { code, runs, notified, count: await countOf(channel), mayHaveHappened }
    }

    it('but arrived are known to be done, and are reported once', async () => {
      assert.deepEqual(await cutOff('pass and cut', 'come back'), {
        code: 'done',
        runs: 1,
        notified: 1,
        count: 1,
        mayHaveHappened: false,
      })
    })

    it('and never arrived are known not to be done, and are not repeated', async () => {
      assert.deepEqual(await cutOff('cut', 'come back'), {
        code: 'database_unavailable',
        runs: 1,
        notified: 0,
        count: 0,
        mayHaveHappened: false,
      })
    })

    it('with nobody left to ask are reported as unknown, and are not repeated', async () => {
      assert.deepEqual(await cutOff('pass and cut', 'stay away'), {
        code: 'outcome_unknown',
        runs: 1,
        notified: 0,
        count: 1,
        mayHaveHappened: true,
      })
    })
  })
})
