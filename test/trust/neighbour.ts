import { addDemoContent } from '../../src/capabilities/first-start/demo-content.ts'
import type { Channel } from '../../src/kernel/operation/channel.ts'
import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { operations } from '../../src/operations.ts'
import { panelOperations } from '../../src/panel-operations.ts'
import type { TestApp } from '../create-test-app.ts'
import { openFakeExtension } from '../extension/fake-extension.ts'
import { createPageClient, tokenOf } from '../overlay/page-client.ts'
import { openLink, type PanelClient } from '../panel/panel-client.ts'
import { readDatabase } from '../read-database.ts'
import { wavOf } from '../uploads/files.ts'
import { sendFile } from '../uploads/upload-client.ts'

/** Ids that are counted within a channel begin here, so that no other channel comes to have the same. */
const firstNumber = 500_000
/** Calls that would leave the neighbour with less to protect. */
const leaving = /^(delete|remove|revoke|roll|unpair|unlink|clear|switch-channel|disconnect|import)/

/** Another channel on the same server, with something of everything, and all the ids that name a thing of it. */
export async function makeNeighbour(app: TestApp) {
  const { ctx } = app
  const channel = await ctx.db.write(async (tx) => {
    const made = (await ctx.channels.create(tx, 'neighbour')).channel
    await tx.run(countEventsFrom, { channel: made.id, first: firstNumber })
    await addDemoContent(ctx, tx, made)
    for (const statement of countFrom) await tx.run(statement, { channel: made.id, first: firstNumber })
    return made
  })
  const owner = await openLink(app, await ctx.sessions.makeLink(channel))
  const page = createPageClient(app.url, { token: await tokenOf(app, channel) })
  await page.connect()
  await doEverything(app, channel, owner)
  page.cut()
  return channel
}

async function doEverything(app: TestApp, channel: Channel, owner: PanelClient): Promise<void> {
  const { ctx } = app
  const cause = { channel, actor: 'test', requestId: 'test' }
  const { key } = await ctx.db.write((tx) => ctx.keys.create(tx, cause, { name: 'theirs', scopes: allScopes }))
  await sendFile(app, owner, { kind: 'sound', name: 'theirs.wav', bytes: wavOf(1) })
  const extension = await openFakeExtension(app.url)
  await extension.pair((await owner.call('create-extension-code')).body.code)
  // At once, since some of them wait for somebody who does not answer here.
  await Promise.all(operations.map(({ name, example }) => app.call(name, example.input, { status: 'any', key })))
  for (const { name, example } of panelOperations)
    if (!leaving.test(name)) await owner.call(name, example.input, { status: 'any' })
  extension.socket.terminate()
}

const countEventsFrom = sql<{ channel: number; first: number }>(
  'UPDATE channels SET last_event = :first WHERE id = :channel',
)
const countFrom = ['commands', 'audio_alerts', 'songs'].map((table) =>
  sql<{ channel: number; first: number }>(`UPDATE ${table} SET id = id + :first WHERE channel_id = :channel`),
)

type Rows = Record<string, Record<string, unknown>[]>

/** Counts of calls are written down some time later, and old links are thrown away by whoever makes a new one. */
/** `watch_columns`: made of the minutes when a day is over, whoever calls. */
const passing = new Set(['api_key_usage', 'sign_in_links', 'watch_columns'])

/** Everything of a channel and its twin, but for what passes by itself. */
export async function rowsOf(app: TestApp, channel: Channel): Promise<Rows> {
  const database = await readDatabase(app)
  const tables = await database.tables((name) => !passing.has(name))
  await database.close()
  const own = new Set<unknown>([channel.id, channel.id + 1])
  const found = Object.entries(tables).map(([name, rows]) => {
    const mine = rows.filter((row) => own.has(name === 'channels' ? row.id : row.channel_id))
    return [name, mine] as const
  })
  return Object.fromEntries(found.filter(([, rows]) => rows.length > 0))
}

const naming = /(^|_)(id|seq|username|name|userid|service|hash|command)$/

/** What names a thing in these rows and in none of the others: table and column, and the values. */
export function idsOnlyIn(rows: Rows, others: Rows): Map<string, (string | number)[]> {
  const common = new Set(Object.values(others).flatMap((list) => list.flatMap((row) => Object.values(row))))
  const found = new Map<string, (string | number)[]>()
  for (const [table, list] of Object.entries(rows)) {
    for (const column of Object.keys(list[0] ?? {})) {
      if (!naming.test(column) || (column === 'channel_id' && table !== 'channels')) continue
      const values = [...new Set(list.map((row) => row[column]))].filter((value) => isOwn(value, common))
      if (values.length > 0) found.set(`${table}.${column}`, values as (string | number)[])
    }
  }
  return found
}

/** Small numbers are counted by everybody. */
function isOwn(value: unknown, common: ReadonlySet<unknown>): boolean {
  if (common.has(value)) return false
  return typeof value === 'string' ? value.length > 2 : typeof value === 'number' && value >= firstNumber
}
