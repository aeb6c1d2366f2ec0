import { integer, object, optional } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { checkCommand } from './check-command.ts'
import { commandFields, commandView, exampleView, newCommandOf, viewOf } from './panel-fields.ts'

export const saveCommand = definePanelOperation({
  name: 'save-command',
  summary: 'Makes a command, or changes all of one but what is remembered of its runs.',
  role: 'editor',
  effect: 'rows',
  input: object({
    id: optional(integer({ description: 'Which one to change; a new one without.' })),
    ...commandFields,
  }),
  output: object({ command: commandView }),
  failures: ['invalid_parameter', 'command_not_found'],
  example: { input: { command: 'hello', message: 'Hello $(user)!' }, output: { command: exampleView } },
  async handle({ input, caller, ctx, commit }) {
    await checkCommand(input)
    const wanted = newCommandOf(input)
    return commit(async (tx) => {
      let { id } = input
      if (id === undefined) id = await ctx.commands.add(tx, caller, wanted)
      else await ctx.commands.update(tx, caller, id, wanted)
      return { command: viewOf(await ctx.commands.get(tx, caller.channel.id, { id })) }
    })
  },
})
