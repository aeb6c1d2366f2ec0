import { integer, nullable, number, object, optional, text, withDefault } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { checkSetting } from '../settings/overlay-checks.ts'
import { defaultSettings } from '../settings/settings.ts'

export const previewVoice = definePanelOperation({
  name: 'preview-voice',
  summary: 'Speaks a line for the one who chooses a voice, and for nobody else.',
  role: 'editor',
  effect: 'none',
  input: object({
    text: withDefault(
      text({ min: 1, max: 200, description: 'What is said.' }),
      'Good evening, and welcome to the stream.',
    ),
    voice: optional(text({ max: 150, cleaning: 'name', description: 'As list-voices names it.' })),
    language: optional(text({ max: 20, cleaning: 'name', description: 'As in en, tr or pt-BR.' })),
    speed: optional(number({ min: 0.5, max: 2, description: '1 is normal.' })),
  }),
  output: object({
    url: text({ description: 'Where it can be heard for some minutes.' }),
    engine: text({ description: 'Who spoke; another than wanted when that one could not.' }),
    duration_ms: nullable(integer()),
  }),
  failures: ['invalid_parameter', 'platform_unavailable'],
  example: {
    input: { voice: 'flite:rms', text: 'Hello.' },
    output: { url: '/overlay/speech/abc', engine: 'flite', duration_ms: 900 },
  },
  async handle({ input, caller, ctx }) {
    const { text, voice, language, speed } = input
    checkSetting('speech', { ...defaultSettings.speech, voice, language })
    const { url, engine, durationMs } = await ctx.speech.preview(caller.channel.id, text, { voice, language, speed })
    return { url, engine, duration_ms: durationMs }
  },
})
