import { list, object, text } from '../../contract/schema.ts'
import { type Scope, scopes } from '../../contract/scopes.ts'
import { definePanelOperation } from '../../operation.ts'
import { keyEntry, onPanel, scopeField } from './key-fields.ts'

export const listKeys = definePanelOperation({
  name: 'list-keys',
  summary: 'The API keys of this channel, and the scopes a new one can have.',
  role: 'editor',
  effect: 'none',
  input: object({}),
  output: object({
    keys: list(keyEntry),
    scopes: list(object({ name: scopeField, summary: text(), operations: list(text()) })),
  }),
  failures: [],
  example: { input: {}, output: { keys: [], scopes: [] } },
  async handle({ caller, ctx }) {
    const operations = ctx.listOperations()
    return {
      keys: (await ctx.keys.list(caller.channel)).map(onPanel),
      scopes: Object.entries(scopes).map(([name, summary]) => ({
        name: name as Scope,
        summary,
        operations: operations.filter(({ scope }) => scope === name).map((operation) => operation.name),
      })),
    }
  },
})
