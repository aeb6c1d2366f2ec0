import { optionalPage, pageAnswer, pageOf } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { dateTime, integer, list, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { showStates } from '../contract/shows.ts'

export const listShows = defineOperation({
  name: 'list-shows',
  group: 'Shows',
  summary: 'Lists the shows of the channel.',
  description: 'list-cues shows the cues of one of them.',
  scope: 'cues:read',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object(optionalPage),
  output: object({
    ...pageAnswer,
    shows: list(
      object({
        id: integer(),
        name: text(),
        cues: integer({ description: 'How many cues it has.' }),
        state: oneOf(showStates),
        changed_at: dateTime({ description: 'When it was changed last.' }),
      }),
    ),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      total: 1,
      limit: null,
      offset: 0,
      shows: [{ id: 1, name: 'Friday show', cues: 12, state: 'stopped', changed_at: '2026-11-15T19:00:00.000Z' }],
    },
  },
  async handle({ input, caller, ctx }) {
    const shows = await ctx.shows.list(caller.channel)
    const { rows, answer } = pageOf(shows, input)
    return {
      ...answer,
      shows: rows.map(({ id, name, cueCount: cues, state, changedAt }) => ({
        id,
        name,
        cues,
        state,
        changed_at: new Date(changedAt).toISOString(),
      })),
    }
  },
})
