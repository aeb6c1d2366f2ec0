import { flag, maxAmount, maxNameLength } from '../../../definitions/fields.ts'
import { anyValue } from '../../../kernel/schema/open-schema.ts'
import {
  anyObject,
  boolean,
  integer,
  list,
  oneOf,
  type Schema,
  type Static,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'
import { platforms } from '../../../platforms/contract/platforms.ts'

/** A week. */
export const maxCooldownSeconds = 7 * 24 * 60 * 60

interface CommandColumn<Property extends string = string, S extends Schema = Schema, P = Schema | undefined> {
  /** The name in the code. */
  readonly property: Property
  /** What the form, import and export accept, with the default. */
  readonly schema: S
  /** How the database stores it. A column for each platform has its flag. */
  readonly stored: 'value' | 'flag' | 'json' | 'platform flags'
  /** The name of the database column, where the field of the form has another. */
  readonly sqlName?: string
  /** How the API shows it in the record of a command. */
  readonly published: P
}

function column<const Property extends string, S extends Schema, P extends Schema | undefined = undefined>(
  property: Property,
  definition: {
    readonly schema: S
    readonly stored: CommandColumn['stored']
    readonly sqlName?: string
    readonly published?: P
  },
): CommandColumn<Property, S, P> {
  return { property, ...definition, published: definition.published as P }
}

function amount(max: number) {
  return withDefault(integer({ min: 0, max }), 0)
}

const name = text({ min: 1, max: maxNameLength, cleaning: 'line' })
const roles = list(name, { max: 50 })
const categories = list(integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { max: 100 })

/**
 * What a person can set about a command, by the name of the field in the form, in exported files and in the database.
 * The row mapping, the published record, the form, import and export follow from it.
 */
export const commandColumns = {
  command: column('command', {
    schema: text({ min: 1, max: maxNameLength, cleaning: 'line', description: 'The word it answers to.' }),
    stored: 'value',
    published: text({ description: 'The primary name.' }),
  }),
  aliases: column('aliases', {
    schema: withDefault(list(name, { max: 50 }), []),
    stored: 'json',
    published: list(text(), { description: 'Other names that run it.' }),
  }),
  active: column('active', {
    schema: withDefault(boolean(), true),
    stored: 'flag',
    published: flag('1 when it is switched on.'),
  }),
  show_in_list: column('showInList', {
    schema: withDefault(boolean(), true),
    stored: 'flag',
    published: flag('1 when it stands in the public command list.'),
  }),
  // A command can do whatever its steps do, so this is the one switch that a key needs.
  api_enabled: column('apiEnabled', {
    schema: withDefault(boolean({ description: 'Whether a key may run it.' }), true),
    stored: 'flag',
  }),
  discord_enabled: column('discordEnabled', {
    schema: withDefault(boolean({ description: 'Whether it is a slash command on Discord too.' }), false),
    stored: 'flag',
  }),
  cooldown_global_seconds: column('cooldownGlobalSeconds', {
    schema: amount(maxCooldownSeconds),
    stored: 'value',
    published: integer(),
  }),
  cooldown_user_seconds: column('cooldownUserSeconds', {
    schema: amount(maxCooldownSeconds),
    stored: 'value',
    published: integer(),
  }),
  message: column('message', {
    schema: withDefault(text({ max: 1500, cleaning: 'line', description: 'The reply, with its variables.' }), ''),
    stored: 'value',
    published: text({ description: 'The reply, with its variables as written.' }),
  }),
  permissions: column('permissions', {
    schema: withDefault(roles, ['everyone']),
    stored: 'json',
    published: list(text(), { description: 'Roles that may run it.' }),
  }),
  denied_permissions: column('deniedPermissions', {
    schema: withDefault(roles, []),
    stored: 'json',
    published: list(text(), { description: 'Roles that may not; they win.' }),
  }),
  actions: column('actions', {
    schema: withDefault(anyObject({ description: '{"version": 1, "steps": [...]}' }), { version: 1, steps: [] }),
    stored: 'json',
    sqlName: 'action_json',
    published: anyValue({ description: 'What it does beside replying: {"version": 1, "steps": [...]}.' }),
  }),
  platforms: column('platforms', {
    schema: withDefault(list(oneOf(platforms), { max: platforms.length }), platforms),
    stored: 'platform flags',
  }),
  points_cost: column('pointsCost', { schema: amount(maxAmount), stored: 'value', published: integer() }),
  coin_cost: column('coinCost', { schema: amount(maxAmount), stored: 'value', published: integer() }),
  delete_cost: column('deleteCost', {
    schema: amount(maxAmount),
    stored: 'value',
    published: integer({ description: 'Points on top when a step deletes a message.' }),
  }),
  only_game_ids: column('onlyGameIds', {
    schema: withDefault(categories, []),
    stored: 'json',
    published: list(integer(), { description: 'Category ids it works in; all when empty.' }),
  }),
  blocked_game_ids: column('blockedGameIds', {
    schema: withDefault(categories, []),
    stored: 'json',
    published: list(integer(), { description: 'Category ids it does not work in.' }),
  }),
} as const

type Columns = typeof commandColumns
export type CommandField = keyof Columns

/** The schemas of the form, by field. */
export type CommandFieldSchemas = { readonly [F in CommandField]: Columns[F]['schema'] }
/** The values in the code, by property. */
export type CommandProperties = { readonly [F in CommandField as Columns[F]['property']]: Static<Columns[F]['schema']> }
/** The schemas of the published record, by field. */
export type PublishedSchemas = {
  readonly [F in CommandField as Columns[F]['published'] extends Schema
    ? F extends 'actions'
      ? 'action_json'
      : F
    : never]: Columns[F]['published'] extends Schema ? Columns[F]['published'] : never
}

/** The same list to walk through. */
export const commandColumnList: readonly (CommandColumn & { readonly field: CommandField })[] = Object.entries(
  commandColumns,
).map(([field, definition]) => ({ field: field as CommandField, ...definition }))

export const commandFieldSchemas = Object.fromEntries(
  commandColumnList.map(({ field, schema }) => [field, schema]),
) as unknown as CommandFieldSchemas
