import { flag } from '../../../definitions/fields.ts'
import type { Channel } from '../../../kernel/operation/channel.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import {
  dateTime,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'
import { cueStates, showStates } from '../contract/shows.ts'
import { isoOf, showReference } from './fields.ts'

const time = (description: string) => nullable(dateTime({ description }))

export const getShowReport = defineOperation({
  name: 'get-show-report',
  group: 'Shows',
  summary: 'Returns the report of a show: planned and real times of its cues.',
  description:
    'Of the run that is named, or of the newest one. The planned times were fixed when the show started. The last 50 runs of each show are kept.',
  scope: 'cues:read',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object({
    ...showReference,
    on_test_channel: withDefault(flag('1: of its runs on the test channel.'), 0),
    run_id: optional(integer({ min: 1, description: 'The run, from runs of an earlier answer.' })),
  }),
  output: object({
    show: text(),
    show_id: integer(),
    run_id: integer(),
    state: oneOf(showStates),
    lead: text({ description: 'Who had the lead at the end.' }),
    started_at: time('When the show started.'),
    ended_at: time('When the show ended; null while it runs.'),
    cues: list(
      object({
        number: text(),
        name: text(),
        state: oneOf(cueStates),
        planned_at: time('When it was planned to start, as far as that is known.'),
        started_at: time('When it started; null if it did not.'),
        finished_at: time('When it finished; null if it did not.'),
        late_seconds: nullable(number({ description: 'How much later than planned it started; below 0: earlier.' })),
        error: nullable(text()),
      }),
    ),
    runs: list(
      object({
        run_id: integer(),
        started_at: time('When the run started.'),
        ended_at: time('When the run ended; null while it runs.'),
      }),
      {
        description: 'Every run that is kept, newest first.',
      },
    ),
  }),
  failures: ['show_not_found', 'report_not_found'],
  example: {
    input: {},
    output: {
      show: 'Friday show',
      show_id: 1,
      run_id: 1,
      state: 'stopped',
      lead: 'Stream Deck',
      started_at: '2026-11-15T20:00:00.000Z',
      ended_at: '2026-11-15T20:05:00.000Z',
      cues: [
        {
          number: '1',
          name: 'Opening',
          state: 'finished',
          planned_at: '2026-11-15T20:00:00.000Z',
          started_at: '2026-11-15T20:00:00.000Z',
          finished_at: '2026-11-15T20:05:00.000Z',
          late_seconds: 0,
          error: null,
        },
      ],
      runs: [{ run_id: 1, started_at: '2026-11-15T20:00:00.000Z', ended_at: '2026-11-15T20:05:00.000Z' }],
    },
  },
  async handle({ input, caller, ctx }) {
    const { id: channel } = await channelOf(ctx, caller.channel, input.on_test_channel === 1)
    const found = await ctx.shows.resolve(ctx.db, channel, input.show)
    const { show, run, cues, runs } = await ctx.showViews.report(ctx.db, channel, found, input.run_id)
    return {
      show: show.name,
      show_id: show.id,
      run_id: run.id,
      state: run.state,
      lead: run.lead_name,
      started_at: isoOf(run.started_at),
      ended_at: isoOf(run.ended_at),
      cues: cues.map(({ number, name, state, plannedAt, startedAt, finishedAt, error }) => ({
        number,
        name,
        state,
        planned_at: isoOf(plannedAt),
        started_at: isoOf(startedAt),
        finished_at: isoOf(finishedAt),
        late_seconds: plannedAt === null || startedAt === null ? null : (startedAt - plannedAt) / 1000,
        error,
      })),
      runs: runs.map(({ id, started_at, ended_at }) => ({
        run_id: id,
        started_at: isoOf(started_at),
        ended_at: isoOf(ended_at),
      })),
    }
  },
})

/** Shows are copied to the test channel under the same id. */
async function channelOf({ channels }: Context, channel: Channel, isOnTestChannel: boolean): Promise<Channel> {
  return isOnTestChannel && !channel.isTestChannel ? channels.useTestChannelOf(channel) : channel
}
