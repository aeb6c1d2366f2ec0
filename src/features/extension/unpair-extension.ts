import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const unpairExtension = definePanelOperation({
  name: 'unpair-extension',
  summary: 'Lets go of a browser. Its extension is told, and stops.',
  role: 'editor',
  effect: 'rows',
  input: object({ id: text({ max: 100, description: 'Which pairing.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { id: 'pairing_8dK2mQ0aXz31TnLpVb7c' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.extension.pairings.remove(tx, caller, input.id)
      return {}
    })
  },
})
