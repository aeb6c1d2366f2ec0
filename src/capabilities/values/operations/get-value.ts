import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object } from '../../../kernel/schema/schema.ts'
import { valueLimits } from '../contract/values.ts'
import { changeFailures, findViewer, toValueRecord, valueRecord, valueReference, viewerReference } from './fields.ts'

export const getValue = defineOperation({
  name: 'get-value',
  group: 'Values',
  summary: 'Reads a named value.',
  description: 'A value that each viewer has needs userid or username. A clock answers its seconds at this moment.',
  scope: 'values:read',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object({ name: valueReference, ...viewerReference }),
  output: object(valueRecord),
  failures: changeFailures,
  example: { input: { name: 'deaths' }, output: { name: 'deaths', type: 'number', value: 12 } },
  async handle({ input, caller, ctx }) {
    const viewer = await findViewer(ctx, caller, input)
    const { definition, state } = await ctx.values.get(ctx.db, caller.channel.id, input.name, viewer)
    return {
      ...toValueRecord(definition, state, ctx.clock.now(), valueLimits.items),
      ...(viewer !== undefined && { username: viewer.username }),
    }
  },
})
