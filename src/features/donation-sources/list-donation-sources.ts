import { list, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { exampleSource, sourceField, sourceOut } from './fields.ts'

export const listDonationSources = definePanelOperation({
  name: 'list-donation-sources',
  summary: 'Where real donations come from, and how each source is doing.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({ sources: list(sourceField) }),
  failures: [],
  example: { input: {}, output: { sources: [exampleSource] } },
  async handle({ caller, ctx }) {
    const sources = await ctx.donationSources.list(caller.channel.id)
    return { sources: sources.map(sourceOut) }
  },
})
