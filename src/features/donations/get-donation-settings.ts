import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { donationSettings } from '../settings/overlay-definitions.ts'
import { defaultSettings } from '../settings/settings.ts'

export const getDonationSettings = definePanelOperation({
  name: 'get-donation-settings',
  summary: 'How donations look and sound, by amount, and whether their messages are spoken.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({ settings: donationSettings }),
  failures: [],
  example: { input: {}, output: { settings: defaultSettings.donations } },
  async handle({ caller, ctx }) {
    return { settings: (await ctx.settings.of(caller.channel.id)).donations }
  },
})
