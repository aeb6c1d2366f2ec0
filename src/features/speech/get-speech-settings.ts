import { list, object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { speechSettings } from '../settings/overlay-definitions.ts'
import { defaultSettings } from '../settings/settings.ts'

export const getSpeechSettings = definePanelOperation({
  name: 'get-speech-settings',
  summary: 'Who speaks, how fast, and which words are hidden.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    settings: speechSettings,
    engines: list(text(), { description: 'In the order they are asked.' }),
  }),
  failures: [],
  example: { input: {}, output: { settings: defaultSettings.speech, engines: ['flite', 'espeak'] } },
  async handle({ caller, ctx }) {
    const { speech } = await ctx.settings.of(caller.channel.id)
    return { settings: speech, engines: await ctx.speech.listEngines() }
  },
})
