import { nextClockTime } from './clock-time.ts'
import { readCueStart, shortestSeconds, type WrittenCue } from './contract/shows.ts'

/** When a cue was planned to start, as known at the start of the show. Null where that depends on the operator alone. */
export interface PlannedCue {
  readonly number: string
  readonly name: string
  readonly plannedAt: number | null
}

/**
 * The planned times of a show whose cue `first` starts at `startedAt`. A cue that starts on Go is planned where the cue
 * before it says how long it is planned to take. Cues before the first one are not planned.
 */
export function planCues(
  cues: readonly WrittenCue[],
  first: string,
  startedAt: number,
  timeZone: string,
): PlannedCue[] {
  const from = cues.findIndex(({ number }) => number === first)
  let before: { readonly at: number; readonly cue: WrittenCue } | undefined
  return cues.map((cue, index) => {
    const plannedAt = index < from ? null : index === from ? startedAt : plannedAfter(before, cue, startedAt, timeZone)
    before = plannedAt === null ? undefined : { at: plannedAt, cue }
    return { number: cue.number, name: cue.name, plannedAt }
  })
}

function plannedAfter(
  before: { readonly at: number; readonly cue: WrittenCue } | undefined,
  cue: WrittenCue,
  startedAt: number,
  timeZone: string,
): number | null {
  const start = readCueStart(cue.start)
  if (typeof start === 'object' && 'at' in start) return nextClockTime(start.at, timeZone, before?.at ?? startedAt)
  if (before === undefined) return null
  const { planned_seconds: planned } = before.cue
  if (typeof start === 'object') return before.at + ((planned ?? shortestSeconds(before.cue)) + start.after) * 1000
  return planned === undefined ? null : before.at + planned * 1000
}
