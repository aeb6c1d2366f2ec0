import { integer, list, object, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const getKeyUsage = definePanelOperation({
  name: 'get-key-usage',
  summary: 'What a key was used for by the hour, and what is left of its limits this minute.',
  role: 'editor',
  effect: 'none',
  input: object({
    key_id: text({ max: 100, description: 'The key.' }),
    hours: withDefault(integer({ min: 1, max: 24 * 30, description: 'How far back.' }), 24),
  }),
  output: object({
    hours: list(object({ at: integer(), operation: text(), calls: integer(), failed: integer() })),
    quotas: list(object({ operation: text(), limit: integer(), remaining: integer(), resetSeconds: integer() })),
  }),
  failures: ['not_found'],
  example: { input: { key_id: 'key_1' }, output: { hours: [], quotas: [] } },
  async handle({ input, caller, ctx }) {
    const key = await ctx.keys.getById(caller.channel, input.key_id)
    const rows = await ctx.usage.of(caller.channel, key.id, input.hours)
    const used = ctx.listOperations().filter(({ scope }) => (key.scopes as ReadonlySet<string>).has(scope))
    const quotas = await Promise.all(used.map(({ name }) => ctx.quotas.find(key.id, name)))
    return {
      hours: rows.map(({ at, operation, calls, failed }) => ({ at, operation, calls, failed })),
      quotas: quotas.filter((quota) => quota !== undefined).filter(({ remaining, limit }) => remaining < limit),
    }
  },
})
