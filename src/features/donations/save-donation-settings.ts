import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { donationSettings } from '../settings/overlay-definitions.ts'
import { defaultSettings } from '../settings/settings.ts'

export const saveDonationSettings = definePanelOperation({
  name: 'save-donation-settings',
  summary: 'Sets how donations look and sound, by amount, and whether their messages are spoken.',
  role: 'editor',
  effect: 'rows',
  input: object({ settings: donationSettings }),
  output: object({ settings: donationSettings }),
  failures: ['invalid_parameter'],
  example: {
    input: { settings: { ...defaultSettings.donations, speak: true } },
    output: { settings: { ...defaultSettings.donations, speak: true } },
  },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.donations.check(tx, caller.channel.id, input.settings)
      await ctx.settings.set(tx, caller, 'donations', input.settings)
      return { settings: input.settings }
    })
  },
})
