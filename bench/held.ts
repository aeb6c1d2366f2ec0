import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { auditList } from '../src/capabilities/events/event-rows.ts'
import { exportViewers } from '../src/capabilities/viewers/export-viewers.ts'
import type { PanelCaller } from '../src/kernel/operation/caller.ts'
import { Failure } from '../src/kernel/operation/contract/failures.ts'
import type { Runnable } from '../src/kernel/operation/operation.ts'
import { prepareOperation, runOperation } from '../src/kernel/operation/run-operation.ts'
import type { ObjectSchema, Schema } from '../src/kernel/schema/schema.ts'
import type { Database } from '../src/kernel/storage/database.ts'
import { databaseFile, openDatabase } from '../src/kernel/storage/open.ts'
import { operations } from '../src/operations.ts'
import { panelOperations } from '../src/panel-operations.ts'
import { platforms } from '../src/platforms/contract/platforms.ts'
import { createNames } from '../src/registry/names.ts'
import { firstChannel, openApp } from './app.ts'
import { makeData } from './make-data.ts'

/**
 * `node bench/held.ts [--viewers 1000000] [--folder kept-folder]`: how long the statements of every operation that only
 * reads block the event loop, with the largest inputs, in a channel with a lot of everything.
 * Fails if one blocks it longer than allowed.
 */
const { values: flags } = parseArgs({
  options: {
    viewers: { type: 'string', default: '1000000' },
    folder: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    bound: { type: 'string', default: '5' },
  },
})
const viewers = Number(flags.viewers)

interface Ran {
  readonly ms: number
  readonly text: string
}

const nothing: Ran = { ms: 0, text: '' }

/** What ran since the round began: statements on the event loop, requests to the reader thread. */
const ran = { here: [] as Ran[], aside: [] as Ran[] }

/** SQLite is synchronous, so other callers wait as long as the call takes. */
for (const name of ['get', 'all', 'run'] as const) {
  const real: (...values: never[]) => unknown = StatementSync.prototype[name]
  Object.assign(StatementSync.prototype, {
    [name](this: StatementSync, ...values: never[]): unknown {
      const began = performance.now()
      const result = real.apply(this, values)
      ran.here.push({ ms: performance.now() - began, text: this.sourceSQL })
      return result
    },
  })
}

function asideMeasured(real: Database): Database {
  return {
    ...real,
    readerThread: async (module, question) => {
      const began = performance.now()
      const answer = await real.readerThread?.(module, question)
      ran.aside.push({ ms: performance.now() - began, text: module.pathname })
      return answer as never
    },
  }
}

const folder = flags.folder ?? mkdtempSync(join(tmpdir(), 'showcaller-held-'))
if (!existsSync(databaseFile(folder))) await fill(folder)
const app = await openApp(folder, { database: asideMeasured(await openDatabase(folder, () => {})) })
try {
  process.exitCode = (await measureAll()) ? 0 : 1
} finally {
  await app.close()
  if (flags.folder === undefined) rmSync(folder, { recursive: true, force: true })
}

async function measureAll(): Promise<boolean> {
  const channel = await firstChannel(app)
  const person = { id: 'bench', name: 'bench' }
  const caller: PanelCaller = {
    channel,
    actor: 'person:bench',
    requestId: 'bench',
    person,
    role: 'owner',
    language: null,
    catalogue: { locale: 'en', texts: {} },
    sessionId: 'bench',
    signedInAt: 0,
    address: '127.0.0.1',
    isOnServer: true,
    host: 'localhost',
  }
  const reads: readonly Runnable<PanelCaller>[] = [...operations, ...panelOperations].filter(
    ({ effect }) => effect === 'none',
  )
  const rows: Row[] = []
  for (const operation of reads) {
    const prepared = prepareOperation(operation, createNames('spec'))
    rows.push(
      await longestOf(operation.name, worstInputs(operation.input, exampleOf(operation)), (input) =>
        runOperation(app.ctx, prepared, caller, input, undefined),
      ),
    )
  }
  rows.push(
    await longestOf('export of viewers', platforms, async (platform) => {
      for await (const _ of exportViewers(app.ctx.db, channel, platform)) await new Promise(setImmediate)
    }),
  )
  rows.sort((a, b) => b.here.ms - a.here.ms)
  const ms = ({ ms }: Ran) => (ms === 0 ? '' : ms.toFixed(2))
  process.stdout.write('| Read | answered | longest statement, ms | in the reader thread, ms |\n|---|---:|---:|---:|\n')
  for (const row of rows)
    process.stdout.write(`| ${row.name} | ${row.answered} | ${ms(row.here)} | ${ms(row.aside)} |\n`)
  const tooLong = rows.filter(({ here }) => here.ms > Number(flags.bound))
  for (const { name, here } of tooLong) {
    process.stdout.write(`\n${name} blocked the event loop for ${here.ms.toFixed(1)} ms:\n${here.text}\n`)
  }
  return tooLong.length === 0
}

interface Row {
  readonly name: string
  readonly answered: number
  readonly here: Ran
  readonly aside: Ran
}

async function longestOf<I>(name: string, inputs: readonly I[], run: (input: I) => Promise<unknown>): Promise<Row> {
  const longest = { here: nothing, aside: nothing }
  let answered = 0
  for (const input of inputs) {
    const rounds: (typeof ran)[] = []
    for (let round = 0; round < Number(flags.rounds); round++) {
      await forgetRemembered()
      ran.here = []
      ran.aside = []
      const isAnswered = await run(input).then(() => true, onlyRefused)
      if (round === 0 && isAnswered) answered++
      rounds.push({ ...ran })
    }
    for (const where of ['here', 'aside'] as const) {
      const found = longest[where]
      const next = longestIn(rounds.map((round) => round[where]))
      longest[where] = next.ms > found.ms ? next : found
    }
  }
  return { name, answered, ...longest }
}

/** The shortest time of all rounds, because other load on the machine only makes it longer. */
function longestIn([first = [], ...others]: readonly (readonly Ran[])[]): Ran {
  const shortest = first.map(({ text, ms }, index) => ({
    text,
    ms: Math.min(ms, ...others.map((round) => (round[index]?.text === text ? round[index].ms : ms))),
  }))
  return shortest.reduce((longest, one) => (one.ms > longest.ms ? one : longest), nothing)
}

function onlyRefused(error: unknown): false {
  if (error instanceof Failure) return false
  throw error
}

/** A write clears the row cache. */
async function forgetRemembered(): Promise<void> {
  await app.ctx.db.write(async () => undefined)
}

function exampleOf(operation: Runnable<PanelCaller>): Record<string, unknown> {
  return { ...(operation as unknown as { example: { input: Record<string, unknown> } }).example.input }
}

/** The example, each parameter at its worst value, all at once, and all but one at a time. */
function worstInputs(schema: ObjectSchema, example: Record<string, unknown>): Record<string, unknown>[] {
  const worst = Object.entries(schema.properties).flatMap(([name, property]) =>
    worstValues(name, property).map((value) => [name, value] as const),
  )
  const names = [...new Set(worst.map(([name]) => name))]
  const all = Object.fromEntries(worst)
  const inputs = [
    example,
    ...worst.map(([name, value]) => ({ ...example, [name]: value })),
    { ...example, ...all },
    ...names.map((left) => {
      const { [left]: _, ...rest } = { ...example, ...all }
      return rest
    }),
    ...worst.map(([name, value]) => ({ ...example, ...all, [name]: value })),
  ]
  return [...new Map(inputs.map((input) => [JSON.stringify(input), input])).values()]
}

function worstValues(name: string, schema: Schema): unknown[] {
  if (schema.enum !== undefined) return [...schema.enum]
  if (schema.format === 'date') return [name.endsWith('to') ? '2026-11-15' : '2025-11-16']
  if (name === 'offset') return [viewers - 100, Math.floor(viewers / 2), 90_000]
  if (name === 'username') return ['bench500000', 'nobody at all']
  if (name === 'viewer_id') return [Math.floor(viewers / 2)]
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'integer') return schema.maximum === undefined ? [] : [schema.maximum]
  return type === 'string' ? ['e', 'bench', 'zzzz'] : []
}

/** Fills one channel with a lot of everything that grows. */
async function fill(folder: string): Promise<void> {
  process.stderr.write(`creating ${viewers} viewers and their history\n`)
  await makeData(folder, { viewers, keys: 10 })
  const db = new DatabaseSync(databaseFile(folder))
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN')
  const many = (count: number) =>
    `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${Math.max(count, 1)})`
  const base = Number(db.prepare('SELECT last_event AS last FROM channels WHERE id = 1').get()?.last)
  const now = Date.now()
  const people = Math.floor(viewers / 10)
  db.exec(`${many(viewers)} INSERT INTO events (channel_id, seq, kind, list, platform, viewer_id, actor, request_id, at, data)
      SELECT 1, ${base} + n, 'follow', CASE n % 10 WHEN 0 THEN 'followers' WHEN 1 THEN '${auditList}' END, 'kick', n, 'person:bench',
        'bench', ${now} - n, '{"type":"follower","user_id":"u' || n || '","username":"bench' || n || '","displayname":"bench"}' FROM numbers;
    ${many(viewers)} INSERT INTO points_ledger (channel_id, seq, viewer_id, currency, previous_seq, delta, balance, reason)
      SELECT 1, ${base} + n, ${Math.floor(viewers / 2)}, 'coin', CASE n WHEN 1 THEN NULL ELSE ${base} + n - 1 END, 1, n, 'bench'
      FROM numbers;
    UPDATE viewers SET coin = ${viewers}, coin_seq = ${base} + ${viewers} WHERE channel_id = 1 AND id = ${Math.floor(viewers / 2)};
    UPDATE channels SET last_event = ${base} + ${viewers} WHERE id = 1;
    ${many(people)} INSERT INTO moderation_log (channel_id, seq, type, platform, user_id, username, reason, moderator, at)
      SELECT 1, ${base} + n, CASE n % 100 WHEN 0 THEN 'ban' ELSE 'delete' END, 'kick', 'u' || n, 'bench' || n, 'bench', 'bench', ${now} - n
      FROM numbers;
    ${many(people)} INSERT OR IGNORE INTO subscribers (channel_id, platform, id, platform_user_id, username, displayname,
        subscription_type, tier, months, subscribed_at, expires_at)
      SELECT 1, 'kick', 1000 + n, 's' || n, 'bench' || n, 'bench' || n, 'self', 1, 1, 0, ${now} + 9000000000 FROM numbers;
    ${many(people)} INSERT INTO firings (channel_id, seq, id, kind, overlay_id, state, expires_at, created_at, changed_at)
      SELECT 1, ${base} + n, 'held' || n, 'effect', 'bench', 'finished', ${now}, ${now} - ${people} + n, ${now} FROM numbers;
    ${many(people)} INSERT INTO former_names (channel_id, platform, name_key, viewer_id, until)
      SELECT 1, 'kick', 'former' || n, n, 0 FROM numbers;
    ${many(people)} INSERT INTO counted_messages (channel_id, platform, external_id, at, viewer_id)
      SELECT 1, 'kick', 'm' || n, ${now} - n, n FROM numbers;
    ${many(Math.min(viewers, 20_000))} INSERT OR IGNORE INTO watch_time_days (channel_id, platform, day, viewer_id, minutes)
      SELECT 1, 'kick', 20260000 + 100 * (1 + d.n % 10) + 1 + d.n / 10, 100 + v.n, 5
      FROM numbers v, (SELECT n FROM numbers WHERE n <= 100) d;
    INSERT OR IGNORE INTO watch_time_months (channel_id, platform, month, viewer_id, minutes)
      SELECT channel_id, platform, day / 100, viewer_id, sum(minutes) FROM watch_time_days
      WHERE channel_id = 1 GROUP BY 1, 2, 3, 4;
    ${many(people)} INSERT INTO api_key_usage (channel_id, key_id, hour, operation, calls, failed)
      SELECT 1, 'key' || (n % 10), ${Math.floor(now / 3_600_000)} - n / 10, 'get-points', 1, 0 FROM numbers;
    COMMIT; PRAGMA journal_mode = WAL`)
  db.close()
}
