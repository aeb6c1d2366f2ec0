import type { Platform } from '../../platforms/contract/platforms.ts'
import { type CommandProperties, commandColumnList } from './contract/command-columns.ts'

/** What people set about a command. Steps are checked where they are saved and where they run, not here. */
type CommandSettings = Omit<CommandProperties, 'actions'> & { readonly actions: unknown }

/** What the runs of a command leave behind. */
interface RunHistory {
  readonly runCount: number
  readonly lastRunAt: number | null
  readonly lastGlobalRunAt: number | null
  /** User id to time, the newest hundred. */
  readonly lastUserRuns: Readonly<Record<string, number>>
}

/** A chat command. Its columns are in `contract/command-columns.ts`. */
export type Command = { readonly id: number } & CommandSettings & RunHistory

export type NewCommand = Pick<Command, 'command'> & Partial<Omit<CommandSettings, 'command'>>

/** A command of which nothing but its name is set. */
export const defaultCommand = Object.fromEntries(
  commandColumnList
    .filter(({ property }) => property !== 'command')
    .map(({ property, schema }) => [property, schema.default]),
) as unknown as Omit<CommandSettings, 'command'>

/** The automation that runs a command at an interval. */
export interface CommandTimer {
  readonly automationId: number
  readonly everyMinutes: number
  readonly minChatLines: number
  readonly lastAt: ReadonlyMap<Platform, number>
}
