import { createShares, type Place, type Turn } from '../../kernel/limits/shares.ts'
import type { Log } from '../../kernel/log.ts'
import { type AudioCache, createAudioCache } from './audio-cache.ts'
import {
  baseLanguage,
  type EngineVoice,
  type SpeechEngine,
  SpeechError,
  type SpokenAudio,
  type Synthesized,
} from './engine.ts'
import { createGrowingAudio, type GrowingAudio } from './growing-audio.ts'
import { speechErrors } from './messages.ts'

export interface Line {
  /** The id for `find`: unguessable, because nothing else is needed to fetch the audio. */
  readonly id: string
  /** Already prepared text: it is spoken unchanged. */
  readonly text: string
  /** `engine:voice`, as returned by `listVoices`. Its engine is tried first. */
  readonly voice?: string | undefined
  readonly language?: string | undefined
  readonly speed?: number | undefined
  /** Who speaks: channels take turns. */
  readonly turn?: Turn | undefined
  /** The first part may be returned while the others are synthesized. */
  readonly inParts?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Utterance {
  readonly engine: string
  readonly mime: string
  /** An estimate while the line is in parts. */
  readonly durationMs: number | undefined
  /** Whether `readParts` has the line sooner than `find`. */
  readonly isInParts: boolean
}

export type SpeechChain = ReturnType<typeof createSpeechChain>

/**
 * After this number of consecutive failures an engine is skipped for a while, so that it does not delay each line. For
 * the channel alone: it may be its voice that the engine refuses.
 */
const failuresUntilRest = 3
const maxRemembered = 1_000
/** Lines that are synthesized at once, of all channels; one alone gets half of them. */
const places = 8
/** Lines of one channel that wait for their turn. More are only shown. */
const maxWaiting = 32

/** Lines of the server itself, such as those that check an engine. */
const nobody: Turn = { channelId: 0 }

/** Tries the engines in order until one succeeds. If all fail, only the text is shown. */
export function createSpeechChain({
  engines: firstEngines,
  order = firstEngines.map(({ name }) => name),
  log,
  cache = createAudioCache(),
  timeoutMs = 12_000,
  restMs = 60_000,
  now = () => performance.now(),
  onSpoken,
}: {
  readonly engines: readonly SpeechEngine[]
  /** Engine names in order of preference. Other engines are not used. */
  readonly order?: readonly string[]
  readonly log: Log
  readonly cache?: AudioCache
  /** The time limit of one engine, and of the wait for a turn. */
  readonly timeoutMs?: number
  readonly restMs?: number
  readonly now?: () => number
  /** Called with the whole line before the id is returned; a line is then never in parts. */
  readonly onSpoken?: (id: string, audio: SpokenAudio) => Promise<void>
}) {
  let engines = firstEngines
  let inOrder = order.flatMap((name) => engines.filter((engine) => engine.name === name))
  const growing = new Map<string, GrowingAudio>()
  const failures = new Map<string, { count: number; restsUntil: number }>()
  const shares = createShares({ places })

  async function tryEngine(
    engine: SpeechEngine,
    { turn, ...line }: Omit<Line, 'id'>,
  ): Promise<Synthesized | undefined> {
    const key = failuresKey(engine, turn)
    const [wantedEngine, wantedVoice] = splitVoice(line.voice)
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = line.signal === undefined ? timeout : AbortSignal.any([line.signal, timeout])
    const voice = wantedEngine === engine.name ? wantedVoice : undefined
    try {
      const audio = await withSignal(
        engine.synthesize({ ...line, lane: turn && String(turn.channelId), voice, signal }),
        signal,
      )
      failures.delete(key)
      return audio
    } catch (error) {
      if (line.signal?.aborted) return undefined
      const reason = timeout.aborted ? 'timed_out' : error instanceof SpeechError ? error.reason : 'failed'
      if (reason === 'nothing_to_say') return undefined
      // A full queue is not a failure of the engine.
      if (reason !== 'busy') noteFailure(key)
      log.warn('a speech engine failed', {
        engine: engine.name,
        reason,
        detail: error instanceof SpeechError ? error.message : 'Unexpected error.',
      })
      return undefined
    }
  }

  /** The line keeps its place until all parts are synthesized. */
  function collect(
    id: string,
    engine: string,
    first: SpokenAudio,
    rest: AsyncIterable<SpokenAudio>,
    place: Place,
  ): void {
    const line = createGrowingAudio(first, rest, (error) => {
      log.warn('the rest of a line could not be spoken', {
        engine,
        reason: error instanceof SpeechError ? error.reason : 'failed',
      })
    })
    growing.set(id, line)
    void line.whole.then((whole) => {
      place.leave()
      growing.delete(id)
      cache.replace(id, whole)
    })
  }

  function noteFailure(key: string): void {
    const count = (failures.get(key)?.count ?? 0) + 1
    if (failures.size >= maxRemembered) failures.clear()
    failures.set(key, { count, restsUntil: count >= failuresUntilRest ? now() + restMs : 0 })
  }

  function enginesFor({ voice, language, turn }: Pick<Line, 'voice' | 'language' | 'turn'>): SpeechEngine[] {
    const [wanted] = splitVoice(voice)
    const rank = (engine: SpeechEngine) => (engine.name === wanted ? 0 : speaks(engine, language) ? 1 : 2)
    const awake = inOrder.filter((engine) => (failures.get(failuresKey(engine, turn))?.restsUntil ?? 0) <= now())
    // If all engines are paused, try one anyway: a delay is better than no speech.
    return (awake.length > 0 ? awake : inOrder).toSorted((a, b) => rank(a) - rank(b))
  }

  async function takeTurn({ turn = nobody, signal }: Line): Promise<Place | undefined> {
    const time = AbortSignal.timeout(timeoutMs)
    const place = shares.placeOf(turn)
    try {
      if (shares.waitingOf(turn.channelId) >= maxWaiting) throw new Error('too many lines wait')
      await place.enter(signal === undefined ? time : AbortSignal.any([signal, time]))
      return place
    } catch {
      if (!signal?.aborted) log.warn('a line is not spoken: too many at once', { channelId: turn.channelId })
      return undefined
    }
  }

  async function speak({ id, ...line }: Line, place: Place): Promise<Utterance | undefined> {
    for (const engine of enginesFor(line)) {
      if (line.signal?.aborted) return undefined
      const audio = await tryEngine(engine, { ...line, inParts: line.inParts === true && onSpoken === undefined })
      if (audio === undefined) continue
      const { mime, rest, expectedMs, durationMs } = audio
      cache.put(id, audio)
      if (rest === undefined) await onSpoken?.(id, audio)
      else collect(id, engine.name, audio, rest, place)
      return { engine: engine.name, mime, durationMs: expectedMs ?? durationMs, isInParts: rest !== undefined }
    }
    return undefined
  }

  return {
    /**
     * Undefined if all engines failed, or if its turn did not come in time: the line is then shown without speech. Does
     * not throw for engine errors.
     */
    async say(line: Line): Promise<Utterance | undefined> {
      const place = await takeTurn(line)
      if (place === undefined) return undefined
      let isGrowing = false
      try {
        const spoken = await speak(line, place)
        isGrowing = spoken?.isInParts === true
        return spoken
      } finally {
        if (!isGrowing) place.leave()
      }
    },

    /** The whole line, for a few minutes; waits until it is complete. */
    async find(id: string): Promise<SpokenAudio | undefined> {
      return growing.get(id)?.whole ?? cache.find(id)
    },

    /** The line as a sequence of files, each as soon as it is ready. */
    readParts(id: string): AsyncIterable<Buffer> | undefined {
      const line = growing.get(id)
      if (line !== undefined) return line.read()
      const whole = cache.find(id)
      return whole && wholeOnly(whole)
    },

    /** In the order in which they are tried. */
    get engines(): readonly string[] {
      return inOrder.map(({ name }) => name)
    },

    /** Every engine with all that it has open, to keep some of them when others are replaced. */
    get opened(): readonly SpeechEngine[] {
      return engines
    },

    /** Lines under way are finished by the engines that they began with. Those that are no longer used are closed. */
    replaceEngines(next: readonly SpeechEngine[]): void {
      const left = engines.filter((engine) => !next.includes(engine))
      failures.clear()
      engines = next
      inOrder = [...next]
      for (const engine of left) void engine.close?.().catch(() => {})
    },

    /** All voices of the engines in use, with ids for `say`. */
    async listVoices(): Promise<EngineVoice[]> {
      const lists = await Promise.all(inOrder.map((engine) => engine.voices().catch(() => [])))
      return lists.flat().map((voice) => ({ ...voice, id: `${voice.engine}:${voice.id}` }))
    },

    async close(): Promise<void> {
      cache.clear()
      await Promise.all(engines.map((engine) => engine.close?.()))
    },
  }
}

function failuresKey({ name }: SpeechEngine, turn: Turn = nobody): string {
  return `${name} ${turn.channelId}`
}

async function* wholeOnly({ bytes }: SpokenAudio): AsyncGenerator<Buffer> {
  yield bytes
}

function splitVoice(voice: string | undefined): [engine: string | undefined, voice: string | undefined] {
  const colon = voice?.indexOf(':') ?? -1
  if (voice === undefined || colon < 0) return [undefined, undefined]
  return [voice.slice(0, colon), voice.slice(colon + 1)]
}

function speaks({ languages }: SpeechEngine, language: string | undefined): boolean {
  return language === undefined || languages === undefined || languages.includes(baseLanguage(language))
}

/** Enforces the signal, in case an engine ignores it. */
async function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {}
  const stopped = new Promise<never>((_, reject) => {
    onAbort = () => reject(new SpeechError('stopped', speechErrors.anyEngineStopped.of()))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, stopped])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
