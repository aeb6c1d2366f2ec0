import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createEvents } from '../../src/capabilities/events/events.ts'
import { dayNumber } from '../../src/capabilities/viewers/days.ts'
import { createRanking } from '../../src/capabilities/viewers/ranking.ts'
import { asViewer, findById } from '../../src/capabilities/viewers/viewer-rows.ts'
import { addTo, columnOf, pack, pageOf, partSize, unpack } from '../../src/capabilities/watch-time/columns.ts'
import { createWatchTime } from '../../src/capabilities/watch-time/watch-time.ts'
import type { ChangeMode } from '../../src/definitions/fields.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import { type Database, sql } from '../../src/kernel/storage/database.ts'
import { isSlow, runsOn, testEngine } from '../declare.ts'
import { openTestDatabase, type TestDatabase } from '../open-test-database.ts'
import * as fc from '../tools/fast-check.ts'

runsOn('sqlite', 'postgres')
isSlow('thousands of made-up histories')

const insertChannel = sql<{ id: number; name: string }>(
  "INSERT INTO channels (id, name, time_zone, created_at) VALUES (:id, :name, 'UTC', 0)",
)
const insertViewer = sql<ReturnType<typeof viewerRow>>(
  `INSERT INTO viewers (channel_id, id, seniority, platform, platform_user_id, username, name_key, displayname, is_bot, created_at)
   VALUES (:channel, :id, :seniority, 'kick', :userId, :name, :name, :displayname, :isBot, 0)`,
)
const plainSum = sql<{ channel: number; from: number; to: number }, { id: number; minutes: number }>(
  `SELECT d.viewer_id AS id, sum(d.minutes) AS minutes FROM watch_time_days d
   JOIN viewers v ON v.channel_id = d.channel_id AND v.id = d.viewer_id
   WHERE d.channel_id = :channel AND d.platform = 'kick' AND d.day BETWEEN :from AND :to AND v.is_bot = 0
   GROUP BY d.viewer_id HAVING sum(d.minutes) > 0 ORDER BY minutes DESC, d.viewer_id`,
)
const countPacked = sql<{ channel: number }, { packed: number; all: number }>(
  'SELECT sum(is_packed) AS packed, count(*) AS "all" FROM watch_columns WHERE channel_id = :channel',
)

/** Columns are packed for the reader thread of SQLite. PostgreSQL adds up the rows itself and packs nothing. */
const packs = testEngine === 'sqlite'

/** On both sides of where a part ends; the last of them is a bot. */
const viewerIds = [1, 2, 3, partSize - 1, partSize, partSize + 1, 2 * partSize + 5, 7]
const bot = 7

/** Ends of months and years, leap days, and today. */
const today = '2026-03-15'
const days = [
  '2000-01-01',
  '2023-12-31',
  '2024-01-01',
  '2024-01-31',
  '2024-02-01',
  '2024-02-29',
  '2025-02-28',
  '2025-03-01',
  '2026-02-28',
  '2026-03-01',
  '2026-03-14',
  today,
  '2031-01-01',
]
const day = fc.constantFrom(...days)

type Step =
  | {
      readonly kind: 'change'
      readonly who: number
      readonly day: string
      readonly mode: ChangeMode
      readonly amount: number
    }
  | { readonly kind: 'pack' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'ask'; readonly from: string; readonly to: string }

const steps = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('change' as const),
        who: fc.nat(viewerIds.length - 1),
        day,
        mode: fc.constantFrom<ChangeMode>('add', 'add', 'remove', 'set'),
        // What does not fit into two bytes is packed differently.
        amount: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.constantFrom(65_535, 65_536, 1_000_000)),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('pack' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(day, day)
        .map((pair) => pair.sort())
        .map(([from = '', to = '']) => ({ kind: 'ask' as const, from, to })),
    },
  ),
  { minLength: 20, maxLength: 60, size: 'max' },
)

describe('packed columns of watch time', () => {
  let database: TestDatabase
  let db: Database
  let watchTime: ReturnType<typeof createWatchTime>
  let channel = 100
  const clock = { now: () => Date.parse(`${today}T20:00:00Z`), steady: () => performance.now() }

  before(async () => {
    database = await openTestDatabase()
    db = database.db
    watchTime = serviceOn(db)
  })
  after(async () => {
    await database.remove()
  })

  function serviceOn(database: Database) {
    const events = createEvents({ clock, bus: createMemoryBus((error) => assert.fail(String(error))) })
    return createWatchTime({ db: database, clock, events, ranking: createRanking('watch') })
  }

  async function perform(step: Step): Promise<void> {
    if (step.kind === 'pack') await watchTime.pack()
    else if (step.kind === 'restart') {
      db = await database.reopen()
      watchTime = serviceOn(db)
    } else if (step.kind === 'ask') await assertSame(step.from, step.to)
    else {
      const { who, ...change } = step
      const cause = { channel: { id: channel }, actor: 'test', requestId: 'test' }
      await db.write(async (tx) => {
        const row = await tx.get(findById, { channel, id: viewerIds[who] ?? 0 })
        assert.ok(row !== undefined)
        await watchTime.adjust(tx, cause, asViewer(row), change)
      })
    }
  }

  async function assertSame(from: string, to: string): Promise<void> {
    const plain = await db.all(plainSum, { channel, from: dayNumber(from), to: dayNumber(to) })
    const expected = plain.map(({ id, minutes }, index) => ({ rank: index + 1, id, minutes }))
    const asked = { id: channel, name: 'test', timeZone: 'UTC' } as Parameters<typeof watchTime.top>[0]
    const { total, items } = await watchTime.top(asked, 'kick', { mode: 'range', from, to }, { limit: 100, offset: 0 })
    const found = items.map(({ rank, id, minutes }) => ({ rank, id, minutes }))
    assert.deepEqual([total, found], [expected.length, expected], `${from} to ${to}`)
  }

  it('give the same leaderboard as the plain sum, whatever changes and however often the server starts again', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        channel++
        await db.write(async (tx) => {
          await tx.run(insertChannel, { id: channel, name: `c${channel}` })
          for (const id of viewerIds) await tx.run(insertViewer, viewerRow(channel, id, id === bot))
        })
        for (const step of story) await perform(step)
        for (const [from, to] of [
          [days[0], '2031-12-31'],
          ['2024-01-01', '2024-12-31'],
          [today, today],
        ] as const) {
          await assertSame(from ?? '', to)
        }
      }),
      { numRuns: packs ? 8 : 3, endOnFailure: true },
    )
  })

  it('exist for every day and month with minutes, are packed when it is over, and invalidated by a change of theirs alone', async () => {
    channel++
    await db.write(async (tx) => {
      await tx.run(insertChannel, { id: channel, name: `c${channel}` })
      for (const id of viewerIds) await tx.run(insertViewer, viewerRow(channel, id, false))
    })
    for (const day of ['2026-01-10', '2026-02-10', today]) {
      for (const who of [0, 4]) await perform({ kind: 'change', who, day, mode: 'add', amount: 5 })
    }
    while ((await watchTime.pack()) > 0);
    const packed = async () => ({ ...(await db.get(countPacked, { channel })) })
    // Two parts of three days and three months; today and its month are not over.
    assert.deepEqual(await packed(), { packed: packs ? 8 : 0, all: 12 })
    await perform({ kind: 'change', who: 0, day: '2026-01-10', mode: 'set', amount: 5 })
    assert.deepEqual(await packed(), { packed: packs ? 8 : 0, all: 12 })
    await perform({ kind: 'change', who: 0, day: '2026-01-10', mode: 'add', amount: 1 })
    assert.deepEqual(await packed(), { packed: packs ? 6 : 0, all: 12 })
    await assertSame('2026-01-01', '2026-02-28')
    assert.equal(await watchTime.pack(), packs ? 2 : 0)
    await assertSame('2026-01-01', '2026-02-28')
  })

  it('are not kept when something changed while they were made', { skip: !packs }, async () => {
    await perform({ kind: 'change', who: 1, day: '2026-01-10', mode: 'add', amount: 3 })
    const { readerThread } = db
    assert.ok(readerThread !== undefined)
    const slow: Database = {
      ...db,
      async readerThread<Q, A>(module: URL, question: Q): Promise<A> {
        const read = await readerThread<Q, A>(module, question)
        await perform({ kind: 'change', who: 2, day: '2026-01-10', mode: 'add', amount: 4 })
        return read
      },
    }
    assert.equal(await serviceOn(slow).pack(1), 0)
    await assertSame('2026-01-01', '2026-01-31')
    assert.equal(await watchTime.pack(), 2)
    await assertSame('2026-01-10', '2026-01-10')
    await assertSame('2026-01-01', '2026-01-31')
  })

  it('come out as they went in, wherever they are cut', () => {
    const rows = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: partSize, max: 2 * partSize - 1 }),
        minutes: fc.oneof(fc.integer({ min: 1, max: 1440 }), fc.integer({ min: 1, max: 2 ** 53 - 1 })),
      }),
      { selector: ({ id }) => id, maxLength: 40 },
    )
    fc.assert(
      fc.property(rows, fc.nat(50), fc.integer({ min: 1, max: 10 }), (list, offset, limit) => {
        const sums = new Float64Array(2 * partSize)
        addTo(sums, 1, unpack(pack(columnOf(list, 1))))
        for (const { id, minutes } of list) assert.equal(sums[id], minutes)
        const sorted = [...list].sort((a, b) => b.minutes - a.minutes || a.id - b.id).map(({ id }) => id)
        assert.deepEqual(pageOf(sums, offset, limit), { total: list.length, ids: sorted.slice(offset, offset + limit) })
      }),
      { numRuns: 60 },
    )
  })
})

function viewerRow(channel: number, id: number, isBot: boolean) {
  const names = { userId: `u${id}`, name: `v${id}`, displayname: `V${id}` }
  return { channel, id, seniority: -id, ...names, isBot: isBot ? 1 : 0 }
}
