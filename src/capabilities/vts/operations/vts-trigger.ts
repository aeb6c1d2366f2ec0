import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { maxHotkeyLength } from '../contract/vts.ts'

export const vtsTrigger = defineOperation({
  name: 'vts-trigger',
  group: 'VTube Studio',
  summary: 'Triggers a hotkey of the model that is loaded in VTube Studio.',
  description:
    'Of several hotkeys with the same name, VTube Studio triggers the first. It refuses a hotkey that it has just triggered.',
  scope: 'vts:control',
  ratePerMinute: 60,
  effect: 'outside',
  input: object({
    hotkey: text({
      min: 1,
      max: maxHotkeyLength,
      description: 'The id of a hotkey from list-vts-hotkeys, or its name in upper or lower case.',
    }),
  }),
  output: object({ hotkey: text({ description: 'The id of the hotkey.' }) }),
  failures: ['hotkey_not_found', 'vts_not_connected', 'vts_refused'],
  example: {
    input: { hotkey: 'Wave' },
    output: { hotkey: '21bf7ade9e664f3ec29d05156e4ce5c1' },
  },
  async handle({ input, caller, ctx }) {
    return { hotkey: await ctx.vts.trigger(caller, input.hotkey) }
  },
})
