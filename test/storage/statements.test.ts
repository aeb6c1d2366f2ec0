import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it, mock } from 'node:test'
import { answer } from '../../src/features/watch-time/span-thread.ts'
import { operations } from '../../src/operations.ts'
import type { AsideReader } from '../../src/storage/database.ts'
import { databaseFile } from '../../src/storage/open.ts'
import { openConnection } from '../../src/storage/sqlite/connection.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

/** Every statement that running the server and calling everything prepared, as SQLite got it. */
describe('statements', () => {
  let testApp: TestApp
  let database: DatabaseSync
  let texts: string[] = []

  before(async () => {
    const prepare = mock.method(DatabaseSync.prototype, 'prepare')
    const clock = createTestClock()
    testApp = await createTestApp({ clock })
    const { call, ctx, cause, channel, makeKey } = testApp
    for (const { name, example } of operations) {
      await call(name, example.input)
      await call(name, example.input, { headers: { 'Idempotency-Key': 'k1' } })
    }
    clock.advance(minuteMs)
    const platform = 'PlatformB'
    await call('get-points-top', { offset: 3, platform })
    await call('get-watch-time-top', { offset: 3, platform })
    await call('get-watch-time-top', { date_from: '2025-01-10', date_to: '2026-02-20', platform })
    await call('get-watch-time', { userid: '10001', date_from: '2025-01-10', date_to: '2026-02-20', platform })
    await call('get-points', { userid: 'nobody', username: 'nobody', platform })
    const made = await makeKey()
    await ctx.keys.roll(cause, made.id, minuteMs)
    await ctx.keys.revoke(cause, made.id)
    await ctx.keys.list(channel)
    await ctx.idempotency.prune()
    await ctx.sessions.redeem(await ctx.sessions.makeLink(channel), 'test')
    await ctx.events.after(ctx.db, channel.id, 0, 10)
    askAsTheThreadDoes(channel.id)
    texts = [...new Set(prepare.mock.calls.map((call) => String(call.arguments[0])))]
    prepare.mock.restore()
    database = new DatabaseSync(databaseFile(testApp.folder), { readOnly: true })
  })

  after(async () => {
    database.close()
    await testApp.close()
  })

  /** What the reader thread prepares is out of sight, so it is asked here. */
  function askAsTheThreadDoes(channel: number): void {
    const connection = openConnection(databaseFile(testApp.folder), { readOnly: true })
    const span = { from: 20260101, fromEnd: 20260131, firstMonth: 200001, lastMonth: 202512, toStart: 1, to: 31 }
    const question = { channel, platform: 'kick', ...span, limit: 5, offset: 0, changed: undefined }
    assert.ok(answer(connection as AsideReader, question).total > 0)
    connection.close()
  }

  function planOf(text: string): string[] {
    const rows = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all() as { detail: string }[]
    return rows.map(({ detail }) => detail)
  }

  /** The tables that a plan reads from end to end. A subquery's own few rows are no table. */
  function scannedTables(plan: readonly string[]): string[] {
    const passing = new Set(plan.map((line) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(line)?.[1]))
    return plan
      .map((line) => /^SCAN (\S+)/.exec(line)?.[1])
      .filter((name) => name !== undefined && !passing.has(name) && !name.startsWith('(') && name !== 'CONSTANT')
      .map(String)
  }

  // A start asks for what was left open in any channel; such lists come in the order of their key.
  const isOfAll = (text: string) => /ORDER BY channel_id\b/.test(text) && !/channel_id = /.test(text)
  const aboutOneChannel = () =>
    texts.filter((text) => /\bchannel_id\b/.test(text) && /\bWHERE\b/.test(text) && !isOfAll(text))

  it('of the hot paths were all seen', () => {
    for (const table of ['viewers', 'former_names', 'watch_time_days', 'watch_time_months', 'ranking_blocks']) {
      assert.ok(
        aboutOneChannel().some((text) => new RegExp(`(FROM|UPDATE) ${table}\\b`).test(text)),
        table,
      )
    }
    assert.ok(aboutOneChannel().length > 20)
  })

  it('about one channel never walk through a table', () => {
    const walking = aboutOneChannel()
      .map((text) => ({ text, scanned: scannedTables(planOf(text)) }))
      .filter(({ scanned }) => scanned.length > 0)
    assert.deepEqual(walking, [])
  })

  it('on tables that grow without end never walk through all that a channel has there', () => {
    const growing =
      /^SEARCH (viewers|v|events|e|points_ledger|watch_time_\w+|former_names|idempotency|firings|f|counted_messages) /
    const walking = aboutOneChannel()
      .flatMap((text) => planOf(text).map((line) => ({ text, line })))
      .filter(({ line }) => growing.test(line) && /\(channel_id=\?( AND platform=\?)?\)$/.test(line))
    assert.deepEqual(walking, [])
  })

  it('that find a key, a session or an old record use an index too', () => {
    const found = texts.filter((text) => /\b(hash = |created_at < )/.test(text))
    assert.ok(found.length >= 3)
    for (const text of found) assert.deepEqual(scannedTables(planOf(text)), [], text)
  })

  it('of a page of a leaderboard skip inside their index and sort nothing but the page', () => {
    const pages = texts.filter((text) => text.includes('LIMIT') && text.includes('is_bot = 0') && text.includes('page'))
    assert.equal(pages.length, 2)
    for (const text of pages) {
      const inner = text.slice(text.indexOf('FROM (') + 6, text.indexOf(') AS page'))
      const plan = planOf(inner)
      assert.match(plan.join('\n'), /^SEARCH viewers USING COVERING INDEX viewers_by_(points|watch) \(/)
      assert.doesNotMatch(plan.join('\n'), /TEMP B-TREE/)
    }
  })
})
