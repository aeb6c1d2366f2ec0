import { defineOperation } from '../../../kernel/operation/operation.ts'
import { list, object, text } from '../../../kernel/schema/schema.ts'

export const listVtsHotkeys = defineOperation({
  name: 'list-vts-hotkeys',
  group: 'VTube Studio',
  summary: 'Lists the hotkeys of the model that is loaded in VTube Studio.',
  description:
    'Used to discover the ids for vts-trigger. Without a model the list is empty; it has at most 500 hotkeys.',
  scope: 'vts:control',
  ratePerMinute: 120,
  effect: 'none',
  input: object({}),
  output: object({
    hotkeys: list(
      object({
        id: text({ description: 'The hotkey for vts-trigger.' }),
        name: text({ description: 'Empty for a hotkey without a name.' }),
      }),
      { description: 'In the order of VTube Studio.' },
    ),
  }),
  failures: ['vts_not_connected', 'vts_refused'],
  example: {
    input: {},
    output: { hotkeys: [{ id: '21bf7ade9e664f3ec29d05156e4ce5c1', name: 'Wave' }] },
  },
  async handle({ caller, ctx }) {
    const hotkeys = await ctx.vts.list(caller)
    return { hotkeys: hotkeys.map(({ id, name }) => ({ id, name })) }
  },
})
