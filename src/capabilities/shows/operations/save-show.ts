import { defineOperation } from '../../../kernel/operation/operation.ts'
import { integer, object, optional } from '../../../kernel/schema/schema.ts'
import { requireStepScopes } from '../../steps/require-step-scopes.ts'
import { checkShow } from '../check-show.ts'
import { showFields } from '../contract/shows.ts'

export const saveShow = defineOperation({
  name: 'save-show',
  group: 'Shows',
  summary: 'Creates a show, or replaces one.',
  description:
    'Takes the format that the panel exports. With id that show is replaced, also while it runs: cues that have started go on, and the cue on standby stays the same while its number exists.',
  scope: 'cues:write',
  panel: { role: 'editor', grants: 'nothing' },
  ratePerMinute: 30,
  effect: 'rows',
  hints: { isFarReaching: true },
  input: object({
    id: optional(integer({ min: 1, description: 'The show to replace; left out, a new one is created.' })),
    ...showFields,
  }),
  output: object({ id: integer() }),
  failures: ['show_not_found'],
  example: {
    input: {
      version: 1,
      name: 'Friday show',
      cues: [
        {
          number: '1',
          name: 'Opening',
          notes: 'Wait for the applause.',
          start: 'go',
          pre_wait: 0,
          post_wait: 0,
          planned_seconds: 300,
          steps: [{ type: 'say', text: 'The show begins.', as: 'bot' }],
        },
      ],
    },
    output: { id: 1 },
  },
  async handle({ input, caller, ctx, commit }) {
    await checkShow(input)
    for (const { steps } of input.cues) requireStepScopes(caller, steps)
    return commit(async (tx) => {
      const show = await ctx.shows.save(tx, caller, input.id, input)
      if (input.id !== undefined) await ctx.showRuns.adapt(tx, caller, show)
      return { id: show.id }
    })
  },
})
