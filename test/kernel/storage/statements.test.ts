import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import type { Statement } from '../../../src/kernel/storage/database.ts'
import { migrate } from '../../../src/kernel/storage/migrate.ts'
import { isSlow, needsOwnProcess } from '../../declare.ts'
import { everyStatement } from './every-statement.ts'

isSlow('it loads the whole server into a process of its own')
needsOwnProcess('it reads every statement that the process has loaded')

/** Each row of these is somebody or something that happened, so a channel may have a million of them. */
const growing = new Set([
  'api_key_usage',
  'automation_runs',
  'counted_messages',
  'earnings',
  'event_deliveries',
  'events',
  'firings',
  'former_names',
  'idempotency',
  'moderation_log',
  'points_ledger',
  'round_entries',
  'subscribers',
  'viewer_values',
  'viewers',
  'watch_columns',
  'watch_minutes',
  'watch_time_days',
  'watch_time_months',
  'webhook_deliveries',
])

interface Exception {
  /** How the statement begins, spaces aside. */
  readonly text: string
  readonly because: string
}

const expiring = 'the table holds only what has not expired, a few minutes or sign-ins of it'
const atStart = 'once, when the server starts'
const signsIn = 'when the sandbox signs somebody in, on a server that has sandbox channels only, which are limited'
const begins = 'the table holds only starts of automations that have not begun'
const sandboxRetires = 'once, when a real account takes the place of the sandbox'
const exportsViewer = 'in the reader thread, when a viewer is exported or erased'
const inThread = 'a short list, or in the reader thread: long-lists.ts'

/** Statements that read a table from end to end, and may. */
const readsAll: readonly Exception[] = [
  { text: 'SELECT channel_id, platform FROM platform_accounts', because: atStart },
  { text: 'SELECT DISTINCT channel_id FROM platform_accounts', because: atStart },
  { text: 'SELECT channel_id, provider, hook, sealed, account, last_event_at FROM donation_sources', because: atStart },
  { text: 'SELECT service, sealed FROM service_credentials', because: 'one row for each service, when one changes' },
  { text: 'SELECT channel_id FROM platform_accounts WHERE connector', because: signsIn },
  { text: 'SELECT channel_id FROM platform_tokens WHERE service', because: signsIn },
  { text: 'SELECT connector, platform, category_id, name, platform_id FROM category_ids', because: atStart },
  { text: 'SELECT id, name, slug, aliases, kick_id, twitch_id FROM categories', because: atStart },
  {
    text: 'SELECT channel_id, id FROM api_keys LIMIT',
    because: 'once an hour, to forget what keys were used for long ago',
  },
  {
    text: 'SELECT v.channel_id AS channel, v.viewer_id AS viewer, v.name_key AS key FROM viewer_values v',
    because: 'once an hour, in the reader thread, for what viewers had of cleared and deleted values',
  },
  { text: 'SELECT id FROM channels ORDER BY id', because: 'once an hour, for what is forgotten in each' },
  {
    text: 'SELECT id FROM channels WHERE last_sign_in_at',
    because: 'ends with the first channel that somebody has signed in to; before that there is one',
  },
  {
    text: 'SELECT channel_id AS channel, id FROM rounds WHERE settling',
    because: 'the index has only rounds that are being paid out',
  },
  {
    text: 'SELECT channel_id AS channel, id FROM rounds WHERE status',
    because: 'the index has only rounds that are open',
  },
  { text: 'DELETE FROM sign_in_links WHERE person_id', because: expiring },
  { text: 'DELETE FROM sign_in_links WHERE expires_at', because: expiring },
  { text: 'DELETE FROM sessions WHERE expires_at', because: expiring },
  { text: 'DELETE FROM extension_codes', because: expiring },
  { text: 'DELETE FROM sandbox_sign_in_codes', because: expiring },
  { text: 'DELETE FROM sign_in_states', because: expiring },
  { text: 'UPDATE automation_starts SET seen_at', because: begins },
  { text: 'UPDATE automation_starts SET node', because: begins },
  { text: 'SELECT channel_id AS "channelId", seq, automation_id', because: begins },
  { text: 'SELECT channel_id, id, command_id, viewer_id', because: 'the table holds only commands that run just now' },
]

/** Statements that walk through all that a channel has in a table that grows, and may. */
const walksAll: readonly Exception[] = [
  {
    text: "SELECT count(*) AS count FROM automation_runs WHERE channel_id = :channel AND status = 'running'",
    because: 'the index has only those that run just now, which are limited',
  },
  {
    text: 'SELECT id, depth, event_seq, status, error FROM automation_runs WHERE channel_id = :channel ORDER BY id DESC',
    because: 'the newest runs along the key, as many as are shown',
  },
  { text: 'DELETE FROM subscribers WHERE channel_id = :channel AND platform = :platform', because: sandboxRetires },
  { text: 'DELETE FROM former_names', because: sandboxRetires },
  { text: 'SELECT id, platform_user_id AS "userId", username, displayname', because: inThread },
  { text: 'SELECT count(*) AS total FROM (SELECT seq FROM moderation_log', because: inThread },
  { text: 'SELECT seq, type, platform, user_id AS "userId", username', because: inThread },
  { text: 'SELECT name_key AS name FROM former_names', because: exportsViewer },
  { text: 'SELECT * FROM former_names', because: exportsViewer },
  { text: 'SELECT * FROM points_ledger', because: exportsViewer },
  { text: 'SELECT * FROM round_entries', because: exportsViewer },
  { text: 'SELECT * FROM watch_time_days', because: exportsViewer },
  { text: 'SELECT * FROM watch_time_months', because: exportsViewer },
  { text: 'SELECT * FROM counted_messages', because: exportsViewer },
  { text: 'SELECT platform AS key0, name_key AS key1, viewer_id AS key2 FROM former_names', because: inThread },
  { text: 'SELECT platform AS key0, external_id AS key1 FROM counted_messages', because: inThread },
]

/** Statements that walk through a range of a table that grows and leave rows out, and may. */
const walksRange: readonly Exception[] = [
  {
    text: 'SELECT id, platform, platform_user_id, username, displayname',
    because: 'every viewer of a platform is wanted, page by page',
  },
  { text: 'SELECT f.seq, f.id, f.kind, f.overlay_id, f.state', because: 'the range has a limited number of firings' },
]

describe('every statement', () => {
  let database: DatabaseSync
  let statements: Statement[] = []
  let texts: string[] = []

  before(async () => {
    statements = await everyStatement()
    texts = statements.map(({ text }) => text)
    database = new DatabaseSync(':memory:')
    await migrate(database)
  })
  after(() => database.close())

  function planOf(text: string): string[] {
    const rows = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all() as { detail: string }[]
    return rows.map(({ detail }) => detail)
  }

  /** The table that a line of a plan speaks of; undefined for a subquery's own few rows. */
  function tableOf(line: string, plan: readonly string[], text: string): string | undefined {
    const name = /^(?:SCAN|SEARCH) (\w+)/.exec(line)?.[1]
    if (name === undefined || plan.some((other) => new RegExp(`^(CO-ROUTINE|MATERIALIZE) ${name}$`).test(other))) return
    const named = new RegExp(`\\b(?:FROM|JOIN|UPDATE|INTO)\\s+(\\w+)\\s+(?:AS\\s+)?${name}\\b`).exec(text)?.[1]
    const table = named ?? name
    const isTable = database.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`).get(table)
    return isTable === undefined ? undefined : table
  }

  /** Those with such a line in their plan that no exception speaks of; and exceptions that speak of none. */
  function faults(
    isWrong: (line: string, table: string, text: string) => boolean,
    exceptions: readonly Exception[],
  ): string[] {
    const found = texts.flatMap((text) => {
      const plan = planOf(text)
      const lines = plan.filter((line) => {
        const table = tableOf(line, plan, text)
        return table !== undefined && isWrong(line, table, text)
      })
      return lines.length === 0 ? [] : [`${squeezed(text)}: ${lines.join('; ')}`]
    })
    const fits = (fault: string, { text }: Exception) => fault.startsWith(squeezed(text))
    return [
      ...found.filter((fault) => !exceptions.some((exception) => fits(fault, exception))),
      ...exceptions
        .filter((exception) => !found.some((fault) => fits(fault, exception)))
        .map(({ text }) => `no longer an exception: ${text}`),
    ]
  }

  it('was seen', () => {
    assert.ok(texts.length > 300, `${texts.length} statements`)
    for (const table of [...growing].filter((name) => name !== 'webhook_deliveries')) {
      assert.ok(
        texts.some((text) => new RegExp(`\\b(FROM|UPDATE|INTO) ${table}\\b`).test(text)),
        table,
      )
    }
  })

  it('reads and sets what it says, where its row may be kept in memory', () => {
    const lookups = statements.filter(({ keepsRowOf }) => keepsRowOf !== undefined)
    const changes = statements.filter(({ sets }) => sets !== undefined)
    assert.ok(lookups.length > 0 && changes.length > 0)
    for (const { text, keepsRowOf } of lookups) {
      const tables = [...text.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/g)].map(([, table]) => table)
      assert.deepEqual([...new Set(tables)], [keepsRowOf], text)
      assert.match(text, /^SELECT id\b.* channel_id = :channel\b/s, text)
    }
    for (const { text, sets = {} } of changes) {
      const written = Object.entries(sets).map(([column, parameter]) => `${column} = :${parameter}`)
      assert.match(
        squeezed(text),
        new RegExp(`^UPDATE \\w+ SET ${written.join(', ')} WHERE channel_id = :channel AND id = :id$`),
        text,
      )
    }
  })

  it('finds what it looks for by a key or an index, and reads no table from end to end', () => {
    assert.deepEqual(
      faults((line) => line.startsWith('SCAN'), readsAll),
      [],
    )
  })

  it('never walks through all that a channel has in a table that grows', () => {
    // A walk along the key that ends after a given number of rows is not a scan.
    const ends = / WHERE (\w\.)?channel_id = :channel ORDER BY (\w\.)?seq( DESC)? LIMIT :limit$/
    const isWalk = (line: string, table: string, text: string) =>
      growing.has(table) && /\(channel_id=\?( AND platform=\?)?\)$/.test(line) && !ends.test(squeezed(text))
    assert.deepEqual(faults(isWalk, walksAll), [])
  })

  it('of a table that grows that wants only some rows of a range finds them by an index', () => {
    const isFiltered = (text: string) => /(?<![<>])= :(?!channel\b)\w+/.test(text.slice(text.indexOf(' WHERE ')))
    const isWalk = (line: string, table: string, text: string) =>
      growing.has(table) &&
      /PRIMARY KEY \(channel_id=\? AND (seq|id)[<>]/.test(line) &&
      squeezed(text).includes(' LIMIT ') &&
      isFiltered(squeezed(text))
    assert.deepEqual(faults(isWalk, walksRange), [])
  })

  it('of a page of a leaderboard skips inside its index and sorts nothing but the page', () => {
    const pages = texts.filter((text) => text.includes('LIMIT') && text.includes('is_bot = 0') && text.includes('page'))
    assert.equal(pages.length, 2)
    for (const text of pages) {
      const plan = planOf(text.slice(text.indexOf('FROM (') + 6, text.indexOf(') AS page')))
      assert.match(plan.join('\n'), /^SEARCH viewers USING COVERING INDEX viewers_by_(points|watch) \(/)
      assert.doesNotMatch(plan.join('\n'), /TEMP B-TREE/)
    }
  })
})

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
