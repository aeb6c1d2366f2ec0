import type { Clock } from '../../kernel/ambient.ts'
import { platformTitles } from '../../platforms/contract/platforms.ts'
import type { VariableName } from './contract/variables.ts'
import type { Run } from './run.ts'
import type { Lookup } from './template.ts'

/** The value of a variable in a run. */
export type VariableValue<Services> = (
  run: Run,
  args: readonly string[],
  services: Services,
) => string | Promise<string>

/** The values of these variables. The compiler refuses an object with one missing. */
export type VariableValues<Names extends VariableName, Services> = {
  readonly [N in Names]: VariableValue<Services>
}

/** What the variables of a run itself use. */
export interface RunVariablesServices {
  readonly clock: Clock
  /** A random number from 0 up to 1. */
  readonly chance: () => number
}

function wordAt(place: number): VariableValue<unknown> {
  return ({ words }) => words[place - 1] ?? ''
}

/** What the run itself knows. Capabilities add what they know. */
export const runVariables: VariableValues<
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'
  | '6'
  | '7'
  | '8'
  | '9'
  | 'user'
  | 'userid'
  | 'displayname'
  | 'touser'
  | 'args'
  | 'response'
  | 'channel'
  | 'platform'
  | 'count'
  | 'event'
  | 'random'
  | 'pick'
  | 'time',
  RunVariablesServices
> = {
  1: wordAt(1),
  2: wordAt(2),
  3: wordAt(3),
  4: wordAt(4),
  5: wordAt(5),
  6: wordAt(6),
  7: wordAt(7),
  8: wordAt(8),
  9: wordAt(9),
  user: ({ user }) => user.username,
  userid: ({ user }) => user.id ?? '',
  displayname: ({ user }) => user.displayname,
  touser: ({ words: [first], user }) => (first === undefined ? user.username : first.replace(/^@/, '')),
  args: ({ args }) => args,
  response: ({ response }) => response.text,
  channel: ({ channelName }) => channelName,
  platform: ({ platform }) => platformTitles[platform],
  count: async ({ count }) => String(await count.get()),
  event: () => '',
  random(_run, args, { chance }) {
    const [a, b] = args.map((word) => Math.trunc(Number(word))).filter(Number.isSafeInteger)
    const [from, to] = b === undefined ? [1, a ?? 100] : [a ?? 1, b]
    return String(Math.min(from, to) + Math.floor(chance() * (Math.abs(to - from) + 1)))
  },
  pick: (_run, args, { chance }) => args[Math.floor(chance() * args.length)] ?? '',
  time: ({ caller }, [zone], { clock }) => timeIn(zone ?? caller.channel.timeZone, clock.now()),
}

const eventPrefix = 'event.'

/** Fills variables from these values. */
export function createVariables<Services>(values: VariableValues<VariableName, Services>, services: Services) {
  return (run: Run): Lookup =>
    (name) => {
      if (name.startsWith(eventPrefix)) return () => fieldOf(run.data, name.slice(eventPrefix.length))
      const value = Object.hasOwn(values, name) ? values[name as VariableName] : undefined
      return value && ((args) => value(run, args, services))
    }
}

/** The number that somebody wrote after the variable, within its bounds. */
export function countIn(wanted: string | undefined, fallback: number, max: number): number {
  return Math.min(Math.max(Math.trunc(Number(wanted ?? fallback)) || fallback, 1), max)
}

/** A field of the event's data as text: `amount`, or `options.0.title` inside lists and objects. */
function fieldOf(data: unknown, path: string): string {
  let value = data
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return ''
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** UTC if the time zone does not exist. */
function timeIn(timeZone: string, at: number): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
  } catch {
    return new Date(at).toISOString().slice(11, 16)
  }
}
