import { boolean, integer, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const switchCommand = definePanelOperation({
  name: 'switch-command',
  summary: 'Switches a command on or off.',
  role: 'editor',
  effect: 'rows',
  input: object({ id: integer({ description: 'Which one.' }), active: boolean({ description: 'Which way.' }) }),
  output: object({ active: boolean() }),
  failures: ['command_not_found'],
  example: { input: { id: 1, active: true }, output: { active: true } },
  async handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      const { active } = await ctx.commands.toggle(tx, caller, { id: input.id }, input.active)
      return { active }
    })
  },
})
