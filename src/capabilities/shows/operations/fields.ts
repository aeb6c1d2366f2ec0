import type { Caller } from '../../../kernel/operation/caller.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import type { FailureCode } from '../../../kernel/operation/contract/failures.ts'
import type { Unwritten } from '../../../kernel/operation/operation.ts'
import { model } from '../../../kernel/schema/model.ts'
import { union } from '../../../kernel/schema/open-schema.ts'
import {
  boolean,
  dateTime,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Static,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'
import type { Reader, Writer } from '../../../kernel/storage/database.ts'
import { cueNumber, cueStart, cueStates, showStates } from '../contract/shows.ts'
import type { Show } from '../show-rows.ts'
import type { CueView, ShowView } from '../show-view.ts'

/** The parameters and records that the operations on shows share. */

export const showReference = {
  show: optional(
    union([number({ min: 1, max: Number.MAX_SAFE_INTEGER }), text({ max: 100, cleaning: 'line' })], {
      description:
        'The show by its id or its name. Left out: the show that runs, or that was run last, or the only one.',
    }),
  ),
}

export const takeLead = {
  take_lead: withDefault(
    boolean({ description: 'Takes the lead first, if another operator has it. Without it the call is refused then.' }),
    false,
  ),
}

export const cueReference = { number: cueNumber }

const time = (description: string) => nullable(dateTime({ description }))

const cueRecord = model(
  'Cue',
  object({
    number: text(),
    name: text(),
    notes: text(),
    start: cueStart,
    pre_wait: number(),
    post_wait: number(),
    planned_seconds: nullable(integer()),
    state: oneOf(cueStates, { description: 'What became of it in the show under way; pending if it has not started.' }),
    planned_at: time('When it is planned to start, as far as that is known.'),
    started_at: time('When it started.'),
    finished_at: time('When it finished.'),
    seconds_left: nullable(number({ description: 'What is left of its pre-wait or post-wait.' })),
    steps_done: integer(),
    steps_total: integer(),
    error: nullable(text({ description: 'Why a step failed.' })),
  }),
)

export const cueListOutput = object({
  show: text({ description: 'The name of the show.' }),
  show_id: integer(),
  state: oneOf(showStates, { description: 'standby: ready, no cue has started. stopped: not running.' }),
  lead: nullable(text({ description: 'The name of the operator who has the lead.' })),
  current: nullable(text({ description: 'The number of the cue that started last.' })),
  next: nullable(text({ description: 'The number of the cue on standby, which the next Go starts.' })),
  follows_in_seconds: nullable(number({ description: 'When the next cue follows by itself.' })),
  started_at: time('When the show started.'),
  cues: list(cueRecord),
})

export const cueFailures = [
  'show_not_found',
  'cue_not_found',
  'lead_required',
] as const satisfies readonly FailureCode[]

export async function readCueList(ctx: Context, reader: Reader, caller: Caller, show: Show) {
  return toCueList(await ctx.showViews.read(reader, caller.channel.id, show))
}

/** Resolves the show, acts on it and answers with its cues, all in one transaction. */
export async function actOnShow(
  { ctx, tx, caller, show: reference }: { ctx: Context; tx: Writer; caller: Caller; show: string | number | undefined },
  act: (show: Show) => Promise<void>,
): Promise<Unwritten<Static<typeof cueListOutput>>> {
  const show = await ctx.shows.resolve(tx, caller.channel.id, reference)
  await act(show)
  return readCueList(ctx, tx, caller, show)
}

function toCueList(view: ShowView): Unwritten<Static<typeof cueListOutput>> {
  const { show, state, lead, current, next, followsInMs, startedAt, cues } = view
  return {
    show: show.name,
    show_id: show.id,
    state,
    lead: lead?.name ?? null,
    current,
    next,
    follows_in_seconds: secondsOf(followsInMs),
    started_at: isoOf(startedAt),
    cues: cues.map(toCueRecord),
  }
}

function toCueRecord({ cue, ...view }: CueView): Unwritten<Static<typeof cueRecord>> {
  const { number, name, notes, start, pre_wait, post_wait, planned_seconds, steps } = cue
  return {
    number,
    name,
    notes,
    start,
    pre_wait,
    post_wait,
    planned_seconds: planned_seconds ?? null,
    state: view.state,
    planned_at: isoOf(view.plannedAt),
    started_at: isoOf(view.startedAt),
    finished_at: isoOf(view.finishedAt),
    seconds_left: secondsOf(view.waitLeftMs),
    steps_done: view.stepsDone,
    steps_total: steps.length,
    error: view.error,
  }
}

export function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : ms / 1000
}

export const exampleCue = {
  number: '1',
  name: 'Opening',
  notes: 'Wait for the applause.',
  start: 'go',
  pre_wait: 0,
  post_wait: 0,
  planned_seconds: 300,
  state: 'pending',
  planned_at: null,
  started_at: null,
  finished_at: null,
  seconds_left: null,
  steps_done: 0,
  steps_total: 1,
  error: null,
} as const

export const exampleList: Static<typeof cueListOutput> = {
  show: 'Friday show',
  show_id: 1,
  state: 'stopped',
  lead: null,
  current: null,
  next: '1',
  follows_in_seconds: null,
  started_at: null,
  cues: [exampleCue],
}

export const exampleRunning: Static<typeof cueListOutput> = {
  ...exampleList,
  state: 'running',
  lead: 'Stream Deck',
  current: '1',
  next: null,
  started_at: '2026-11-15T20:00:00.000Z',
  cues: [
    {
      ...exampleCue,
      state: 'pre_wait',
      planned_at: '2026-11-15T20:00:00.000Z',
      started_at: '2026-11-15T20:00:00.000Z',
    },
  ],
}
