import type { Bus } from '../../kernel/bus/bus.ts'
import type { Reader, Writer } from '../../kernel/storage/database.ts'
import {
  type CueRun,
  listActiveCueRuns,
  listCueRuns,
  maxCueRuns,
  type Show,
  type ShowRun,
  setCueRun,
  updateRun,
} from './show-rows.ts'
import type { ShowCause } from './shows.ts'

/** What a change of a run is made of: the run, its show, who caused it and when. */
export interface RunChange {
  readonly tx: Writer
  readonly cause: ShowCause
  readonly show: Show
  /** As it is now; every change replaces it. Stored by `store`. */
  run: ShowRun
  readonly now: number
}

/** The rows of a run and of its cues. */
export function createRunRecords(bus: Bus) {
  async function store({ tx, cause, show, run }: RunChange): Promise<void> {
    await tx.run(updateRun, {
      channel: cause.channel.id,
      id: run.id,
      state: run.state,
      current: run.current_cue,
      standby: run.standby_cue,
      place: run.standby_place,
      lead: run.lead,
      leadName: run.lead_name,
      lastGoAt: run.last_go_at,
      lastSeq: run.last_seq,
      followOf: run.follow_of,
      followAt: run.follow_at,
      followLeft: run.follow_left,
      armedAt: run.armed_at,
      startedAt: run.started_at,
      endedAt: run.ended_at,
      plan: run.plan,
    })
    const { id: channelId, ownerId } = cause.channel
    tx.onCommit(() => bus.publish('show-changed', { channelId, ownerId, showId: show.id, runId: run.id }))
  }

  function setState({ tx, cause, run }: RunChange, cue: CueRun, changes: Partial<CueRun>): Promise<number> {
    const { seq, state, steps_at, finished_at, wait_until, wait_left, error } = { ...cue, ...changes }
    return tx.run(setCueRun, {
      channel: cause.channel.id,
      run: run.id,
      seq,
      state,
      stepsAt: steps_at,
      finishedAt: finished_at,
      until: wait_until,
      left: wait_left,
      error,
    })
  }

  function active({ tx, cause, run }: RunChange): Promise<CueRun[]> {
    return tx.all(listActiveCueRuns, { channel: cause.channel.id, run: run.id, limit: maxCueRuns })
  }

  /** The numbers of the cues that have run already. */
  async function numbersRun(reader: Reader, channel: number, run: number): Promise<ReadonlySet<string>> {
    const rows = await reader.all(listCueRuns, { channel, run, limit: maxCueRuns })
    return new Set(rows.map(({ number }) => number))
  }

  return { store, setState, active, numbersRun }
}
