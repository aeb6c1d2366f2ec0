import { workerData } from 'node:worker_threads'
import anyAscii from 'any-ascii'
import { serveJobs } from '../../kernel/threads/serve-jobs.ts'
import { runFlite } from './flite-program.ts'
import { levelSpeech } from './level-speech.ts'
import { withoutEmoji } from './prepare-text.ts'

export interface FliteJob {
  readonly text: string
  readonly voice: string
  readonly speed: number
  readonly maxBytes: number
  /** Of an earlier part of the same line, so that all parts are equally loud. */
  readonly gain?: number | undefined
  readonly maxTailSeconds?: number | undefined
}

export interface FliteResult {
  /** Undefined if the text has no letters or digits. */
  readonly spoken:
    | { readonly bytes: Uint8Array<ArrayBuffer>; readonly durationMs: number; readonly gain: number }
    | undefined
}

const { program } = workerData as { program: WebAssembly.Module }

/** Uses a new instance for each line, so that one text cannot corrupt the memory for the next. */
serveJobs<FliteJob, FliteResult>(({ text, voice, speed, maxBytes, gain, maxTailSeconds }) => {
  // Flite drops unknown letters, so other scripts are transliterated first.
  const plain = anyAscii(withoutEmoji(text))
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
  if (!/[a-z0-9]/i.test(plain)) return { result: { spoken: undefined } }
  const stretch = (1 / speed).toFixed(3)
  const args = ['flite', '-voice', voice, '--setf', `duration_stretch=${stretch}`, '-t', plain, '-o', '/speech.wav']
  const levelled = levelSpeech(runFlite(program, args, maxBytes), {
    ...(gain === undefined ? {} : { gain }),
    ...(maxTailSeconds === undefined ? {} : { maxTailSeconds }),
  })
  if (levelled === undefined) throw new Error('The voice returned no audio.')
  const bytes = new Uint8Array(levelled.bytes.buffer)
  return {
    result: { spoken: { bytes, durationMs: levelled.durationMs, gain: levelled.gain } },
    transfer: [bytes.buffer],
  }
})
