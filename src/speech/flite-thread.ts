import { workerData } from 'node:worker_threads'
import anyAscii from 'any-ascii'
import { serveJobs } from '../threads/serve-jobs.ts'
import { runFlite } from './flite-program.ts'
import { levelSpeech } from './level-speech.ts'
import { withoutEmoji } from './prepare-text.ts'

export interface FliteJob {
  readonly text: string
  readonly voice: string
  readonly speed: number
  readonly maxBytes: number
}

export interface FliteResult {
  /** Undefined when no letter or digit was left to say. */
  readonly spoken: { readonly bytes: Uint8Array<ArrayBuffer>; readonly durationMs: number } | undefined
}

const { program } = workerData as { program: WebAssembly.Module }

/** A fresh instance for each line: whatever a text did to the program's memory is gone with it. */
serveJobs<FliteJob, FliteResult>(({ text, voice, speed, maxBytes }) => {
  // Flite drops every letter it does not know, so other scripts are spelt in its own first.
  const plain = anyAscii(withoutEmoji(text))
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
  if (!/[a-z0-9]/i.test(plain)) return { result: { spoken: undefined } }
  const stretch = (1 / speed).toFixed(3)
  const args = ['flite', '-voice', voice, '--setf', `duration_stretch=${stretch}`, '-t', plain, '-o', '/speech.wav']
  const levelled = levelSpeech(runFlite(program, args, maxBytes))
  if (levelled === undefined) throw new Error('The voice made no sound.')
  const bytes = new Uint8Array(levelled.bytes.buffer)
  return { result: { spoken: { bytes, durationMs: levelled.durationMs } }, transfer: [bytes.buffer] }
})
