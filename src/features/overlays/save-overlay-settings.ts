import { overlaySettingsSchema } from '../../contract/overlay-settings.ts'
import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { defaultSettings } from '../settings/settings.ts'

export const saveOverlaySettings = definePanelOperation({
  name: 'save-overlay-settings',
  summary: 'Sets how the overlay looks and sounds. Pages follow at once.',
  role: 'editor',
  effect: 'rows',
  input: object({ settings: overlaySettingsSchema }),
  output: object({ settings: overlaySettingsSchema }),
  failures: ['invalid_parameter'],
  example: {
    input: { settings: { ...defaultSettings.overlay, look: 'neon' } },
    output: { settings: { ...defaultSettings.overlay, look: 'neon' } },
  },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.settings.set(tx, caller, 'overlay', input.settings)
      return { settings: input.settings }
    })
  },
})
