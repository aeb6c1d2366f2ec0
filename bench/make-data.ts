import { DatabaseSync } from 'node:sqlite'
import { createApp } from '../src/app.ts'
import { hashSecret, makeKey } from '../src/capabilities/keys/key-format.ts'
import type { Ids } from '../src/kernel/ambient.ts'
import { allScopes } from '../src/kernel/operation/contract/scopes.ts'
import { databaseFile } from '../src/kernel/storage/open.ts'
import { rankingFaults } from '../test/trust/check-database.ts'
import { createRandom } from '../test/trust/random.ts'
import { answerOrders } from './orders.ts'

const blockSize = 2048
const highest = Number.MAX_SAFE_INTEGER

/** The n-th viewer's name; their points are spread so that neighbours on the leaderboard have unrelated numbers. */
export function viewerName(n: number): string {
  return `bench${n}`
}

export interface DataOrder {
  readonly folder: string
  readonly viewers: number
  readonly keys: number
}

/**
 * A data folder with these numbers of viewers and keys, the same every time. Written directly into the tables, because a
 * million calls would take an hour; the server's counts are computed afterwards and checked.
 */
export async function makeData(folder: string, size: { viewers: number; keys: number }): Promise<string[]> {
  await makeEmpty(folder)
  const db = new DatabaseSync(databaseFile(folder))
  try {
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000')
    db.exec('BEGIN')
    const keys = insertKeys(db, size.keys)
    insertViewers(db, size.viewers)
    rebuildBlocks(db)
    db.exec('COMMIT')
    const faults = rankingFaults(db)
    if (faults.length > 0) throw new Error(`the data is inconsistent: ${faults.slice(0, 3).join('; ')}`)
    db.exec('PRAGMA journal_mode = WAL')
    return keys
  } finally {
    db.close()
  }
}

async function makeEmpty(folder: string): Promise<void> {
  const app = await createApp({
    host: '127.0.0.1',
    port: 0,
    dataFolder: folder,
    naming: 'spec',
    trustedProxies: [],
    publicUrl: undefined,
    logLevel: 'warn',
    secret: undefined,
  })
  // Somebody has the links: a start shows none, and creates no key beyond the limit.
  const { firstChannel: channel, ctx } = app
  if (channel !== undefined) await ctx.db.write((tx) => ctx.firstSteps.mark(tx, channel.id, 'greeted'))
  await app.close()
}

/** More keys than a channel may have, so that no call reaches its limit. */
function insertKeys(db: DatabaseSync, count: number): string[] {
  const random = createRandom(1)
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const secret = (length: number) => Array.from({ length }, () => letters[random.between(0, 61)]).join('')
  const ids: Ids = { secret, next: (prefix) => `${prefix}_${secret(20)}` }
  const insert = db.prepare(
    `INSERT INTO api_keys (channel_id, id, hash, name, prefix, last_four, is_test, scopes, addresses, created_at)
     VALUES (1, ?, ?, 'bench', ?, ?, 0, ?, '[]', 0)`,
  )
  return Array.from({ length: count }, () => {
    const key = makeKey(ids, false)
    insert.run(ids.next('key'), hashSecret(key), key.slice(0, 12), key.slice(-4), JSON.stringify(allScopes))
    return key
  })
}

function insertViewers(db: DatabaseSync, count: number): void {
  const indexes = db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'viewers' AND sql IS NOT NULL")
    .all() as { name: string; sql: string }[]
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`)
  const numbers = 'WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)'
  db.exec(`UPDATE channels SET last_event = last_event + 1 WHERE id = 1;
    INSERT INTO events (channel_id, seq, kind, actor, request_id, at, data)
    SELECT 1, last_event, 'bench.imported', 'bench', 'bench', 0, '{}' FROM channels WHERE id = 1`)
  db.prepare(
    `${numbers} INSERT INTO viewers (channel_id, id, seniority, platform, platform_user_id, username, name_key,
       displayname, points, points_seq, created_at)
     SELECT 1, c.last_viewer + n, -c.last_viewer - n, 'kick', 'bench-' || n, 'bench' || n, 'bench' || n, 'Bench' || n,
       1000 + n * 7919 % 1000003, c.last_event, 0 FROM numbers, channels c WHERE c.id = 1`,
  ).run(count)
  db.exec(`INSERT INTO points_ledger (channel_id, seq, viewer_id, currency, delta, balance, reason)
    SELECT 1, c.last_event, v.id, 'points', v.points, v.points, 'bench'
    FROM viewers v JOIN channels c ON c.id = 1 WHERE v.channel_id = 1 AND v.platform_user_id LIKE 'bench-%' ORDER BY v.id`)
  db.prepare('UPDATE channels SET last_viewer = last_viewer + ? WHERE id = 1').run(count)
  for (const { sql } of indexes) db.exec(sql)
}

/** The counts of the leaderboard index, computed at once. */
function rebuildBlocks(db: DatabaseSync): void {
  db.exec("DELETE FROM ranking_blocks WHERE channel_id = 1 AND board = 'points' AND platform = 'kick'")
  const standing = "FROM viewers WHERE channel_id = 1 AND platform = 'kick' AND is_bot = 0"
  const { total } = db.prepare(`SELECT count(*) AS total ${standing}`).get() as { total: number }
  const firsts = db
    .prepare(
      `SELECT points, seniority FROM (SELECT points, seniority,
         row_number() OVER (ORDER BY points DESC, seniority DESC) AS place ${standing})
       WHERE (place - 1) % ${blockSize} = 0 ORDER BY place`,
    )
    .all() as { points: number; seniority: number }[]
  const insert = db.prepare("INSERT INTO ranking_blocks VALUES (1, 'points', 'kick', ?, ?, ?)")
  for (const [index, { points, seniority }] of firsts.entries()) {
    const size = Math.min(blockSize, total - index * blockSize)
    // The first block starts above every score.
    if (index === 0) insert.run(highest, 0, size)
    else insert.run(points, seniority, size)
  }
}

// A separate process, so that what it leaves in memory is not part of what is measured.
if (import.meta.main) answerOrders<DataOrder, string[]>(({ folder, ...size }) => makeData(folder, size))
