import { integer, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const deleteCommand = definePanelOperation({
  name: 'delete-command',
  summary: 'Removes a command for good.',
  role: 'editor',
  effect: 'rows',
  input: object({ id: integer({ description: 'Which one.' }) }),
  output: object({}),
  failures: ['command_not_found'],
  example: { input: { id: 1 }, output: {} },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.commands.remove(tx, caller, input.id)
      return {}
    })
  },
})
