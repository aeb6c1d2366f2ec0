import { sql, type Value } from '../../kernel/storage/database.ts'
import { platforms } from '../../platforms/contract/platforms.ts'
import { type Kept, type KeptContent, keptRowOf, keptTable } from '../change-log/kept-rows.ts'
import { type Command, defaultCommand, type NewCommand } from './command.ts'
import { commandColumnList } from './contract/command-columns.ts'

type CommandRow = { readonly id: number } & Readonly<Record<string, string | number | null>>

/** The columns with one value each; the platforms have a column for each of them. */
const singleColumns = commandColumnList.flatMap(({ field, property, stored, sqlName = field }) =>
  stored === 'platform flags' ? [] : [{ property, stored, sqlName }],
)

/** Each column of the database with the parameter that fills it. */
const parameters: readonly (readonly [column: string, parameter: string])[] = [
  ...singleColumns.map(({ sqlName, property }) => [sqlName, property] as const),
  ...platforms.map((platform) => [`on_${platform}`, platform] as const),
]
const settings = ['id', ...parameters.map(([column]) => column)]
const settingColumns = settings.join(', ')
const history = ['run_count', 'last_run_at', 'last_global_run_at', 'last_user_runs']
const historyColumns = history.join(', ')

export const findById = sql<{ channel: number; id: number }, CommandRow>(
  `SELECT ${settingColumns}, ${historyColumns} FROM commands WHERE channel_id = :channel AND id = :id`,
)
export const listPage = sql<{ channel: number; after: number; limit: number; offset: number }, CommandRow>(
  `SELECT ${settingColumns}, ${historyColumns} FROM commands WHERE channel_id = :channel AND id > :after
   ORDER BY id LIMIT :limit OFFSET :offset`,
)
export const updateCommand = sql<Readonly<Record<string, Value>>>(
  `UPDATE commands SET ${parameters.map(([column, parameter]) => `${column} = :${parameter}`).join(', ')}
   WHERE channel_id = :channel AND id = :id`,
)
export const insertCommand = sql<Readonly<Record<string, Value>>>(
  `INSERT INTO commands (channel_id, ${settingColumns})
   VALUES (:channel, :id, ${parameters.map(([, parameter]) => `:${parameter}`).join(', ')})`,
)

export const keptCommand: Kept = {
  kind: 'command',
  tables: [
    keptTable('commands', 'id', { written: settings, history }),
    keptTable('command_words', 'command_id', { written: ['word_key', 'command_id'] }),
  ],
}

export function insertParams(channelId: number, id: number, command: NewCommand): Readonly<Record<string, Value>> {
  const values: Readonly<Record<string, unknown>> = { ...defaultCommand, ...command }
  const { platforms: on = defaultCommand.platforms } = command
  const flags = platforms.map((platform) => [platform, on.includes(platform) ? 1 : 0])
  const entries = singleColumns.map(({ property, stored }) => [property, toStored[stored](values[property])])
  return { channel: channelId, id, ...Object.fromEntries([...entries, ...flags]) }
}

/** The types of the columns are those of the schemas that were checked before the row was written. */
export function asCommand(row: CommandRow): Command {
  const command: Record<string, unknown> = {}
  for (const { property, stored, sqlName } of singleColumns) command[property] = fromStored[stored](row[sqlName])
  command.platforms = platforms.filter((platform) => row[`on_${platform}`] === 1)
  command.id = row.id
  command.runCount = row.run_count
  command.lastRunAt = row.last_run_at
  command.lastGlobalRunAt = row.last_global_run_at
  command.lastUserRuns = JSON.parse(String(row.last_user_runs))
  return command as unknown as Command
}

/** The command in what the change log has kept; a version has no runs. */
export function keptRow(content: KeptContent): Command {
  return asCommand({ last_user_runs: '{}', ...keptRowOf<CommandRow>(content, 'commands') })
}

const toStored = {
  value: (value: unknown) => value as Value,
  flag: (value: unknown) => (value === true ? 1 : 0),
  json: (value: unknown) => JSON.stringify(value),
}

const fromStored = {
  value: (value: unknown) => value,
  flag: (value: unknown) => value === 1,
  json: (value: unknown): unknown => JSON.parse(String(value)),
}
