import type { Log } from '../log.ts'
import { type AudioCache, createAudioCache } from './audio-cache.ts'
import { baseLanguage, type SpeechEngine, SpeechError, type SpokenAudio, type Voice } from './engine.ts'

export interface Line {
  /** Already prepared: what is handed in here is said as it is. */
  readonly text: string
  /** `engine:voice`, as `listVoices` names them. Its engine is asked first. */
  readonly voice?: string | undefined
  readonly language?: string | undefined
  readonly speed?: number | undefined
  readonly lane?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Utterance {
  /** Under which `find` has the sound for a few minutes. */
  readonly id: string
  readonly engine: string
  readonly mime: string
  readonly durationMs: number | undefined
}

export type SpeechChain = ReturnType<typeof createSpeech>

/** After this many failures in a row an engine is left alone for a while, so that a dead one costs no one any time. */
const failuresUntilRest = 3

/** One voice out of many engines: the next one speaks when one fails, and in the end the text stands alone. */
export function createSpeech({
  engines,
  order = engines.map(({ name }) => name),
  log,
  cache = createAudioCache(),
  timeoutMs = 12_000,
  restMs = 60_000,
  now = () => performance.now(),
  onSpoken = async () => {},
}: {
  readonly engines: readonly SpeechEngine[]
  /** Names of engines, first choice first. An engine not named is not used. */
  readonly order?: readonly string[]
  readonly log: Log
  readonly cache?: AudioCache
  /** For one engine, waiting in its queue included. */
  readonly timeoutMs?: number
  readonly restMs?: number
  readonly now?: () => number
  /** Before anybody is told under which id it is found. */
  readonly onSpoken?: (id: string, audio: SpokenAudio) => Promise<void>
}) {
  const inOrder = order.flatMap((name) => engines.filter((engine) => engine.name === name))
  const failures = new Map<string, { count: number; restsUntil: number }>()

  async function tryEngine(engine: SpeechEngine, line: Line): Promise<SpokenAudio | undefined> {
    const [wantedEngine, wantedVoice] = splitVoice(line.voice)
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = line.signal === undefined ? timeout : AbortSignal.any([line.signal, timeout])
    const voice = wantedEngine === engine.name ? wantedVoice : undefined
    try {
      const audio = await withSignal(engine.synthesize({ ...line, voice, signal }), signal)
      failures.delete(engine.name)
      return audio
    } catch (error) {
      if (line.signal?.aborted) return undefined
      const reason = timeout.aborted ? 'timed_out' : error instanceof SpeechError ? error.reason : 'failed'
      if (reason === 'nothing_to_say') return undefined
      // A queue that is full is no fault of the engine.
      if (reason !== 'busy') noteFailure(engine.name)
      log.warn('An engine did not speak.', {
        engine: engine.name,
        reason,
        detail: error instanceof SpeechError ? error.message : 'Unexpected error.',
      })
      return undefined
    }
  }

  function noteFailure(name: string): void {
    const count = (failures.get(name)?.count ?? 0) + 1
    failures.set(name, { count, restsUntil: count >= failuresUntilRest ? now() + restMs : 0 })
  }

  function enginesFor({ voice, language }: Line): SpeechEngine[] {
    const [wanted] = splitVoice(voice)
    const rank = (engine: SpeechEngine) => (engine.name === wanted ? 0 : speaks(engine, language) ? 1 : 2)
    const awake = inOrder.filter(({ name }) => (failures.get(name)?.restsUntil ?? 0) <= now())
    // When all of them rest, waking one costs less than silence.
    return (awake.length > 0 ? awake : inOrder).toSorted((a, b) => rank(a) - rank(b))
  }

  return {
    /** Undefined when no engine spoke: the line is then shown and not heard. Never throws for an engine's sake. */
    async say(line: Line): Promise<Utterance | undefined> {
      for (const engine of enginesFor(line)) {
        if (line.signal?.aborted) return undefined
        const audio = await tryEngine(engine, line)
        if (audio === undefined) continue
        const id = cache.put(audio)
        await onSpoken(id, audio)
        return { id, engine: engine.name, mime: audio.mime, durationMs: audio.durationMs }
      }
      return undefined
    },

    find: (id: string): SpokenAudio | undefined => cache.find(id),

    /** In the order they are asked. */
    engines: inOrder.map(({ name }) => name),

    /** Every voice of every engine in use, ids as `say` takes them. */
    async listVoices(): Promise<Voice[]> {
      const lists = await Promise.all(inOrder.map((engine) => engine.voices().catch(() => [])))
      return lists.flat().map((voice) => ({ ...voice, id: `${voice.engine}:${voice.id}` }))
    },

    async close(): Promise<void> {
      cache.clear()
      await Promise.all(engines.map((engine) => engine.close?.()))
    },
  }
}

function splitVoice(voice: string | undefined): [engine: string | undefined, voice: string | undefined] {
  const colon = voice?.indexOf(':') ?? -1
  if (voice === undefined || colon < 0) return [undefined, undefined]
  return [voice.slice(0, colon), voice.slice(colon + 1)]
}

function speaks({ languages }: SpeechEngine, language: string | undefined): boolean {
  return language === undefined || languages === undefined || languages.includes(baseLanguage(language))
}

/** An engine that forgets its signal must not hold up the line. */
async function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {}
  const stopped = new Promise<never>((_, reject) => {
    onAbort = () => reject(new SpeechError('stopped', 'The engine was stopped.'))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, stopped])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
