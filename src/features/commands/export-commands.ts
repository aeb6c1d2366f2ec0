import { integer, list, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { commandFields, writtenOf } from './panel-fields.ts'

export const exportFormat = 'showcaller-commands'

export const exportCommands = definePanelOperation({
  name: 'export-commands',
  summary: 'Every command as it was written, to keep or to bring elsewhere.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({ format: text(), version: integer(), commands: list(object(commandFields)) }),
  failures: [],
  example: { input: {}, output: { format: exportFormat, version: 1, commands: [] } },
  async handle({ caller, ctx }) {
    const { items } = await ctx.commands.list(caller.channel)
    return { format: exportFormat, version: 1, commands: items.map(writtenOf) }
  },
})
