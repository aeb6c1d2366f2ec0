import { mp3, wav } from '../speech/fake-speech-server.ts'
import { type FakeAnswer, type FakeRequest, startFakeServer } from './fake-server.ts'

export const speechKeys = {
  openai: 'sk-proj-0123456789abcdefghijklmnop',
  elevenlabs: 'sk_0123456789abcdef0123456789abcdef',
  google: 'AIzaSy0123456789abcdefghijklmnopqrstuv',
  azure: '0123456789abcdef0123456789abcdef',
  polly: 'pollySecret/0123456789abcdefghijklmnop',
}
export const pollyKeyId = 'AKIAIOSFODNN7EXAMPLE'

export type FakeSpeechService = keyof typeof speechKeys | 'piper'

interface Service {
  /** The refusal of a request with another key. */
  refuse(request: FakeRequest): FakeAnswer | undefined
  readonly voices: { readonly path: string; readonly body: unknown } | undefined
  readonly speech: { readonly path: string; readonly audio: Buffer; readonly wrapped?: true }
}

/**
 * Six speech services. The lists of voices have the shape of recorded answers and of other clients: ElevenLabs as in
 * elevenlabs/elevenlabs-python issue 18, Google as its own guide prints it, Azure as the client aspeak reads it, Polly as
 * the AWS SDK for Rust models it, Piper as the server of OHF-Voice writes it, a compatible server as Kokoro answers.
 */
const services: Readonly<Record<FakeSpeechService, Service>> = {
  openai: {
    refuse: ({ headers }) =>
      headers.authorization === `Bearer ${speechKeys.openai}`
        ? undefined
        : { status: 401, body: { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } } },
    voices: undefined,
    speech: { path: '/v1/audio/speech', audio: mp3 },
  },
  piper: {
    refuse: () => undefined,
    voices: {
      path: '/voices',
      body: { 'en_US-lessac-medium': { num_speakers: 1 }, 'nl_BE-nathalie-medium': { num_speakers: 1 } },
    },
    speech: { path: '/synthesize', audio: wav },
  },
  elevenlabs: {
    refuse: ({ headers }) =>
      headers['xi-api-key'] === speechKeys.elevenlabs
        ? undefined
        : { status: 401, body: { detail: { status: 'invalid_api_key', message: 'Invalid API key' } } },
    voices: {
      path: '/v1/voices',
      body: {
        voices: [
          { voice_id: '21m00Tcm4TlvDq8ikWAM', name: 'Rachel', category: 'premade', labels: { language: 'en' } },
          { voice_id: 'zrHiDhphv9ZnVXBqCLjz', name: 'My own voice', category: 'cloned', labels: {}, samples: null },
        ],
      },
    },
    speech: { path: '/v1/text-to-speech/', audio: mp3 },
  },
  google: {
    refuse: ({ headers }) =>
      headers['x-goog-api-key'] === speechKeys.google
        ? undefined
        : {
            status: 400,
            body: { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } },
          },
    voices: {
      path: '/v1/voices',
      body: {
        voices: [
          {
            languageCodes: ['ja-JP'],
            name: 'ja-JP-Standard-A',
            ssmlGender: 'FEMALE',
            naturalSampleRateHertz: 22050,
          },
          { languageCodes: ['vi-VN'], name: 'vi-VN-Chirp3-HD-Achernar', ssmlGender: 'FEMALE' },
        ],
      },
    },
    speech: { path: '/v1/text:synthesize', audio: mp3, wrapped: true },
  },
  azure: {
    refuse: ({ headers }) =>
      headers['ocp-apim-subscription-key'] === speechKeys.azure ? undefined : { status: 401, text: 'Unauthorized' },
    voices: {
      path: '/cognitiveservices/voices/list',
      body: [
        {
          Name: 'Microsoft Server Speech Text to Speech Voice (af-ZA, AdriNeural)',
          DisplayName: 'Adri',
          LocalName: 'Adri',
          ShortName: 'af-ZA-AdriNeural',
          Gender: 'Female',
          Locale: 'af-ZA',
          SampleRateHertz: '48000',
          VoiceType: 'Neural',
          Status: 'GA',
        },
      ],
    },
    speech: { path: '/cognitiveservices/v1', audio: mp3 },
  },
  polly: {
    refuse: ({ headers }) =>
      headers.authorization?.includes(`Credential=${pollyKeyId}/`) && headers['x-amz-date'] !== undefined
        ? undefined
        : { status: 403, body: { message: 'The security token included in the request is invalid.' } },
    voices: {
      path: '/v1/voices',
      body: {
        Voices: [
          {
            Gender: 'Female',
            Id: 'Lotte',
            LanguageCode: 'nl-NL',
            LanguageName: 'Dutch',
            Name: 'Lotte',
            SupportedEngines: ['neural', 'standard'],
          },
        ],
      },
    },
    speech: { path: '/v1/speech', audio: mp3 },
  },
}

export type FakeSpeech = Awaited<ReturnType<typeof startFakeSpeech>>

/** One of the services on loopback, which refuses what the real one refuses. */
export async function startFakeSpeech(name: FakeSpeechService) {
  const { refuse, voices, speech } = services[name]
  const spoken: string[] = []

  function handle(request: FakeRequest): FakeAnswer {
    const { method, path, text } = request
    const refusal = refuse(request)
    if (refusal !== undefined) return refusal
    if (method === 'GET' && path === voices?.path) return { status: 200, body: voices.body }
    if (method !== 'POST' || !path.startsWith(speech.path)) return { status: 404, body: { error: 'not found' } }
    spoken.push(text)
    if (speech.wrapped) return { status: 200, body: { audioContent: speech.audio.toString('base64') } }
    return { status: 200, bytes: speech.audio, headers: { 'Content-Type': 'audio/mpeg' } }
  }

  const server = await startFakeServer(handle)
  return { url: server.url, server, spoken, close: server.close }
}
