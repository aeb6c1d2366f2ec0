import { clampedSpeed } from '../engine.ts'
import type { HttpAdapter, ResolvedSpeechRequest } from '../http-engine.ts'
import { withoutPhonemes } from '../phonemes.ts'
import { json } from './shared.ts'

export const piper: HttpAdapter = {
  defaultBaseUrl: () => 'http://127.0.0.1:5000',
  voicePattern: /^$|^[\w.-]{1,100}$/,
  request: (say) => piperCall(say, '/synthesize'),
  // Releases up to 1.3 have the endpoint at the root.
  olderRequest: (say) => piperCall(say, '/'),
  // An object with the configuration of each voice, by name.
  voices: {
    request: ({ baseUrl }) => ({ url: `${baseUrl}/voices`, headers: {} }),
    read(body) {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Error('no voices')
      return Object.keys(body).map((id) => ({ id, name: id, language: languageOf(id) }))
    },
    provesKey: false,
  },
}

/** `en-US` for `en_US-lessac-medium`. */
function languageOf(voice: string): string {
  return /^[a-z]{2,3}_[A-Z]{2}/.exec(voice)?.[0].replace('_', '-') ?? ''
}

function piperCall({ text, voice, speed, baseUrl }: ResolvedSpeechRequest, path: string) {
  return {
    url: `${baseUrl}${path}`,
    headers: json,
    body: JSON.stringify({
      text: withoutPhonemes(text),
      ...(voice === '' ? {} : { voice }),
      length_scale: Number((1 / clampedSpeed(speed)).toFixed(3)),
    }),
  }
}
