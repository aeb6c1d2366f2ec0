import { object } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { speechSettings } from '../settings/overlay-definitions.ts'
import { defaultSettings } from '../settings/settings.ts'

export const saveSpeechSettings = definePanelOperation({
  name: 'save-speech-settings',
  summary: 'Sets who speaks, how fast, and which words are hidden.',
  role: 'editor',
  effect: 'rows',
  input: object({ settings: speechSettings }),
  output: object({ settings: speechSettings }),
  failures: ['invalid_parameter'],
  example: {
    input: { settings: { ...defaultSettings.speech, voice: 'flite:rms' } },
    output: { settings: { ...defaultSettings.speech, voice: 'flite:rms' } },
  },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.settings.set(tx, caller, 'speech', input.settings)
      return { settings: input.settings }
    })
  },
})
