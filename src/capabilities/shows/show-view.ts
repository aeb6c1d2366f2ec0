import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Reader } from '../../kernel/storage/database.ts'
import type { Text } from '../../kernel/text/message.ts'
import { readText } from '../../kernel/text/stored-text.ts'
import type { CueState, ShowState, WrittenCue } from './contract/shows.ts'
import { showErrors } from './messages.ts'
import type { PlannedCue } from './plan.ts'
import {
  type CueRun,
  findNewestRun,
  findRun,
  listCueRuns,
  listRuns,
  maxCueRuns,
  type Show,
  type ShowRun,
} from './show-rows.ts'
import { cueOnStandby } from './show-runs.ts'

/** A cue as operators see it: as it is written, with what became of it in the run under way. */
export interface CueView {
  readonly cue: WrittenCue
  readonly state: CueState
  readonly plannedAt: number | null
  readonly startedAt: number | null
  readonly finishedAt: number | null
  /** What is left of the wait it is in. */
  readonly waitLeftMs: number | null
  readonly stepsDone: number
  readonly error: Text | null
}

export interface ShowView {
  readonly show: Show
  readonly state: ShowState
  readonly runId: number | null
  readonly lead: { readonly id: string; readonly name: string } | null
  readonly startedAt: number | null
  /** The number of the cue that started last. */
  readonly current: string | null
  /** The number of the cue that the next Go starts. */
  readonly next: string | null
  /** How long until the next cue follows by itself. */
  readonly followsInMs: number | null
  readonly now: number
  readonly cues: readonly CueView[]
}

export interface ReportedCue {
  readonly number: string
  readonly name: string
  readonly state: CueState
  readonly plannedAt: number | null
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly error: Text | null
}

export interface ShowReport {
  readonly show: Show
  readonly run: ShowRun
  readonly cues: readonly ReportedCue[]
  /** Every run that is kept, newest first. */
  readonly runs: readonly ShowRun[]
}

const maxListedRuns = 50

export type ShowViews = ReturnType<typeof createShowViews>

/** What operators and reports show of a run. */
export function createShowViews({ clock }: { clock: Clock }) {
  return {
    async read(reader: Reader, channel: number, show: Show): Promise<ShowView> {
      const newest = await reader.get(findNewestRun, { channel, show: show.id })
      const run = newest === undefined || newest.state === 'stopped' ? undefined : newest
      const now = clock.now()
      const cueRuns = run === undefined ? [] : await cueRunsOf(reader, channel, run)
      const planned = new Map(planOf(run).map(({ number, plannedAt }) => [number, plannedAt]))
      const last = new Map(cueRuns.map((cueRun) => [cueRun.number, cueRun]))
      const { follow_at: followAt = null, follow_left: followLeft = null } = run ?? {}
      return {
        show,
        state: run?.state ?? 'stopped',
        runId: run?.id ?? null,
        lead: run === undefined ? null : { id: run.lead, name: run.lead_name },
        startedAt: run?.started_at ?? null,
        current: run?.current_cue ?? null,
        next: (run === undefined ? show.cues[0] : cueOnStandby(show, run))?.number ?? null,
        followsInMs: followAt === null ? followLeft : Math.max(0, followAt - now),
        now,
        cues: show.cues.map((cue) => viewOf(cue, last.get(cue.number), planned.get(cue.number) ?? null, now)),
      }
    },

    /** Planned and real times of a run; of the newest one if none is named. */
    async report(reader: Reader, channel: number, show: Show, runId: number | undefined): Promise<ShowReport> {
      const runs = (await reader.all(listRuns, { channel, show: show.id, limit: maxListedRuns })).filter(
        ({ started_at }) => started_at !== null,
      )
      const wanted = runId === undefined ? runs[0] : await reader.get(findRun, { channel, id: runId })
      if (wanted === undefined || wanted.show_id !== show.id) {
        throw new Failure('report_not_found', { message: showErrors.reportNotFound.of({ show: show.name }) })
      }
      return { show, run: wanted, runs, cues: reported(planOf(wanted), await cueRunsOf(reader, channel, wanted)) }
    },
  }
}

/** Oldest first. */
async function cueRunsOf(reader: Reader, channel: number, { id }: ShowRun): Promise<CueRun[]> {
  return (await reader.all(listCueRuns, { channel, run: id, limit: maxCueRuns })).reverse()
}

function errorOf(run: CueRun | undefined): Text | null {
  return run === undefined || run.error === null ? null : readText(run.error)
}

function planOf(run: ShowRun | undefined): readonly PlannedCue[] {
  return run === undefined ? [] : (JSON.parse(run.plan) as PlannedCue[])
}

function viewOf(cue: WrittenCue, run: CueRun | undefined, plannedAt: number | null, now: number): CueView {
  const until = run?.wait_until ?? null
  return {
    cue,
    state: run?.state ?? 'pending',
    plannedAt,
    startedAt: run?.started_at ?? null,
    finishedAt: run?.finished_at ?? null,
    waitLeftMs: until === null ? (run?.wait_left ?? null) : Math.max(0, until - now),
    stepsDone: run?.steps_done ?? 0,
    error: errorOf(run),
  }
}

/** Every cue of the plan with its first run; further runs, and cues that were added meanwhile, in the order of time. */
function reported(plan: readonly PlannedCue[], cueRuns: readonly CueRun[]): ReportedCue[] {
  const first = new Map<string, CueRun>()
  for (const cueRun of cueRuns) if (!first.has(cueRun.number)) first.set(cueRun.number, cueRun)
  const planned = plan.map(({ number, name, plannedAt }) => entryOf(first.get(number), { number, name, plannedAt }))
  const numbers = new Set(plan.map(({ number }) => number))
  const others = cueRuns.filter((cueRun) => first.get(cueRun.number) !== cueRun || !numbers.has(cueRun.number))
  return [...planned, ...others.map((cueRun) => entryOf(cueRun, { ...cueRun, plannedAt: null }))]
}

function entryOf(run: CueRun | undefined, planned: PlannedCue): ReportedCue {
  const { number, name, plannedAt } = planned
  return {
    number,
    name,
    plannedAt,
    state: run?.state ?? 'pending',
    startedAt: run?.started_at ?? null,
    finishedAt: run?.finished_at ?? null,
    error: errorOf(run),
  }
}
