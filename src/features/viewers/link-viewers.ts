import { integer, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { viewerId } from './viewer-fields.ts'

export const linkViewers = definePanelOperation({
  name: 'link-viewers',
  summary: "Says that two accounts are one person's.",
  role: 'moderator',
  effect: 'rows',
  input: object({
    viewer_id: viewerId,
    other_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'The account on another platform.' }),
  }),
  output: object({}),
  failures: ['user_not_found', 'same_user', 'invalid_parameter'],
  example: { input: { viewer_id: 1, other_id: 2 }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const one = await ctx.viewers.getKnown(tx, caller.channel.id, input.viewer_id)
      const other = await ctx.viewers.getKnown(tx, caller.channel.id, input.other_id)
      await ctx.linkedAccounts.link(tx, caller, one, other)
      return {}
    })
  },
})
