import type { Operation } from '../../src/operation.ts'
import type { TestApp } from '../create-test-app.ts'
import { readDatabase } from '../read-database.ts'
import type { TestAnswer } from '../test-answer.ts'

/** Calls as often as needed: a key that has used up its minute makes place for the next. */
export function createCaller(testApp: TestApp, { name, ratePerMinute }: Operation) {
  const onTheWire = testApp.app.names.operation(name)
  let left = 0
  let current: { id: string; key: string } | undefined
  return async (body: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> => {
    if (left === 0) {
      if (current !== undefined) await testApp.ctx.keys.revoke(testApp.cause, current.id)
      current = await testApp.makeKey()
      left = ratePerMinute
    }
    left--
    return testApp.call(onTheWire, body, { status: 'any', key: current?.key ?? '', headers })
  }
}

export type Observer = Awaited<ReturnType<typeof createObserver>>

/** Reads the database from outside, as it stands on the disk. */
export async function createObserver(testApp: TestApp) {
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
