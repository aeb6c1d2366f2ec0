import { Failure } from '../../contract/failures.ts'
import { integer, object, oneOf, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

const modes = ['add', 'remove', 'set'] as const

export const adjustPoints = definePanelOperation({
  name: 'adjust-points',
  summary: 'Changes the points of a viewer, with the reason for the ledger.',
  role: 'moderator',
  effect: 'rows',
  input: object({
    viewer_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Whose points.' }),
    mode: oneOf(modes, { description: 'What happens to them.' }),
    amount: integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'How many.' }),
    reason: text({ min: 1, max: 200, cleaning: 'line', description: 'Why; stands in the ledger.' }),
  }),
  output: object({ points: integer() }),
  failures: ['user_not_found'],
  example: { input: { viewer_id: 1, mode: 'add', amount: 50, reason: 'Won the quiz' }, output: { points: 50 } },
  async handle({ input, caller, ctx, commit }) {
    const { viewer_id: id, mode, amount, reason } = input
    return commit(async (tx) => {
      const viewer = await ctx.viewers.getById(tx, caller.channel.id, id)
      if (viewer === undefined) throw new Failure('user_not_found', { message: 'There is no such viewer.' })
      return { points: await ctx.points[mode](tx, caller, viewer, amount, reason) }
    })
  },
})
