import { integer, list, nullable, number, object, optional, text, withDefault } from '../contract/schema.ts'
import { checkSetting } from '../features/settings/overlay-checks.ts'
import { speechSettings } from '../features/settings/overlay-definitions.ts'
import { defaultSettings } from '../features/settings/settings.ts'
import { definePanelOperation } from '../operation.ts'

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

const maxVoices = 500

export const listVoices = definePanelOperation({
  name: 'list-voices',
  summary: 'Every voice of every engine that is in use.',
  role: 'viewer',
  effect: 'none',
  input: object({}),
  output: object({
    voices: list(
      object({
        id: text({ description: 'As the settings name it.' }),
        engine: text(),
        name: text(),
        language: text({ description: 'Empty when a voice speaks many.' }),
      }),
    ),
  }),
  failures: [],
  example: {
    input: {},
    output: { voices: [{ id: 'flite:slt', engine: 'flite', name: 'Slt, clear, female', language: 'en-US' }] },
  },
  async handle({ ctx }) {
    const voices = await ctx.speech.listVoices()
    return {
      voices: voices.slice(0, maxVoices).map(({ id, engine, name, language }) => ({ id, engine, name, language })),
    }
  },
})

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
