import { type AwsCredentials, signedHeaders } from '../aws-signature.ts'
import { clampedSpeed } from '../engine.ts'
import type { HttpAdapter, HttpEngineSettings } from '../http-engine.ts'
import { json, optionalText, prosody, rowsIn, textOf } from './shared.ts'

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
    const headers = signedHeaders({ url, headers: json, body, at: now }, credentialsOf(settings))
    return { url: url.href, headers, body }
  },
  voices: {
    request({ baseUrl, settings, now }) {
      const url = new URL(`${baseUrl}/v1/voices`)
      url.searchParams.set('Engine', settings.model ?? 'neural')
      return {
        url: url.href,
        headers: signedHeaders({ method: 'GET', url, headers: {}, body: '', at: now }, credentialsOf(settings)),
      }
    },
    read: (body) =>
      rowsIn(body, 'Voices').map((row) => ({
        id: textOf(row.Id),
        name: optionalText(row.Name) || textOf(row.Id),
        language: optionalText(row.LanguageCode),
      })),
    provesKey: true,
  },
}

function credentialsOf({ keyId = '', key = '', region = 'us-east-1' }: HttpEngineSettings): AwsCredentials {
  return { accessKeyId: keyId, secretAccessKey: key, region, service: 'polly' }
}
