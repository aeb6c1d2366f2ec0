import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { cueListOutput, exampleList, readCueList, showReference } from './fields.ts'

export const listCues = defineOperation({
  name: 'list-cues',
  group: 'Shows',
  summary: 'Lists the cues of a show and where it is.',
  description: 'Current is the cue that started last, next the one on standby.',
  scope: 'cues:read',
  ratePerMinute: 120,
  effect: 'none',
  input: object(showReference),
  output: cueListOutput,
  failures: ['show_not_found'],
  example: { input: {}, output: exampleList },
  async handle({ input, caller, ctx }) {
    const show = await ctx.shows.resolve(ctx.db, caller.channel.id, input.show)
    return readCueList(ctx, ctx.db, caller, show)
  },
})
