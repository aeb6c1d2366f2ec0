import { clampedSpeed } from '../engine.ts'
import type { HttpAdapter } from '../http-engine.ts'
import { json } from './shared.ts'

const plainVoice = /^[\p{L}\p{N} ._:()+-]{1,100}$/u

export const openai: HttpAdapter = {
  defaultBaseUrl: () => 'https://api.openai.com',
  voicePattern: plainVoice,
  request: ({ text, voice, speed, baseUrl, settings }) => ({
    // The configured address may include the version.
    url: `${baseUrl.replace(/\/v1$/, '')}/v1/audio/speech`,
    headers: { ...json, ...(settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` }) },
    body: JSON.stringify({
      model: settings.model ?? 'gpt-4o-mini-tts',
      input: text,
      voice,
      response_format: 'mp3',
      speed: clampedSpeed(speed),
    }),
  }),
}
