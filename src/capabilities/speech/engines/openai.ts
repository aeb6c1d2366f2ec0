import { clampedSpeed } from '../engine.ts'
import type { HttpAdapter } from '../http-engine.ts'
import { json, optionalText, textOf } from './shared.ts'

const plainVoice = /^[\p{L}\p{N} ._:()+-]{1,100}$/u

/** These models speak at a speed of their own; they have no use for `speed`, and later ones may refuse it. */
const ownSpeed = /^gpt-4o.*-tts/

export const openai: HttpAdapter = {
  defaultBaseUrl: () => 'https://api.openai.com',
  voicePattern: plainVoice,
  request({ text, voice, speed, baseUrl, settings }) {
    const model = settings.model ?? 'gpt-4o-mini-tts'
    const spoken = { model, input: text, voice, response_format: 'mp3' }
    return {
      // The configured address may include the version.
      url: `${baseUrl.replace(/\/v1$/, '')}/v1/audio/speech`,
      headers: { ...json, ...(settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` }) },
      body: JSON.stringify(ownSpeed.test(model) ? spoken : { ...spoken, speed: clampedSpeed(speed) }),
    }
  },
  // OpenAI itself has no list; servers that speak its protocol have it here, as names or as objects with an id.
  voices: {
    request: ({ baseUrl, settings }) => ({
      url: `${baseUrl.replace(/\/v1$/, '')}/v1/audio/voices`,
      headers: settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` },
    }),
    read(body) {
      const { voices: own, data } = body as { voices?: unknown; data?: unknown }
      const voices = own ?? data
      if (!Array.isArray(voices)) throw new Error('no voices')
      return voices.map((voice: unknown) => {
        const row = (typeof voice === 'string' ? { id: voice } : voice) as Record<string, unknown>
        return {
          id: textOf(row.id),
          name: optionalText(row.name) || textOf(row.id),
          language: optionalText(row.language),
        }
      })
    },
    provesKey: false,
  },
}
