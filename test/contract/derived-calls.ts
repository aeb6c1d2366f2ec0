import type { Operation } from '../../src/operation.ts'
import type { TestApp } from '../create-test-app.ts'
import { readDatabase } from '../read-database.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import type { TestAnswer } from '../test-answer.ts'

type Input = Readonly<Record<string, unknown>>

/** What must be there before the example of an operation works again, and what it changes in the example. */
export const preparations: Readonly<Record<string, (testApp: TestApp) => Promise<Input | undefined>>> = {
  'create-reward': (testApp) => quietly(testApp, 'delete-reward', { platform: 'PlatformB', reward_id: 'Stretch' }),
  'update-reward': hydrate,
  'delete-reward': hydrate,
  'update-redemption': async (testApp) => {
    await hydrate(testApp)
    const platform = testApp.app.names.word('PlatformB')
    const body = { platform, username: 'alice', reward: 'Hydrate' }
    return { redemption_id: (await sandboxCall(testApp, 'redeem', body)).body.id }
  },
  'get-value': deaths,
  'add-to-value': async (testApp) => {
    await deaths(testApp)
    return queue(testApp)
  },
  'delete-value': deaths,
  'remove-from-value': queue,
  'create-poll': (testApp) => quietly(testApp, 'end-poll', {}),
  'end-poll': (testApp) =>
    quietly(testApp, 'create-poll', { title: 'Which game next?', options: ['Chess', 'Minecraft'], seconds: 60 }),
  'create-prediction': (testApp) => quietly(testApp, 'end-prediction', {}),
  'end-prediction': (testApp) =>
    quietly(testApp, 'create-prediction', { title: 'Do we win this round?', options: ['Yes', 'No'], seconds: 120 }),
}

function deaths(testApp: TestApp): Promise<undefined> {
  return quietly(testApp, 'set-value', { name: 'deaths', value: 3 })
}

function queue(testApp: TestApp): Promise<undefined> {
  return quietly(testApp, 'set-value', { name: 'queue', value: ['alice', 'bob'] })
}

/** One reward and no other, so that no title is taken. */
async function hydrate(testApp: TestApp): Promise<undefined> {
  const { channel } = testApp
  for (const { id } of await testApp.ctx.rewards.list(channel, 'twitch')) {
    await testApp.ctx.rewards.remove(channel, 'twitch', id)
  }
  return quietly(testApp, 'create-reward', { platform: 'PlatformB', title: 'Hydrate', cost: 100 })
}

/** With a key of its own, so that no limit is used up; what is there already may be refused. */
async function quietly(testApp: TestApp, operation: string, input: Input): Promise<undefined> {
  const { key, id } = await testApp.makeKey()
  const { platform, ...rest } = input
  const named = platform === undefined ? {} : { platform: testApp.app.names.word(String(platform)) }
  await testApp.call(operation, { ...rest, ...named }, { status: 'any', key })
  await testApp.ctx.keys.revoke(testApp.cause, id)
}

/** Calls as often as needed: a key that has used up its minute makes place for the next. */
export function createCaller(testApp: TestApp, { name, ratePerMinute, example }: Operation) {
  const onTheWire = testApp.app.names.operation(name)
  let left = 0
  let current: { id: string; key: string } | undefined
  let replaced: Input = {}

  /** The example names something that does not exist in this app: its value is replaced by one that does. */
  function withReal(body: unknown): unknown {
    if (typeof body !== 'object' || body === null) return body
    const own = Object.entries(replaced).filter(([key]) => (body as Input)[key] === example.input[key])
    return { ...body, ...Object.fromEntries(own) }
  }

  async function send(body: unknown, headers: Record<string, string>): Promise<TestAnswer> {
    if (left === 0) {
      if (current !== undefined) await testApp.ctx.keys.revoke(testApp.cause, current.id)
      current = await testApp.makeKey()
      left = ratePerMinute
    }
    left--
    return testApp.call(onTheWire, withReal(body), { status: 'any', key: current?.key ?? '', headers })
  }

  return async (body: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> => {
    const answer = await send(body, headers)
    const prepare = preparations[name]
    if (prepare === undefined || (answer.status !== 404 && answer.status !== 502)) return answer
    replaced = (await prepare(testApp)) ?? replaced
    return send(body, headers)
  }
}

export type Observer = Awaited<ReturnType<typeof createObserver>>

/** Reads the database from outside, as it stands on the disk. Only calls change it, however long a test takes. */
export async function createObserver(testApp: TestApp) {
  await testApp.app.bot.stop()
  const database = await readDatabase(testApp)
  let last: { readonly version: string; readonly rows: Record<string, unknown> } | undefined
  return {
    /** All rows of all tables, but for what using a key leaves behind and the delivery status of overlay items. */
    async snapshot(): Promise<Record<string, unknown>> {
      const version = await database.version()
      if (last?.version === version) return last.rows
      const tables = await database.tables((name) => !name.startsWith('api_key'))
      const rows = Object.fromEntries(Object.entries(tables).map(([name, found]) => [name, withoutTime(name, found)]))
      last = { version, rows }
      return rows
    },
    close: () => database.close(),
  }
}

function withoutTime(table: string, rows: Record<string, unknown>[]): Record<string, unknown>[] {
  if (table === 'events') return rows.filter(({ kind }) => !String(kind).startsWith('key.'))
  if (table === 'id_sequences') return rows.filter(({ name }) => name !== 'key-change')
  if (table === 'channels') return rows.map(({ last_event: _, ...rest }) => rest)
  if (table === 'firings') return rows.map(({ state: _, error: __, changed_at: ___, ...rest }) => rest)
  return rows
}
