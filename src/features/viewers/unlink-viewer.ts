import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { viewerId } from './viewer-fields.ts'

export const unlinkViewer = definePanelOperation({
  name: 'unlink-viewer',
  summary: "Takes an account out of a person's.",
  role: 'moderator',
  effect: 'rows',
  input: object({ viewer_id: viewerId }),
  output: object({}),
  failures: ['user_not_found'],
  example: { input: { viewer_id: 1 }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const viewer = await ctx.viewers.getKnown(tx, caller.channel.id, input.viewer_id)
      await ctx.linkedAccounts.unlink(tx, caller, viewer)
      return {}
    })
  },
})
