import { providers } from '../../contract/platforms.ts'
import { object, oneOf } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const removeDonationSource = definePanelOperation({
  name: 'remove-donation-source',
  summary: 'Takes no more donations from a provider, and forgets its secret.',
  role: 'editor',
  effect: 'rows',
  input: object({ provider: oneOf(providers, { description: 'Which provider.' }) }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { provider: 'kofi' }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.donationSources.remove(tx, caller, input.provider)
      return {}
    })
  },
})
