import { integer, object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { commandView, exampleView, newCommandOf, viewOf, writtenOf } from './panel-fields.ts'

export const duplicateCommand = definePanelOperation({
  name: 'duplicate-command',
  summary: 'Makes a second command like this one, switched off, under the next free word.',
  role: 'editor',
  effect: 'rows',
  input: object({ id: integer({ description: 'Which one.' }) }),
  output: object({ command: commandView }),
  failures: ['invalid_parameter', 'command_not_found'],
  example: { input: { id: 1 }, output: { command: { ...exampleView, id: 2, command: 'hello2', active: false } } },
  async handle({ input, caller, ctx, commit }) {
    const channelId = caller.channel.id
    return commit(async (tx) => {
      const original = await ctx.commands.get(tx, channelId, { id: input.id })
      const stem = original.command.replace(/\d+$/, '').slice(0, 90) || original.command
      let number = 2
      while ((await ctx.commands.find(tx, channelId, { command: `${stem}${number}` })) !== undefined) number++
      // Other names belong to the first, and a twin that is on at once would be a surprise.
      const copy = { ...newCommandOf(writtenOf(original)), command: `${stem}${number}`, aliases: [], active: false }
      const id = await ctx.commands.add(tx, caller, copy)
      return { command: viewOf(await ctx.commands.get(tx, channelId, { id })) }
    })
  },
})
