import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, text } from '../../../kernel/schema/schema.ts'

export const deleteShow = defineOperation({
  name: 'delete-show',
  group: 'Shows',
  summary: 'Deletes a show and its reports.',
  description: 'A show that runs is stopped first.',
  scope: 'cues:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'rows',
  hints: { isDestructive: true, isIdempotent: true },
  input: object({ id: integer({ min: 1, description: 'The show.' }) }),
  output: object({ id: integer(), name: text() }),
  failures: ['show_not_found'],
  example: { input: { id: 1 }, output: { id: 1, name: 'Friday show' } },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const show = await ctx.shows.get(tx, caller.channel.id, input.id)
      await ctx.showRuns.abandon(tx, caller, show)
      await ctx.shows.remove(tx, caller, show)
      return { id: show.id, name: show.name }
    })
  },
})
