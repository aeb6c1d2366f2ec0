import { union } from '../../../kernel/schema/open-schema.ts'
import {
  anyObject,
  integer,
  list,
  number,
  object,
  optional,
  type SentBy,
  type Static,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'

export const maxShows = 200
export const maxCues = 300
export const maxCueSteps = 30
const maxWaitSeconds = 3600
const daySeconds = 86_400

/** A second Go within this time counts as the same one: a button that bounces, a finger that presses twice. */
export const doubleGoMs = 300

/** A clock time further ahead of the start of the show than this has passed already. */
export const maxClockAheadMs = 12 * 3_600_000

/** `standby`: ready, no cue has started. `stopped`: not running. */
export const showStates = ['standby', 'running', 'held', 'stopped'] as const
export type ShowState = (typeof showStates)[number]

/** `stopped`: ended by Stop. `interrupted`: the server ended while its steps ran; they are not repeated. */
export const cueStates = [
  'pending',
  'pre_wait',
  'running',
  'post_wait',
  'finished',
  'failed',
  'stopped',
  'interrupted',
] as const
export type CueState = (typeof cueStates)[number]

/** What made a cue start. */
export const cueCauses = ['go', 'jump', 'follow', 'clock'] as const
export type CueCause = (typeof cueCauses)[number]

export const cueStart = union(
  [
    text(),
    object({
      after: optional(number({ min: 0, max: daySeconds })),
      at: optional(text()),
    }),
  ],
  {
    description:
      '"go": on Go. {"after": seconds}: by itself, so many seconds after the cue before it has finished. {"at": "20:30"}: at this time of day in the time zone of the channel.',
  },
)

const wait = (description: string) => withDefault(number({ min: 0, max: maxWaitSeconds, description }), 0)

export const cueNumber = text({ max: 10, cleaning: 'line', description: 'The number of the cue, such as 7 or 7.5.' })

/** A cue as it stands in the file of a show. */
export const cueFields = {
  number: cueNumber,
  name: text({ max: 100, cleaning: 'line' }),
  notes: withDefault(text({ max: 2000, description: 'What the operator reads.' }), ''),
  start: withDefault(cueStart, 'go'),
  pre_wait: wait('The seconds between the start and the first step.'),
  post_wait: wait('The seconds between the last step and the end of the cue.'),
  planned_seconds: optional(
    integer({ min: 0, max: daySeconds, description: 'How long this part of the show is planned to take.' }),
  ),
  steps: withDefault(list(anyObject(), { max: maxCueSteps, description: 'The same steps as those of a command.' }), []),
}

export const showVersion = withDefault(integer({ min: 1, max: 1, description: 'The version of the format.' }), 1)
export const showName = text({ max: 100, cleaning: 'line' })

/** The file of a show, and what `save-show` takes. */
export const showFields = {
  version: showVersion,
  name: showName,
  cues: list(object(cueFields), { description: `In the order of the show; at most ${maxCues}.` }),
}
const showFile = object(showFields)
const cueFile = object(cueFields)

export type WrittenShow = Static<typeof showFile>
export type WrittenCue = WrittenShow['cues'][number]
/** A cue as it may be sent: what has a default may be left out. */
export type SentCue = SentBy<typeof cueFile>

export type CueStart = 'go' | { readonly after: number } | { readonly at: string }

/** Undefined where it is not one of the three. */
export function readCueStart(start: WrittenCue['start']): CueStart | undefined {
  if (start === 'go') return 'go'
  if (typeof start !== 'object') return undefined
  const { after, at } = start
  if (after !== undefined && at === undefined) return { after }
  if (after === undefined && at !== undefined && /^([01]?\d|2[0-3]):[0-5]\d$/.test(at)) return { at }
  return undefined
}

/** The least time a cue takes: its waits, and those between its steps. */
export function shortestSeconds({ pre_wait, post_wait, steps }: WrittenCue): number {
  const inSteps = steps.reduce((sum, step) => {
    const delay = typeof step.delay === 'number' ? step.delay : 0
    const waits = step.type === 'wait' && typeof step.seconds === 'number' ? step.seconds : 0
    return sum + delay + waits
  }, 0)
  return pre_wait + inSteps + post_wait
}
