import { flag } from '../../../definitions/fields.ts'
import { model } from '../../../kernel/schema/model.ts'
import { mapOf } from '../../../kernel/schema/open-schema.ts'
import { dateTime, integer, nullable, object, type Static, text } from '../../../kernel/schema/schema.ts'
import type { Platform } from '../../../platforms/contract/platforms.ts'
import type { Command, CommandTimer } from '../command.ts'
import { commandColumnList, type PublishedSchemas } from '../contract/command-columns.ts'

const time = nullable(dateTime({ description: 'When; null if never.' }))

const publishedColumns = commandColumnList
  .filter(({ published }) => published !== undefined)
  .map(({ sqlName, ...column }) => ({ ...column, name: sqlName ?? column.field }))

const shown = {
  id: integer(),
  ...inOrder(
    Object.fromEntries(publishedColumns.map(({ name, published }) => [name, published])) as unknown as PublishedSchemas,
    {
      platforms: {
        platform_alpha: flag('1 when it works on PlatformA.'),
        platform_beta: flag('1 when it works on PlatformB.'),
        platform_tiktok_flag: flag('1 when it works on PlatformD.'),
        platform_video_flag: flag('1 when it works on PlatformC.'),
      },
      timer: {
        auto_message_interval_minutes: integer({ description: '0 when no automation runs it at an interval.' }),
        auto_message_min_chat_count: integer({ description: 'Chat messages before the next automatic one.' }),
        last_run_at: time,
        last_global_run_at: time,
        last_user_run_data: mapOf(text(), { description: 'User id to the time of the last run, the newest hundred.' }),
      },
      blocked_game_ids: { last_auto_message_alpha_at: time, last_auto_message_beta_at: time },
    },
  ),
}

const shownObject = object(shown)
const shownNames = Object.keys(shown) as (keyof typeof shown)[]

export const commandRecord = model(
  'Command',
  object({
    ...shown,
    raw: object(
      {
        ...shown,
        api_enabled: flag('1 when a key may run it.'),
        run_count: integer({ description: 'The total number of runs.' }),
      },
      { description: 'The record as it is stored.' },
    ),
  }),
)

/** `timer`: the automation that runs it at an interval. */
export function recordOf(command: Command, timer?: CommandTimer): Static<typeof commandRecord> {
  const lastUserRuns: Record<string, string> = {}
  for (const [userId, at] of Object.entries(command.lastUserRuns)) lastUserRuns[userId] = new Date(at).toISOString()
  const others = {
    id: command.id,
    platform_alpha: worksOn(command, 'kick'),
    platform_beta: worksOn(command, 'twitch'),
    platform_tiktok_flag: worksOn(command, 'tiktok'),
    platform_video_flag: worksOn(command, 'youtube'),
    auto_message_interval_minutes: timer?.everyMinutes ?? 0,
    auto_message_min_chat_count: timer?.minChatLines ?? 0,
    last_run_at: timeOf(command.lastRunAt),
    last_global_run_at: timeOf(command.lastGlobalRunAt),
    last_user_run_data: lastUserRuns,
    last_auto_message_alpha_at: timeOf(timer?.lastAt.get('kick') ?? null),
    last_auto_message_beta_at: timeOf(timer?.lastAt.get('twitch') ?? null),
  } satisfies Omit<Static<typeof shownObject>, keyof PublishedSchemas>
  const fields = inShownOrder({ ...others, ...publishedValues(command) })
  return { ...fields, raw: { ...fields, api_enabled: flagOf(command.apiEnabled), run_count: command.runCount } }
}

function publishedValues(command: Command) {
  const values = command as unknown as Readonly<Record<string, unknown>>
  const published: Record<string, unknown> = {}
  for (const { name, property, stored } of publishedColumns) {
    const value = values[property]
    published[name] = stored === 'flag' ? flagOf(value === true) : value
  }
  return published as { readonly [F in keyof PublishedSchemas]: Static<PublishedSchemas[F]> }
}

function inShownOrder<F extends Static<typeof shownObject>>(fields: F): F {
  const ordered: Record<string, unknown> = {}
  for (const name of shownNames) ordered[name] = fields[name]
  return ordered as F
}

/** The schemas in the order of the contract: fields that are not columns of their own follow the platforms and the last column. */
function inOrder<C extends object, P extends object, R extends object, A extends object>(
  columns: C,
  others: { readonly platforms: P; readonly timer: R; readonly blocked_game_ids: A },
): C & P & R & A {
  const byName = new Map<string, unknown>(Object.entries(columns))
  const following: Readonly<Record<string, object>> = { ...others, platforms: { ...others.platforms, ...others.timer } }
  const entries = commandColumnList.flatMap(({ field, sqlName = field }) => [
    ...(byName.has(sqlName) ? [[sqlName, byName.get(sqlName)]] : []),
    ...Object.entries(following[field] ?? {}),
  ])
  return Object.fromEntries(entries)
}

export function flagOf(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

function worksOn(command: Command, platform: Platform): 0 | 1 {
  return flagOf(command.platforms.includes(platform))
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
