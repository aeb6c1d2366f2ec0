import { integer, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { commandView, exampleView, viewOf } from './panel-fields.ts'

export const getCommand = definePanelOperation({
  name: 'get-command',
  summary: 'One command with everything that was said of it.',
  role: 'viewer',
  effect: 'none',
  input: object({ id: integer({ description: 'Which one.' }) }),
  output: object({ command: commandView }),
  failures: ['command_not_found'],
  example: { input: { id: 1 }, output: { command: exampleView } },
  async handle({ input, caller, ctx }) {
    return { command: viewOf(await ctx.commands.get(ctx.db, caller.channel.id, { id: input.id })) }
  },
})
