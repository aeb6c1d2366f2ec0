import { clampedSpeed } from '../engine.ts'
import type { HttpAdapter } from '../http-engine.ts'
import { json, optionalText, rowsIn, textOf } from './shared.ts'

export const elevenlabs: HttpAdapter = {
  defaultBaseUrl: () => 'https://api.elevenlabs.io',
  voicePattern: /^[A-Za-z0-9]{10,40}$/,
  request: ({ text, voice, speed, baseUrl, settings }) => ({
    url: `${baseUrl}/v1/text-to-speech/${voice}?output_format=mp3_44100_128`,
    headers: { ...json, accept: 'audio/mpeg', 'xi-api-key': settings.key ?? '' },
    body: JSON.stringify({
      text,
      model_id: settings.model ?? 'eleven_flash_v2_5',
      voice_settings: { stability: 0.5, similarity_boost: 0.75, speed: clampedSpeed(speed, 0.7, 1.2) },
    }),
  }),
  voices: {
    request: ({ baseUrl, settings }) => ({
      url: `${baseUrl}/v1/voices`,
      headers: { 'xi-api-key': settings.key ?? '' },
    }),
    read: (body) =>
      rowsIn(body, 'voices').map((row) => {
        const labels = (row.labels ?? {}) as Record<string, unknown>
        return { id: textOf(row.voice_id), name: textOf(row.name), language: optionalText(labels.language) }
      }),
    provesKey: true,
  },
}
