import { clampedSpeed } from '../engine.ts'
import type { HttpAdapter } from '../http-engine.ts'
import { localeOf, optionalText, prosody, rowsIn, textOf } from './shared.ts'

export const azure: HttpAdapter = {
  defaultBaseUrl: ({ region = 'eastus' }) => `https://${region}.tts.speech.microsoft.com`,
  voicePattern: /^[A-Za-z]{2,3}-[A-Za-z]{2,4}-[\w:-]{1,60}$/,
  request: ({ text, voice, speed, baseUrl, settings }) => ({
    url: `${baseUrl}/cognitiveservices/v1`,
    headers: {
      'content-type': 'application/ssml+xml',
      'x-microsoft-outputformat': 'audio-24khz-48kbitrate-mono-mp3',
      'ocp-apim-subscription-key': settings.key ?? '',
      'user-agent': 'showcaller',
    },
    body: `<speak version="1.0" xml:lang="${localeOf(voice)}"><voice name="${voice}">${prosody(text, clampedSpeed(speed) === 1 ? '' : clampedSpeed(speed).toFixed(2))}</voice></speak>`,
  }),
  voices: {
    request: ({ baseUrl, settings }) => ({
      url: `${baseUrl}/cognitiveservices/voices/list`,
      headers: { 'ocp-apim-subscription-key': settings.key ?? '', 'user-agent': 'showcaller' },
    }),
    read: (body) =>
      rowsIn(body).map((row) => ({
        id: textOf(row.ShortName),
        name: optionalText(row.DisplayName) || textOf(row.ShortName),
        language: optionalText(row.Locale),
      })),
    provesKey: true,
  },
}
