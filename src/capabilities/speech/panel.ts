import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { integer, list, nullable, number, object, optional, text, withDefault } from '../../kernel/schema/schema.ts'
import { checkSetting } from '../../registry/setting-checks.ts'
import { defaultSettings } from '../settings/settings.ts'
import { storedSetting } from '../settings/stored-setting.ts'
import { speechSettings } from './contract/settings.ts'

export const getSpeechSettings = definePanelOperation({
  name: 'get-speech-settings',
  summary: 'Returns the speech settings: voice, speed and word filter.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    settings: speechSettings,
    engines: list(text(), { description: 'In the order in which they are tried.' }),
  }),
  failures: [],
  example: { input: {}, output: { settings: defaultSettings().speech, engines: ['flite', 'espeak'] } },
  async handle({ caller, ctx }) {
    const { speech } = await ctx.settings.of(caller.channel.id)
    return { settings: speech, engines: await ctx.speech.listEngines() }
  },
})

const saveSpeechSettingsUnchecked = definePanelOperation({
  name: 'save-speech-settings',
  summary: 'Saves the speech settings: voice, speed and word filter.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ settings: speechSettings }),
  output: object({ settings: speechSettings }),
  failures: ['invalid_parameter'],
  example: {
    input: { settings: { ...defaultSettings().speech, voice: 'flite:rms' } },
    output: { settings: { ...defaultSettings().speech, voice: 'flite:rms' } },
  },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.settings.set(tx, caller, 'speech', input.settings)
      return { settings: input.settings }
    })
  },
})

export const saveSpeechSettings = ifUnchanged(saveSpeechSettingsUnchecked, storedSetting('speech'))

const maxVoices = 500

export const listVoices = definePanelOperation({
  name: 'list-voices',
  summary: 'Lists the voices of all engines in use.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    voices: list(
      object({
        id: text({ description: 'The id in the settings.' }),
        engine: text(),
        name: text(),
        language: text({ description: 'Empty for a multilingual voice.' }),
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
  summary: 'Synthesizes a sample of a voice. It is not played on stream.',
  role: 'editor',
  grants: 'nothing',
  effect: 'none',
  input: object({
    text: withDefault(
      text({ min: 1, max: 200, description: 'The text to speak.' }),
      'Good evening, and welcome to the stream.',
    ),
    voice: optional(text({ max: 150, cleaning: 'name', description: 'An id from list-voices.' })),
    language: optional(text({ max: 20, cleaning: 'name', description: 'As in en, tr or pt-BR.' })),
    speed: optional(number({ min: 0.5, max: 2, description: '1 is normal.' })),
  }),
  output: object({
    url: text({ description: 'The address of the audio, valid for a few minutes.' }),
    engine: text({ description: 'The engine that spoke; a fallback if the requested one failed.' }),
    duration_ms: nullable(integer()),
  }),
  failures: ['invalid_parameter', 'platform_unavailable'],
  example: {
    input: { voice: 'flite:rms', text: 'Hello.' },
    output: { url: '/overlay/speech/abc', engine: 'flite', duration_ms: 900 },
  },
  async handle({ input, caller, ctx }) {
    const { text, voice, language, speed } = input
    checkSetting('speech', { ...defaultSettings().speech, voice, language })
    const { url, engine, durationMs } = await ctx.speech.preview(caller.channel.id, text, { voice, language, speed })
    return { url, engine, duration_ms: durationMs }
  },
})
