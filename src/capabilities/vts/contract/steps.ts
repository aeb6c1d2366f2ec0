import { defineStep } from '../../../definitions/define-step.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { maxHotkeyLength } from './vts.ts'

export const vtsSteps = [
  defineStep({
    type: 'vts_hotkey',
    group: 'vts',
    icon: 'effects',
    title: 'VTube Studio hotkey',
    help: 'Triggers a hotkey of your model in VTube Studio, such as an expression or an animation.',
    input: object({
      hotkey: text({ title: 'Hotkey', min: 1, max: maxHotkeyLength, cleaning: 'line', control: 'vts_hotkey' }),
    }),
    needs: ['vts:control'],
    isSavedWithScopes: true,
    example: { type: 'vts_hotkey', hotkey: 'Wave' },
    sentence: 'Trigger the hotkey {hotkey} in VTube Studio',
  }),
] as const
