import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { WatchTimeSpan } from '../../src/capabilities/viewers/days.ts'
import { createSpeakers } from '../../src/capabilities/viewers/speakers.ts'
import type { Viewer } from '../../src/capabilities/viewers/viewer.ts'
import { createMessageCounts } from '../../src/capabilities/watch-time/message-counts.ts'
import type { ChangeMode } from '../../src/definitions/fields.ts'
import type { Channel } from '../../src/kernel/operation/channel.ts'
import type { Writer } from '../../src/kernel/storage/database.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import * as fc from '../tools/fast-check.ts'

runsOn('sqlite', 'postgres')

const platform = 'PlatformD'

describe('the watch-time leaderboard', () => {
  let testApp: TestApp
  before(async () => {
    testApp = await createTestApp()
    const day = '2031-05-05'
    const people: [name: string, minutes: number, isBot?: boolean][] = [
      ['idle', 0],
      ['second', 30],
      ['bot', 500, true],
      ['first', 60],
      ['also-second', 30],
    ]
    const { ctx, channel, cause } = testApp
    await ctx.db.write(async (tx) => {
      for (const [name, amount, isBot] of people) {
        const viewer = await see(tx, channel, name, isBot)
        await ctx.watchTime.adjust(tx, cause, viewer, { mode: 'set', amount, day })
        if (name === 'first') await write(tx, channel, viewer, day)
      }
    })
  })
  after(() => testApp.close())

  const counts = createMessageCounts({ speakers: createSpeakers({ isShared: true }) })
  let lines = 0
  function write(tx: Writer, channel: Channel, viewer: Viewer, day: string): Promise<void> {
    return counts.count(tx, channel, viewer, `line-${++lines}`, Date.parse(`${day}T12:00:00Z`))
  }
  async function see(tx: Writer, channel: Channel, username: string, isBot = false): Promise<Viewer> {
    const fresh = { id: `x-${username}`, username, displayname: username.toUpperCase(), isBot }
    return testApp.ctx.viewers.ensure(tx, channel, { platform: 'tiktok', fresh })
  }
  async function top(asked: object) {
    const { status, body } = await testApp.call('get-watch-time-top', { platform, ...asked })
    assert.equal(status, 200, body.error)
    return body
  }

  it('of a day is by minutes, then by who was there first, without bots and those who did not watch', async () => {
    const entry = (rank: number, username: string, watch_time: number, message_count: number) => ({
      rank,
      user_id: `x-${username}`,
      username,
      displayname: username.toUpperCase(),
      watch_time,
      message_count,
    })
    assert.deepEqual(await top({ day: '2031-05-05' }), {
      success: true,
      platform,
      query_mode: 'day',
      day: '2031-05-05',
      date_from: null,
      date_to: null,
      limit: 20,
      offset: 0,
      total: 3,
      watch_time_unit: 'minute',
      users: [entry(1, 'first', 60, 1), entry(2, 'second', 30, 0), entry(3, 'also-second', 30, 0)],
    })
  })

  it('continues at an offset with the right ranks, and is empty past the end', async () => {
    for (const span of [{ day: '2031-05-05' }, { date_from: '2031-04-01', date_to: '2031-06-30' }]) {
      const { users, total } = await top({ ...span, limit: 1, offset: 1 })
      assert.deepEqual([users.length, users[0].rank, users[0].username, total], [1, 2, 'second', 3])
      for (const offset of [3, 1_000_000, Number.MAX_SAFE_INTEGER]) {
        const past = await top({ ...span, offset })
        assert.deepEqual([past.users, past.total], [[], 3])
      }
    }
  })

  it('of all time counts only those who watched', async () => {
    const { users, total, query_mode } = await top({ limit: 100 })
    assert.equal(query_mode, 'all')
    assert.equal(users.length, total)
    const names = users.map(({ username }: { username: string }) => username)
    assert.deepEqual(
      ['idle', 'bot'].filter((name) => names.includes(name)),
      [],
    )
    assert.ok(names.includes('first'))
    await testApp.call('adjust-watch-time', { userid: 'x-idle', mode: 'add', amount: 1, platform })
    assert.equal((await top({})).total, total + 1)
    await testApp.call('adjust-watch-time', { userid: 'x-idle', mode: 'remove', amount: 1, platform })
    assert.equal((await top({})).total, total)
  })

  /** Ends of months and years, leap days, and neighbours of each. */
  const day = fc.constantFrom(
    '2023-12-30',
    '2023-12-31',
    '2024-01-01',
    '2024-01-31',
    '2024-02-01',
    '2024-02-28',
    '2024-02-29',
    '2024-03-01',
    '2024-03-31',
    '2024-11-30',
    '2024-12-01',
    '2024-12-31',
    '2025-01-01',
    '2025-02-28',
    '2026-06-15',
  )
  const actions = fc.array(
    fc.record({
      who: fc.nat(4),
      day,
      mode: fc.constantFrom<ChangeMode>('add', 'add', 'remove', 'set'),
      amount: fc.integer({ min: 0, max: 50 }),
      messages: fc.nat(2),
    }),
    { maxLength: 40, size: 'max' },
  )

  it('of any day or range, across months and years, is the plain sum of its days', async () => {
    const { ctx } = testApp
    await fc.assert(
      fc.asyncProperty(actions, fc.array(fc.tuple(day, day), { minLength: 8, maxLength: 8 }), async (story, pairs) => {
        const { channel, viewers } = await ctx.db.write(async (tx) => {
          const made = await ctx.channels.create(tx, 'sums')
          const seen: Viewer[] = []
          for (const name of ['a', 'b', 'c', 'd', 'e']) seen.push(await see(tx, made.channel, name, name === 'e'))
          return { channel: made.channel, viewers: seen }
        })
        const plain = new Map<string, { who: number; day: string; minutes: number; messages: number }>()
        await ctx.db.write(async (tx) => {
          const cause = { channel, actor: 'test', requestId: 'test' }
          for (const { who, day, mode, amount, messages } of story) {
            const cell = plain.get(`${who} ${day}`) ?? { who, day, minutes: 0, messages: 0 }
            plain.set(`${who} ${day}`, cell)
            if (mode === 'set') cell.minutes = amount
            else cell.minutes = Math.max(cell.minutes + (mode === 'add' ? amount : -amount), 0)
            cell.messages += messages
            const viewer = await ctx.viewers.getById(tx, channel.id, viewers[who]?.id ?? 0)
            assert.ok(viewer !== undefined)
            const { minutes } = await ctx.watchTime.adjust(tx, cause, viewer, { mode, amount, day })
            assert.equal(minutes, cell.minutes)
            for (let i = 0; i < messages; i++) await write(tx, channel, viewer, day)
          }
        })

        const spans: WatchTimeSpan[] = [
          { mode: 'all' },
          ...pairs.map(([day]): WatchTimeSpan => ({ mode: 'day', day })),
          ...pairs.map((pair): WatchTimeSpan => {
            const [from = '', to = ''] = [...pair].sort()
            return { mode: 'range', from, to }
          }),
        ]
        // At once: reads of one turn are sent together, for a fraction of what they take one by one.
        const current = await Promise.all(viewers.map(({ id }) => ctx.viewers.getById(ctx.db, channel.id, id)))
        async function isPlainSum(span: WatchTimeSpan): Promise<void> {
          const inside = [...plain.values()].filter(
            (cell) =>
              span.mode === 'all' ||
              (span.mode === 'day' ? cell.day === span.day : cell.day >= span.from && cell.day <= span.to),
          )
          const sums = viewers.map(({ username, isBot }, who) => {
            const own = inside.filter((cell) => cell.who === who)
            const sum = (field: 'minutes' | 'messages') => own.reduce((total, cell) => total + cell[field], 0)
            return { username, isBot, who, minutes: sum('minutes'), messages: sum('messages') }
          })
          const found = await Promise.all(
            current.map((viewer) => ctx.watchTime.of(channel, viewer ?? assert.fail('no such viewer'), span)),
          )
          assert.deepEqual(
            found.map((one) => ({ ...one })),
            sums.map(({ minutes, messages }) => ({ minutes, messages })),
          )
          const expected = sums
            .filter(({ minutes, isBot }) => minutes > 0 && !isBot)
            .sort((a, b) => b.minutes - a.minutes || a.who - b.who)
            .map(({ username, minutes, messages }, index) => ({ rank: index + 1, username, minutes, messages }))
          const { total, items } = await ctx.watchTime.top(channel, 'tiktok', span, { limit: 100, offset: 0 })
          assert.equal(total, expected.length, JSON.stringify(span))
          assert.deepEqual(
            items.map(({ rank, username, minutes, messages }) => ({ rank, username, minutes, messages })),
            expected,
            JSON.stringify(span),
          )
        }
        await Promise.all(spans.map(isPlainSum))
      }),
      { numRuns: 40, endOnFailure: true },
    )
  })
})
