import { sql } from '../../kernel/storage/database.ts'
import { type Kept, type KeptContent, keptRowOf, keptTable } from '../change-log/kept-rows.ts'
import type { CueCause, CueState, ShowState, WrittenCue } from './contract/shows.ts'

/** A show as it is stored. */
export interface Show {
  readonly id: number
  readonly name: string
  readonly cues: readonly WrittenCue[]
  readonly changedAt: number
}

interface ShowRow {
  readonly id: number
  readonly name: string
  readonly cues: string
  readonly changed_at: number
}

/** One run of a show. Its fields are named as its columns. */
export interface ShowRun {
  readonly id: number
  readonly show_id: number
  readonly state: ShowState
  readonly current_cue: string | null
  readonly standby_cue: string | null
  readonly standby_place: number
  readonly lead: string
  readonly lead_name: string
  readonly last_go_at: number
  readonly last_seq: number
  readonly follow_of: number | null
  readonly follow_at: number | null
  readonly follow_left: number | null
  readonly armed_at: number | null
  readonly created_at: number
  readonly started_at: number | null
  readonly ended_at: number | null
  readonly plan: string
}

/** One cue of a run; a cue that is run twice has two. */
export interface CueRun {
  readonly seq: number
  readonly number: string
  readonly name: string
  readonly state: CueState
  readonly cause: CueCause
  readonly started_at: number
  readonly steps_at: number | null
  readonly finished_at: number | null
  readonly wait_until: number | null
  readonly wait_left: number | null
  readonly steps_done: number
  readonly steps_total: number
  /** When a step ends that waits, while it does. */
  readonly step_until: number | null
  readonly error: string | null
}

type ShowKey = { channel: number; id: number }
type CueRunKey = { channel: number; run: number; seq: number }

const showColumns = 'id, name, cues, changed_at'
const runColumns = `id, show_id, state, current_cue, standby_cue, standby_place, lead, lead_name, last_go_at, last_seq,
  follow_of, follow_at, follow_left, armed_at, created_at, started_at, ended_at, plan`
const cueRunColumns = `seq, number, name, state, cause, started_at, steps_at, finished_at, wait_until, wait_left,
  steps_done, steps_total, step_until, error`

export const findShow = sql<ShowKey, ShowRow>(
  `SELECT ${showColumns} FROM shows WHERE channel_id = :channel AND id = :id`,
)
export const findShowByName = sql<{ channel: number; key: string }, ShowRow>(
  `SELECT ${showColumns} FROM shows WHERE channel_id = :channel AND name_key = :key ORDER BY changed_at DESC, id DESC LIMIT 1`,
)
/** Without the cues, which may be long. */
export const listShowRows = sql<
  { channel: number; limit: number },
  Pick<ShowRow, 'id' | 'name' | 'changed_at'> & { readonly bytes: number }
>(
  `SELECT id, name, changed_at, octet_length(cues) AS bytes FROM shows WHERE channel_id = :channel
   ORDER BY id LIMIT :limit`,
)
export const countShows = sql<{ channel: number }, { count: number }>(
  'SELECT count(*) AS count FROM shows WHERE channel_id = :channel',
)
export const insertShow = sql<ShowKey & { name: string; key: string; cues: string; now: number }>(
  `INSERT INTO shows (channel_id, id, name, name_key, cues, changed_at) VALUES (:channel, :id, :name, :key, :cues, :now)`,
)
export const updateShow = sql<ShowKey & { name: string; key: string; cues: string; now: number }>(
  `UPDATE shows SET name = :name, name_key = :key, cues = :cues, changed_at = :now
   WHERE channel_id = :channel AND id = :id`,
)
export const deleteShow = sql<ShowKey>('DELETE FROM shows WHERE channel_id = :channel AND id = :id')

export const findRun = sql<ShowKey, ShowRun>(
  `SELECT ${runColumns} FROM show_runs WHERE channel_id = :channel AND id = :id`,
)
export const findNewestRun = sql<{ channel: number; show: number }, ShowRun>(
  `SELECT ${runColumns} FROM show_runs WHERE channel_id = :channel AND show_id = :show ORDER BY id DESC LIMIT 1`,
)
export const listRuns = sql<{ channel: number; show: number; limit: number }, ShowRun>(
  `SELECT ${runColumns} FROM show_runs WHERE channel_id = :channel AND show_id = :show ORDER BY id DESC LIMIT :limit`,
)
/** Runs under way come first, then the one that was used last. */
export const findLastUsed = sql<{ channel: number }, { show_id: number }>(
  `SELECT show_id FROM show_runs WHERE channel_id = :channel
     AND show_id IN (SELECT id FROM shows WHERE channel_id = :channel)
   ORDER BY CASE WHEN state = 'stopped' THEN 1 ELSE 0 END, last_go_at DESC, id DESC LIMIT 1`,
)
export const listOpenRuns = sql<Record<never, never>, { channel_id: number; id: number; state: ShowState }>(
  `SELECT channel_id, id, state FROM show_runs WHERE state IN ('running', 'held') ORDER BY channel_id, id LIMIT 10000`,
)
export const listStates = sql<{ channel: number }, { show_id: number; state: ShowState }>(
  `SELECT show_id, state FROM show_runs WHERE channel_id = :channel AND state <> 'stopped' LIMIT 1000`,
)
export const insertRun = sql<
  ShowKey & { show: number; standby: string | null; place: number; lead: string; leadName: string; now: number }
>(
  `INSERT INTO show_runs (channel_id, id, show_id, state, standby_cue, standby_place, lead, lead_name, last_go_at,
     last_seq, created_at, plan)
   VALUES (:channel, :id, :show, 'standby', :standby, :place, :lead, :leadName, 0, 0, :now, '[]')`,
)
export const updateRun = sql<{
  channel: number
  id: number
  state: string
  current: string | null
  standby: string | null
  place: number
  lead: string
  leadName: string
  lastGoAt: number
  lastSeq: number
  followOf: number | null
  followAt: number | null
  followLeft: number | null
  armedAt: number | null
  startedAt: number | null
  endedAt: number | null
  plan: string
}>(
  `UPDATE show_runs SET state = :state, current_cue = :current, standby_cue = :standby, standby_place = :place,
     lead = :lead, lead_name = :leadName, last_go_at = :lastGoAt, last_seq = :lastSeq, follow_of = :followOf,
     follow_at = :followAt, follow_left = :followLeft, armed_at = :armedAt, started_at = :startedAt,
     ended_at = :endedAt, plan = :plan
   WHERE channel_id = :channel AND id = :id`,
)
/** Of a show that does not exist any more. */
export const closeRun = sql<ShowKey & { now: number }>(
  `UPDATE show_runs SET state = 'stopped', ended_at = :now WHERE channel_id = :channel AND id = :id`,
)
/** Newest first. */
export const listRunIds = sql<{ channel: number; show: number; limit: number }, { id: number }>(
  'SELECT id FROM show_runs WHERE channel_id = :channel AND show_id = :show ORDER BY id DESC LIMIT :limit',
)
export const deleteRunsUpTo = sql<{ channel: number; show: number; last: number }>(
  'DELETE FROM show_runs WHERE channel_id = :channel AND show_id = :show AND id <= :last',
)
export const deleteCueRunsUpTo = sql<{ channel: number; show: number; last: number }>(
  `DELETE FROM show_cue_runs WHERE channel_id = :channel AND run_id IN (
     SELECT id FROM show_runs WHERE channel_id = :channel AND show_id = :show AND id <= :last)`,
)

/** Newest first. */
export const listCueRuns = sql<{ channel: number; run: number; limit: number }, CueRun>(
  `SELECT ${cueRunColumns} FROM show_cue_runs WHERE channel_id = :channel AND run_id = :run
   ORDER BY seq DESC LIMIT :limit`,
)
/** What still waits or runs. */
export const listActiveCueRuns = sql<{ channel: number; run: number; limit: number }, CueRun>(
  `SELECT ${cueRunColumns} FROM show_cue_runs
   WHERE channel_id = :channel AND run_id = :run AND state IN ('pre_wait', 'running', 'post_wait')
   ORDER BY seq LIMIT :limit`,
)
export const findCueRun = sql<CueRunKey, CueRun>(
  `SELECT ${cueRunColumns} FROM show_cue_runs WHERE channel_id = :channel AND run_id = :run AND seq = :seq`,
)
export const insertCueRun = sql<
  CueRunKey & { number: string; name: string; cause: string; now: number; until: number; total: number }
>(
  `INSERT INTO show_cue_runs (channel_id, run_id, seq, number, name, state, cause, started_at, wait_until, steps_done,
     steps_total)
   VALUES (:channel, :run, :seq, :number, :name, 'pre_wait', :cause, :now, :until, 0, :total)`,
)
export const setCueRun = sql<
  CueRunKey & {
    state: string
    stepsAt: number | null
    finishedAt: number | null
    until: number | null
    left: number | null
    error: string | null
  }
>(
  `UPDATE show_cue_runs SET state = :state, steps_at = :stepsAt, finished_at = :finishedAt, wait_until = :until,
     wait_left = :left, error = :error
   WHERE channel_id = :channel AND run_id = :run AND seq = :seq`,
)
export const setStepsDone = sql<CueRunKey & { done: number }>(
  `UPDATE show_cue_runs SET steps_done = :done, step_until = NULL
   WHERE channel_id = :channel AND run_id = :run AND seq = :seq AND state = 'running' AND steps_done < :done`,
)

export const setStepWait = sql<CueRunKey & { done: number; until: number }>(
  `UPDATE show_cue_runs SET steps_done = :done, step_until = :until
   WHERE channel_id = :channel AND run_id = :run AND seq = :seq AND state = 'running'`,
)
/** The rest of its steps waits, for as long as the step that was cut off would have waited. */
export const setWaitingRest = sql<CueRunKey & { done: number; left: number }>(
  `UPDATE show_cue_runs SET state = 'pre_wait', steps_done = :done, step_until = NULL, wait_until = NULL, wait_left = :left
   WHERE channel_id = :channel AND run_id = :run AND seq = :seq AND state = 'running'`,
)

export const keptShow: Kept = {
  kind: 'show',
  tables: [keptTable('shows', 'id', { written: ['id', 'name', 'name_key', 'cues'], history: ['changed_at'] })],
}

/** The show in what the change log has kept. */
export function keptRow(content: KeptContent): ShowRow {
  return keptRowOf(content, 'shows')
}

export function showOf({ id, name, cues, changed_at: changedAt }: ShowRow): Show {
  return { id, name, cues: JSON.parse(cues) as WrittenCue[], changedAt }
}

export const maxCueRuns = 2_000
