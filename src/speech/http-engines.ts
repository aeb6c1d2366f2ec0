import { signedHeaders } from './aws-signature.ts'
import { baseLanguage, clampedSpeed, type SpeechEngine, SpeechError } from './engine.ts'
import type { HttpEngineName } from './engine-names.ts'
import { createHttpEngine, type HttpAdapter, type HttpEngineSettings, type Say } from './http-engine.ts'
import { withoutPhonemes } from './phonemes.ts'

export function createHttpEngineByName(
  name: HttpEngineName,
  settings: HttpEngineSettings,
  more: { readonly timeoutMs?: number; readonly now?: () => Date } = {},
): SpeechEngine {
  return createHttpEngine(name, adapters[name], settings, more)
}

const json = { 'content-type': 'application/json' }
const plainVoice = /^[\p{L}\p{N} ._:()+-]{1,100}$/u

const adapters: Record<HttpEngineName, HttpAdapter> = {
  /** OpenAI itself, and the many local servers that speak its dialect. */
  openai: {
    label: 'The OpenAI-compatible service',
    needsKey: false,
    usualBaseUrl: () => 'https://api.openai.com',
    voices: ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer', 'verse'].map(
      (id) => ({ id, name: id.charAt(0).toUpperCase() + id.slice(1), language: '' }),
    ),
    voiceShape: plainVoice,
    defaultVoice: 'alloy',
    request: ({ text, voice, speed, baseUrl, settings }) => ({
      // People paste the address with or without the version.
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
  },

  piper: {
    label: 'Piper',
    needsKey: false,
    usualBaseUrl: () => 'http://127.0.0.1:5000',
    voices: [
      { id: 'en_US-lessac-medium', name: 'Lessac', language: 'en-US' },
      { id: 'en_GB-alan-medium', name: 'Alan', language: 'en-GB' },
      { id: 'de_DE-thorsten-medium', name: 'Thorsten', language: 'de-DE' },
      { id: 'es_ES-davefx-medium', name: 'Davefx', language: 'es-ES' },
      { id: 'fr_FR-siwis-medium', name: 'Siwis', language: 'fr-FR' },
      { id: 'tr_TR-dfki-medium', name: 'Dfki', language: 'tr-TR' },
    ],
    voiceShape: /^$|^[\w.-]{1,100}$/,
    defaultVoice: '',
    request: (say) => piperCall(say, '/synthesize'),
    // Up to release 1.3 the bare address spoke.
    olderRequest: (say) => piperCall(say, '/'),
  },

  elevenlabs: {
    label: 'ElevenLabs',
    needsKey: true,
    usualBaseUrl: () => 'https://api.elevenlabs.io',
    voices: [
      { id: 'JBFqnCBsd6RMkjVDRZzb', name: 'George', language: '' },
      { id: 'EXAVITQu4vr4xnSDxMaL', name: 'Sarah', language: '' },
    ],
    voiceShape: /^[A-Za-z0-9]{10,40}$/,
    defaultVoice: 'JBFqnCBsd6RMkjVDRZzb',
    request: ({ text, voice, speed, baseUrl, settings }) => ({
      url: `${baseUrl}/v1/text-to-speech/${voice}?output_format=mp3_44100_128`,
      headers: { ...json, accept: 'audio/mpeg', 'xi-api-key': settings.key ?? '' },
      body: JSON.stringify({
        text,
        model_id: settings.model ?? 'eleven_flash_v2_5',
        voice_settings: { stability: 0.5, similarity_boost: 0.75, speed: clampedSpeed(speed, 0.7, 1.2) },
      }),
    }),
  },

  google: {
    label: 'Google Cloud speech',
    needsKey: true,
    usualBaseUrl: () => 'https://texttospeech.googleapis.com',
    voices: [
      { id: 'en-US-Neural2-C', name: 'Neural C', language: 'en-US' },
      { id: 'en-US-Neural2-D', name: 'Neural D', language: 'en-US' },
      { id: 'en-GB-Neural2-B', name: 'Neural B', language: 'en-GB' },
      { id: 'de-DE-Neural2-B', name: 'Neural B', language: 'de-DE' },
      { id: 'tr-TR-Wavenet-A', name: 'Wavenet A', language: 'tr-TR' },
    ],
    voiceShape: /^$|^[A-Za-z]{2,3}-[A-Za-z]{2,4}-[\w-]{1,60}$/,
    defaultVoice: '',
    request: ({ text, voice, language, speed, baseUrl, settings }) => ({
      url: `${baseUrl}/v1/text:synthesize`,
      // In a header, not in the address: addresses end up in the logs of proxies.
      headers: { ...json, 'x-goog-api-key': settings.key ?? '' },
      body: JSON.stringify({
        input: { text },
        voice: voice === '' ? { languageCode: language ?? 'en-US' } : { languageCode: localeOf(voice), name: voice },
        audioConfig: { audioEncoding: 'MP3', speakingRate: clampedSpeed(speed) },
      }),
    }),
    unwrap: unwrapGoogle,
  },

  azure: {
    label: 'Azure speech',
    needsKey: true,
    usualBaseUrl: ({ region = 'eastus' }) => `https://${region}.tts.speech.microsoft.com`,
    voices: [
      { id: 'en-US-JennyNeural', name: 'Jenny', language: 'en-US' },
      { id: 'en-US-GuyNeural', name: 'Guy', language: 'en-US' },
      { id: 'en-GB-SoniaNeural', name: 'Sonia', language: 'en-GB' },
      { id: 'de-DE-KatjaNeural', name: 'Katja', language: 'de-DE' },
      { id: 'tr-TR-EmelNeural', name: 'Emel', language: 'tr-TR' },
    ],
    voiceShape: /^[A-Za-z]{2,3}-[A-Za-z]{2,4}-[\w:-]{1,60}$/,
    defaultVoice: 'en-US-JennyNeural',
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
  },

  polly: {
    label: 'Amazon Polly',
    needsKey: true,
    usualBaseUrl: ({ region = 'us-east-1' }) => `https://polly.${region}.amazonaws.com`,
    voices: [
      { id: 'Joanna', name: 'Joanna', language: 'en-US' },
      { id: 'Matthew', name: 'Matthew', language: 'en-US' },
      { id: 'Amy', name: 'Amy', language: 'en-GB' },
      { id: 'Vicki', name: 'Vicki', language: 'de-DE' },
      { id: 'Burcu', name: 'Burcu', language: 'tr-TR' },
    ],
    voiceShape: /^[A-Za-z]{2,40}$/,
    defaultVoice: 'Joanna',
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
  },
}

function piperCall({ text, voice, speed, baseUrl }: Say, path: string) {
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

function unwrapGoogle(answer: Buffer): Buffer {
  try {
    const { audioContent } = JSON.parse(answer.toString('utf8')) as { audioContent?: unknown }
    if (typeof audioContent === 'string') return Buffer.from(audioContent, 'base64')
  } catch {
    // Not JSON: said below.
  }
  throw new SpeechError('refused', 'Google Cloud speech answered with something that is no sound.')
}

/** `en-US` of `en-US-JennyNeural`. */
function localeOf(voice: string): string {
  const [language = 'en', country] = voice.split('-')
  return country === undefined ? baseLanguage(language) : `${language}-${country}`
}

function prosody(text: string, rate: string): string {
  const escaped = escapeXml(text)
  return rate === '' ? escaped : `<prosody rate="${rate}">${escaped}</prosody>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Also drops what XML cannot hold at all: control characters and halves of surrogate pairs. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
