import { clampedSpeed, SpeechError } from '../engine.ts'
import type { HttpAdapter } from '../http-engine.ts'
import { speechErrors } from '../messages.ts'
import { json, localeOf, optionalText, rowsIn, textOf } from './shared.ts'

export const google: HttpAdapter = {
  defaultBaseUrl: () => 'https://texttospeech.googleapis.com',
  voicePattern: /^$|^[A-Za-z]{2,3}-[A-Za-z]{2,4}-[\w-]{1,60}$/,
  request: ({ text, voice, language, speed, baseUrl, settings }) => ({
    url: `${baseUrl}/v1/text:synthesize`,
    // In a header, because addresses are logged by proxies.
    headers: { ...json, 'x-goog-api-key': settings.key ?? '' },
    body: JSON.stringify({
      input: { text },
      voice: voice === '' ? { languageCode: language ?? 'en-US' } : { languageCode: localeOf(voice), name: voice },
      audioConfig: { audioEncoding: 'MP3', speakingRate: clampedSpeed(speed) },
    }),
  }),
  unwrap: unwrapGoogle,
  voices: {
    request: ({ baseUrl, settings }) => ({
      url: `${baseUrl}/v1/voices`,
      headers: { 'x-goog-api-key': settings.key ?? '' },
    }),
    // The name of a voice begins with its language, except for those that speak many.
    read: (body) =>
      rowsIn(body, 'voices').map((row) => {
        const [language] = Array.isArray(row.languageCodes) ? row.languageCodes : []
        return { id: textOf(row.name), name: textOf(row.name), language: optionalText(language) }
      }),
    provesKey: true,
  },
}

function unwrapGoogle(answer: Buffer): Buffer {
  try {
    const { audioContent } = JSON.parse(answer.toString('utf8')) as { audioContent?: unknown }
    if (typeof audioContent === 'string') return Buffer.from(audioContent, 'base64')
  } catch {
    // Not JSON: handled below.
  }
  throw new SpeechError('refused', speechErrors.notAudio.of({ engine: 'Google Cloud speech' }))
}
