import { overlaySettingsSchema } from '../../contract/overlay-settings.ts'
import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { defaultSettings } from '../settings/settings.ts'

export const getOverlaySettings = definePanelOperation({
  name: 'get-overlay-settings',
  summary: 'How the overlay looks and sounds.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({ settings: overlaySettingsSchema }),
  failures: [],
  example: { input: {}, output: { settings: defaultSettings.overlay } },
  async handle({ caller, ctx }) {
    return { settings: (await ctx.settings.of(caller.channel.id)).overlay }
  },
})
