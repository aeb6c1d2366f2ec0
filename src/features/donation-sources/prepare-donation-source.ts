import { object, oneOf } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { exampleSource, sourceField, sourceOut } from './fields.ts'
import { hookProviders } from './source-kinds.ts'

export const prepareDonationSource = definePanelOperation({
  name: 'prepare-donation-source',
  summary: 'The address that a provider is to call, before its secret is known.',
  role: 'editor',
  effect: 'rows',
  input: object({ provider: oneOf(hookProviders, { description: 'Which provider.' }) }),
  output: object({ source: sourceField }),
  failures: [],
  example: { input: { provider: 'kofi' }, output: { source: { ...exampleSource, configured: false, state: 'off' } } },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => ({
      source: sourceOut(await ctx.donationSources.prepare(tx, caller, input.provider)),
    }))
  },
})
