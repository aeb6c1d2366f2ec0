import { optionalPage, pageAnswer, pageOf } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { model } from '../../../kernel/schema/model.ts'
import { list, object } from '../../../kernel/schema/schema.ts'
import { definitionRecord, findViewer, toDefinitionRecord, viewerFailures, viewerReference } from './fields.ts'

export const listValues = defineOperation({
  name: 'list-values',
  group: 'Values',
  summary: 'Lists the named values of the channel.',
  description:
    'With userid or username, values of viewers are those of that viewer; without, what every viewer starts with. Of a list the first 50 items are shown: get-value has them all.',
  scope: 'values:read',
  panel: { role: 'viewer', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'none',
  input: object({ ...viewerReference, ...optionalPage }),
  output: object({ ...pageAnswer, values: list(model('ValueDefinition', object(definitionRecord))) }),
  failures: viewerFailures,
  example: {
    input: {},
    output: {
      total: 2,
      limit: null,
      offset: 0,
      values: [
        { name: 'deaths', type: 'number', value: 12, owner: 'channel', lasts: 'stream', minimum: 0 },
        {
          name: 'subathon',
          type: 'clock',
          value: 3600,
          running: 1,
          direction: 'down',
          owner: 'channel',
          lasts: 'forever',
          initial: 7200,
        },
      ],
    },
  },
  async handle({ input, caller, ctx }) {
    const viewer = await findViewer(ctx, caller, input)
    const found = await ctx.values.list(ctx.db, caller.channel.id, viewer)
    const now = ctx.clock.now()
    const values = found.map(({ definition, state }) => ({
      ...toDefinitionRecord(definition, state, now),
      ...(viewer !== undefined && definition.owner === 'viewer' && { username: viewer.username }),
    }))
    const { rows, answer } = pageOf(values, input)
    return { ...answer, values: rows }
  },
})
