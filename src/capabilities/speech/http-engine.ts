import { TextError } from '../../kernel/text/text-error.ts'
import { durationOf, sniffAudio } from '../sounds/audio-format.ts'
import type { EngineVoice, SpeechEngineDefinition } from './contract/speech-engines/definition.ts'
import {
  baseLanguage,
  maxAudioBytes,
  type SpeechEngine,
  SpeechError,
  type SpeechRequest,
  type SpokenAudio,
} from './engine.ts'
import { levelSpeech } from './level-speech.ts'
import { speechErrors } from './messages.ts'
import { createVoiceList } from './voice-list.ts'

/** Settings of the operator. They never contain viewer input. */
export interface HttpEngineSettings {
  /** The address of the service, if it is not the default; required for local servers. */
  readonly baseUrl?: string | undefined
  readonly key?: string | undefined
  /** For services whose key has two parts. */
  readonly keyId?: string | undefined
  readonly region?: string | undefined
  readonly model?: string | undefined
  readonly voice?: string | undefined
}

export interface HttpCall {
  readonly method?: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How to call one service and read its answer. Everything else is in its definition. */
export interface HttpAdapter {
  readonly defaultBaseUrl?: (settings: HttpEngineSettings) => string
  readonly voicePattern: RegExp
  request(say: ResolvedSpeechRequest): HttpCall
  /** The request for an older release of the service, sent after a 404 or 405. */
  olderRequest?(say: ResolvedSpeechRequest): HttpCall
  /** For services that wrap the audio in another format. */
  unwrap?(answer: Buffer): Buffer
  /** How the service itself lists its voices. */
  readonly voices?: VoiceListing
}

export interface VoiceListing {
  request(service: Pick<ResolvedSpeechRequest, 'baseUrl' | 'settings' | 'now'>): Omit<HttpCall, 'body' | 'method'>
  /** Throws for an answer in another shape. */
  read(body: unknown): readonly EngineVoice[]
  /** Whether the list is given to accepted keys only, so that it proves the key. */
  readonly provesKey: boolean
}

/** The used fields of a definition. */
type HttpEngineDefinition = Pick<SpeechEngineDefinition, 'name' | 'title' | 'needsKey' | 'voices' | 'defaultVoice'>

/** A request with every default filled in. */
export interface ResolvedSpeechRequest {
  readonly text: string
  readonly voice: string
  readonly language: string | undefined
  readonly speed: number | undefined
  readonly baseUrl: string
  readonly settings: HttpEngineSettings
  readonly now: Date
}

const printable = /^[\x21-\x7e]+$/
const regionShape = /^[a-z0-9-]{1,40}$/
const keyRefusals = new Set<number | undefined>([401, 403])
/** Services have up to two thousand voices. */
const maxVoices = 2_000

/** Throws on invalid settings. The message names the setting, never its value. */
export function createHttpEngine(
  definition: HttpEngineDefinition,
  adapter: HttpAdapter,
  settings: HttpEngineSettings,
  { timeoutMs = 10_000, now = () => new Date() }: { readonly timeoutMs?: number; readonly now?: () => Date } = {},
): SpeechEngine {
  const { name, title: label, needsKey } = definition
  for (const [what, value] of [
    ['key', settings.key],
    ['key id', settings.keyId],
  ] as const) {
    if (value !== undefined && !printable.test(value))
      throw new TextError(speechErrors.invalidKey.of({ setting: what, engine: label }))
  }
  if (needsKey && settings.key === undefined) throw new TextError(speechErrors.keyRequired.of({ engine: label }))
  if (settings.region !== undefined && !regionShape.test(settings.region))
    throw new TextError(speechErrors.invalidRegion.of({ engine: label }))
  const baseUrl = checkedBase(label, settings.baseUrl ?? adapter.defaultBaseUrl?.(settings))
  if (settings.voice !== undefined && !adapter.voicePattern.test(settings.voice)) {
    throw new TextError(speechErrors.invalidVoice.of({ engine: label }))
  }
  let useOlder = false

  async function ask(call: HttpCall, signal: AbortSignal): Promise<Response> {
    try {
      return await fetch(call.url, {
        method: call.method ?? 'POST',
        headers: call.headers,
        ...(call.method !== 'GET' && { body: call.body }),
        redirect: 'manual',
        signal,
      })
    } catch (error) {
      throw asSpeechError(label, error, signal)
    }
  }

  async function synthesize(request: SpeechRequest): Promise<SpokenAudio> {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout])
    const { text, language, speed } = request
    const wanted = request.voice !== undefined && adapter.voicePattern.test(request.voice) ? request.voice : undefined
    const voice = wanted ?? settings.voice ?? voiceFor(language, definition)
    const say: ResolvedSpeechRequest = { text, voice, language, speed, baseUrl, settings, now: now() }
    const isOlder = useOlder && adapter.olderRequest !== undefined
    let response = await ask(isOlder && adapter.olderRequest ? adapter.olderRequest(say) : adapter.request(say), signal)
    if (!isOlder && adapter.olderRequest !== undefined && [404, 405].includes(response.status)) {
      await response.body?.cancel()
      response = await ask(adapter.olderRequest(say), signal)
      useOlder = response.ok
    }
    const answer = await readAnswer(label, response, signal)
    return asAudio(label, adapter.unwrap === undefined ? answer : adapter.unwrap(answer))
  }

  async function askVoices({ request, read }: VoiceListing, signal: AbortSignal): Promise<readonly EngineVoice[]> {
    const call = { ...request({ baseUrl, settings, now: now() }), method: 'GET', body: '' } as const
    const answer = await readAnswer(label, await ask(call, signal), signal)
    try {
      const voices = read(JSON.parse(answer.toString('utf8')))
      return voices.filter(({ id }) => adapter.voicePattern.test(id)).slice(0, maxVoices)
    } catch {
      throw new SpeechError('refused', speechErrors.noVoiceList.of({ engine: label }))
    }
  }

  const { voices: listing } = adapter
  const voiceList = createVoiceList({
    known: definition.voices,
    ask: listing && (() => askVoices(listing, AbortSignal.timeout(timeoutMs))),
  })
  const named = (voices: readonly EngineVoice[]) => voices.map((voice) => ({ ...voice, engine: name }))

  return {
    name,
    synthesize,
    voices: async () => named(await voiceList.get()),

    async check(signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      let voices: readonly EngineVoice[] | undefined
      try {
        if (listing !== undefined) voices = await askVoices(listing, limit)
      } catch (error) {
        // Not every server that speaks the protocol lists its voices.
        const isMissing = error instanceof SpeechError && error.reason === 'refused' && !keyRefusals.has(error.status)
        if (listing?.provesKey || !isMissing) throw error
      }
      if (voices === undefined || listing?.provesKey !== true) await synthesize({ text: 'Ready.', signal: limit })
      return { voices: named(voices ?? definition.voices) }
    },
  }
}

function voiceFor(language: string | undefined, { voices, defaultVoice }: HttpEngineDefinition): string {
  if (language === undefined) return defaultVoice
  const match = voices.find((voice) => baseLanguage(voice.language) === baseLanguage(language))
  return match?.id ?? defaultVoice
}

function checkedBase(label: string, text: string | undefined): string {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  const isUsable = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isUsable || url.search !== '' || url.hash !== '') {
    throw new TextError(speechErrors.invalidAddress.of({ engine: label }))
  }
  return url.href.replace(/\/+$/, '')
}

/** Redirects are refused, because they could send the text and the key to an unknown server. */
async function readAnswer(label: string, response: Response, signal: AbortSignal): Promise<Buffer> {
  const type = response.headers.get('content-type') ?? ''
  const reason =
    response.status >= 300 && response.status < 400
      ? speechErrors.redirected.of({ engine: label })
      : !response.ok
        ? speechErrors.badStatus.of({ engine: label, status: response.status })
        : /^text\/|html|xml/i.test(type)
          ? speechErrors.textInstead.of({ engine: label })
          : undefined
  if (reason !== undefined) {
    await response.body?.cancel().catch(() => {})
    throw new SpeechError('refused', reason, response.status)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      // Base64 needs four bytes for three.
      if (size > (maxAudioBytes * 4) / 3)
        throw new SpeechError('too_large', speechErrors.sentTooMuchAudio.of({ engine: label }))
      chunks.push(chunk)
    }
  } catch (error) {
    throw asSpeechError(label, error, signal)
  }
  return Buffer.concat(chunks)
}

function asAudio(label: string, bytes: Buffer): SpokenAudio {
  if (bytes.length > maxAudioBytes)
    throw new SpeechError('too_large', speechErrors.sentTooMuchAudio.of({ engine: label }))
  const mime = sniffAudio(bytes)
  if (mime === undefined) throw new SpeechError('refused', speechErrors.notAudio.of({ engine: label }))
  const levelled = mime === 'audio/wav' ? levelSpeech(bytes) : undefined
  if (levelled !== undefined) return { ...levelled, mime }
  return { bytes, mime, durationMs: durationOf(bytes, mime) }
}

/** Errors of `fetch` may quote headers, so only their code is used. */
function asSpeechError(label: string, error: unknown, signal: AbortSignal): SpeechError {
  if (error instanceof SpeechError) return error
  if (signal.aborted) {
    return (signal.reason as Error | undefined)?.name === 'TimeoutError'
      ? new SpeechError('timed_out', speechErrors.timedOut.of({ engine: label }))
      : new SpeechError('stopped', speechErrors.stopped.of({ engine: label }))
  }
  const code = (error as { cause?: { code?: unknown } }).cause?.code
  const isKnown = typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code)
  const message = isKnown
    ? speechErrors.unreachableBecause.of({ engine: label, reason: code })
    : speechErrors.unreachable.of({ engine: label })
  return new SpeechError('failed', message)
}
