import { providers } from '../../contract/platforms.ts'
import { object, oneOf, optional, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { exampleSource, sourceField, sourceOut } from './fields.ts'

export const saveDonationSource = definePanelOperation({
  name: 'save-donation-source',
  summary: 'Takes donations from a provider, from now on and with this secret.',
  role: 'editor',
  effect: 'rows',
  input: object({
    provider: oneOf(providers, { description: 'Which provider.' }),
    secret: text({
      min: 8,
      max: 4000,
      cleaning: 'line',
      description: 'The token or signing secret from the page of the provider. It is never shown again.',
    }),
    account: optional(text({ min: 1, max: 100, cleaning: 'name', description: 'The Account ID, for StreamElements.' })),
  }),
  output: object({ source: sourceField }),
  failures: ['invalid_parameter'],
  example: {
    input: { provider: 'kofi', secret: '1dd7f7cf-2aaf-4c58-8d8c-000000000000' },
    output: { source: exampleSource },
  },
  async handle({ input, caller, ctx, commit }) {
    const { provider, account } = input
    // Copied with the mouse, it brings its surroundings along.
    const secret = input.secret.trim()
    return commit(async (tx) => ({
      source: sourceOut(await ctx.donationSources.save(tx, caller, provider, { secret, account })),
    }))
  },
})
