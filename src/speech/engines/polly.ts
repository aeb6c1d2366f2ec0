import { signedHeaders } from '../aws-signature.ts'
import { clampedSpeed } from '../engine.ts'
import type { HttpAdapter } from '../http-engine.ts'
import { json, prosody } from './shared.ts'

export const polly: HttpAdapter = {
  defaultBaseUrl: ({ region = 'us-east-1' }) => `https://polly.${region}.amazonaws.com`,
  voicePattern: /^[A-Za-z]{2,40}$/,
  request({ text, voice, speed, baseUrl, settings, now }) {
    const isPlain = clampedSpeed(speed) === 1
    const url = new URL(`${baseUrl}/v1/speech`)
    const body = JSON.stringify({
      Text: isPlain ? text : `<speak>${prosody(text, `${Math.round(clampedSpeed(speed) * 100)}%`)}</speak>`,
      TextType: isPlain ? 'text' : 'ssml',
      VoiceId: voice,
      Engine: settings.model ?? 'neural',
      OutputFormat: 'mp3',
    })
    const headers = signedHeaders(
      { url, headers: json, body, at: now },
      {
        accessKeyId: settings.keyId ?? '',
        secretAccessKey: settings.key ?? '',
        region: settings.region ?? 'us-east-1',
        service: 'polly',
      },
    )
    return { url: url.href, headers, body }
  },
}
