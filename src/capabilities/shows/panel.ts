import type { PanelCaller } from '../../kernel/operation/caller.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { definePanelOperation, type Unwritten } from '../../kernel/operation/operation.ts'
import {
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  text,
  withDefault,
} from '../../kernel/schema/schema.ts'
import type { Reader } from '../../kernel/storage/database.ts'
import { cueFields, cueNumber, cueStates, showStates, showVersion } from './contract/shows.ts'
import { operatorOf } from './operators.ts'
import type { Show } from './show-rows.ts'
import type { ShowView } from './show-view.ts'

const showId = integer({ min: 1, description: 'The show.' })

export const getShow = definePanelOperation({
  name: 'get-show',
  summary: 'Returns a show with all its cues, in the format of its file.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({ id: showId }),
  output: object({ id: integer(), version: showVersion, name: text(), cues: list(object(cueFields)) }),
  failures: ['show_not_found'],
  example: { input: { id: 1 }, output: { id: 1, version: 1, name: 'Friday show', cues: [] } },
  async handle({ input, caller, ctx }) {
    const { id, name, cues } = await ctx.shows.get(ctx.db, caller.channel.id, input.id)
    return { id, version: 1, name, cues }
  },
})

const rehearsal = withDefault(
  boolean({ description: 'On the test channel: nothing reaches a real platform or the overlay of the channel.' }),
  false,
)

const runView = object({
  id: integer(),
  name: text(),
  state: oneOf(showStates),
  lead: nullable(object({ name: text(), is_mine: boolean() })),
  current: nullable(text()),
  next: nullable(text()),
  follows_in_ms: nullable(integer()),
  started_at: nullable(integer()),
  now: integer({ description: 'The time of the server, by which the other times are meant.' }),
  time_zone: text(),
  cues: list(
    object({
      number: text(),
      name: text(),
      notes: text(),
      start: cueFields.start,
      planned_seconds: nullable(integer()),
      state: oneOf(cueStates),
      planned_at: nullable(integer()),
      started_at: nullable(integer()),
      finished_at: nullable(integer()),
      wait_left_ms: nullable(integer()),
      wait_total_ms: nullable(integer()),
      steps_done: integer(),
      steps_total: integer(),
      error: nullable(text()),
    }),
  ),
})

const exampleRun: Static<typeof runView> = {
  id: 1,
  name: 'Friday show',
  state: 'stopped',
  lead: null,
  current: null,
  next: null,
  follows_in_ms: null,
  started_at: null,
  now: 1_763_236_800_000,
  time_zone: 'UTC',
  cues: [],
}

export const getShowRun = definePanelOperation({
  name: 'get-show-run',
  summary: 'Returns where a show is: its cues, what runs, what is next and who has the lead.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({ id: showId, rehearsal }),
  output: runView,
  failures: ['show_not_found'],
  example: { input: { id: 1 }, output: exampleRun },
  async handle({ input, caller, ctx }) {
    const actor = await actorIn(ctx, caller, input.rehearsal)
    const show = await ctx.shows.get(ctx.db, actor.channel.id, input.id)
    return readRun(ctx, ctx.db, actor, show)
  },
})

const actions = ['go', 'back', 'hold', 'stop', 'standby', 'jump', 'lead'] as const

export const controlShow = definePanelOperation({
  name: 'control-show',
  summary: 'Runs a show: Go, back, hold, stop, standby or jump to a cue, or take the lead.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    id: showId,
    action: oneOf(actions),
    number: optional(cueNumber),
    rehearsal,
  }),
  output: runView,
  failures: ['show_not_found', 'cue_not_found', 'lead_required'],
  example: { input: { id: 1, action: 'hold' }, output: exampleRun },
  async handle({ input, caller, ctx, commit }) {
    const { action, number = '' } = input
    const actor = await actorIn(ctx, caller, input.rehearsal)
    return commit(async (tx) => {
      const show = await ctx.shows.get(tx, actor.channel.id, input.id)
      if (action === 'go') await ctx.showRuns.go(tx, actor, show)
      else if (action === 'hold') await ctx.showRuns.hold(tx, actor, show)
      else if (action === 'stop') await ctx.showRuns.stop(tx, actor, show)
      else if (action === 'lead') await ctx.showRuns.takeLead(tx, actor, show)
      else if (action === 'jump') await ctx.showRuns.jump(tx, actor, show, number)
      else if (action === 'standby') await ctx.showRuns.standby(tx, actor, show, number)
      else await ctx.showRuns.back(tx, actor, show)
      return readRun(ctx, tx, actor, show)
    })
  },
})

/** The caller, on the test channel for a rehearsal. */
async function actorIn(ctx: Context, caller: PanelCaller, isRehearsal: boolean): Promise<PanelCaller> {
  return isRehearsal ? { ...caller, channel: await ctx.channels.useTestChannelOf(caller.channel) } : caller
}

async function readRun(ctx: Context, reader: Reader, caller: PanelCaller, show: Show) {
  const view = await ctx.showViews.read(reader, caller.channel.id, show)
  return toRun(view, (await operatorOf(reader, caller)).id, caller.channel.timeZone)
}

function toRun(view: ShowView, operator: string, timeZone: string): Unwritten<Static<typeof runView>> {
  const { show, state, lead, current, next, followsInMs, startedAt, now, cues } = view
  return {
    id: show.id,
    name: show.name,
    state,
    lead: lead === null ? null : { name: lead.name, is_mine: lead.id === operator },
    current,
    next,
    follows_in_ms: followsInMs,
    started_at: startedAt,
    now,
    time_zone: timeZone,
    cues: cues.map(({ cue, ...run }) => ({
      number: cue.number,
      name: cue.name,
      notes: cue.notes,
      start: cue.start,
      planned_seconds: cue.planned_seconds ?? null,
      state: run.state,
      planned_at: run.plannedAt,
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      wait_left_ms: run.waitLeftMs,
      wait_total_ms: run.waitLeftMs === null ? null : 1000 * (run.state === 'post_wait' ? cue.post_wait : cue.pre_wait),
      steps_done: run.stepsDone,
      steps_total: cue.steps.length,
      error: run.error,
    })),
  }
}
