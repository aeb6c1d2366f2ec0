import { integer, object, oneOf, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { currencies } from './ledger.ts'

const modes = ['add', 'remove', 'set'] as const

export const adjustPoints = definePanelOperation({
  name: 'adjust-points',
  summary: 'Changes the points or coins of a viewer, with the reason for the ledger.',
  role: 'moderator',
  effect: 'rows',
  input: object({
    viewer_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'Whose points.' }),
    currency: withDefault(oneOf(currencies, { description: 'Which balance.' }), 'points'),
    mode: oneOf(modes, { description: 'What happens to it.' }),
    amount: integer({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'How many.' }),
    reason: text({ min: 1, max: 200, cleaning: 'line', description: 'Why; stands in the ledger.' }),
  }),
  output: object({ points: integer(), coin: integer() }),
  failures: ['user_not_found'],
  example: {
    input: { viewer_id: 1, mode: 'add', amount: 50, reason: 'Won the quiz' },
    output: { points: 50, coin: 0 },
  },
  async handle({ input, caller, ctx, commit }) {
    const { viewer_id: id, currency, mode, amount, reason } = input
    return commit(async (tx) => {
      const viewer = await ctx.viewers.getKnown(tx, caller.channel.id, id)
      const { points, coin } = viewer
      if (currency === 'points') return { points: await ctx.points[mode](tx, caller, viewer, amount, reason), coin }
      return { points, coin: await ctx.points.setCoins(tx, caller, viewer, changed(coin, mode, amount), reason) }
    })
  },
})

function changed(coin: number, mode: (typeof modes)[number], amount: number): number {
  if (mode === 'set') return amount
  return mode === 'add' ? Math.min(coin + amount, Number.MAX_SAFE_INTEGER) : Math.max(coin - amount, 0)
}
