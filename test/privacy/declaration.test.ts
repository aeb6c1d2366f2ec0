import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import type { Schema } from '../../src/kernel/schema/schema.ts'
import { migrate } from '../../src/kernel/storage/migrate.ts'
import { listTables } from '../../src/kernel/storage/moving/tables.ts'
import {
  impersonalFields,
  type PersonalTable,
  personalFields,
  personalTables,
  tablesWithoutViewers,
} from '../../src/kernel/storage/personal-data.ts'
import { eventDefinitions } from '../../src/registry/events.ts'

const declared: Readonly<Record<string, PersonalTable>> = personalTables

/** Columns with such names tell who somebody is, or what somebody wrote. */
const speaking =
  /viewer|user|person|displayname|name_key|moderator|occasion|answer|^data$|^text$|^message$|^reason$|external_id/

/** Columns that only sound personal. */
const notPersonal = new Set([
  'viewers.id',
  'commands.message',
  'commands.cooldown_user_seconds',
  'watch_minutes.viewers',
  'ranking_blocks.viewers',
  'sandbox_streams.viewer_count',
  'platform_tokens.reauth_reason',
])

describe('the declaration of personal data', () => {
  const database = new DatabaseSync(':memory:')
  before(() => migrate(database))
  after(() => database.close())

  it('has every table of the schema, and none that does not exist', () => {
    const tables = listTables(database).map(({ name }) => name)
    const known = [...Object.keys(declared), ...Object.keys(tablesWithoutViewers)]
    assert.deepEqual(known.toSorted(), tables.toSorted())
  })

  it('names every column that holds or leads to a person', () => {
    const missing = listTables(database).flatMap(({ name: table, columns }) => {
      if (Object.hasOwn(tablesWithoutViewers, table)) return []
      const personal = declared[table]?.personal ?? []
      for (const column of personal) assert.ok(columns.includes(column), `${table} has no column ${column}`)
      return columns
        .filter((column) => speaking.test(column) && !personal.includes(column))
        .map((column) => `${table}.${column}`)
        .filter((column) => !notPersonal.has(column))
    })
    assert.deepEqual(missing, [])
  })

  it('lets no table without viewers have the id or the name of one', () => {
    const suspicious = listTables(database)
      .filter(({ name }) => Object.hasOwn(tablesWithoutViewers, name))
      .flatMap(({ name, columns }) =>
        columns.filter((column) => /^viewer_id$|platform_user_id/.test(column)).map((column) => `${name}.${column}`),
      )
    assert.deepEqual(suspicious, [])
  })

  it('says of every text of every event whether it is about a person', () => {
    const known = new Set<string>([...Object.values(personalFields).flat(), ...impersonalFields])
    const unknown = eventDefinitions.flatMap(({ kind, data }) =>
      textsIn(data)
        .filter((field) => !known.has(field))
        .map((field) => `${kind}: ${field}`),
    )
    assert.deepEqual(unknown, [])
  })
})

/** The names of all fields with text, inner ones included. */
function textsIn(schema: Schema<unknown>): string[] {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, Schema<unknown>>> }
  return Object.entries(properties).flatMap(([name, field]) => {
    const { type, items } = field as { type?: string | readonly string[]; items?: Schema<unknown> }
    const isText = type === 'string' || (Array.isArray(type) && type.includes('string'))
    const isListOfText = (items as { type?: string } | undefined)?.type === 'string'
    return [
      ...(isText || isListOfText ? [name] : []),
      ...textsIn(field),
      ...(items === undefined ? [] : textsIn(items)),
    ]
  })
}
