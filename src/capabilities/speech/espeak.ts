import {
  baseLanguage,
  clampedSpeed,
  type EngineVoice,
  maxAudioBytes,
  type SpeechEngine,
  SpeechError,
  type SpeechRequest,
} from './engine.ts'
import { levelSpeech } from './level-speech.ts'
import { speechErrors } from './messages.ts'
import { withoutPhonemes } from './phonemes.ts'

const normalWordsPerMinute = 165
/** Valid voice ids: they cannot be mistaken for an option or a path. */
const voiceShape = /^[a-z][a-z0-9-]{0,40}(\+[a-z0-9]{1,20})?$/i
/** Languages with another name in espeak-ng. */
const otherNames: Readonly<Record<string, string>> = { zh: 'cmn', no: 'nb' }

/** The `espeak-ng` program, if it is installed: synthetic voices for over a hundred languages. */
export function createEspeak({ program = 'espeak-ng', timeoutMs = 10_000 } = {}): SpeechEngine {
  let list: Promise<readonly EngineVoice[]> | undefined

  function voices(): Promise<readonly EngineVoice[]> {
    list ??= run(program, ['--voices'], '', timeoutMs).then(
      (table) => parseVoices(table.toString('utf8')),
      () => {
        // Not cached: the program may be installed while the server runs.
        list = undefined
        return []
      },
    )
    return list
  }

  return {
    name: 'espeak',

    async synthesize(request) {
      if (!/[\p{L}\p{N}]/u.test(request.text)) throw new SpeechError('nothing_to_say', speechErrors.nothingToSay.of())
      const voice = pickVoice(request, await voices())
      const wordsPerMinute = Math.round(normalWordsPerMinute * clampedSpeed(request.speed))
      const args = ['-v', voice, '-s', String(wordsPerMinute), '--stdin', '--stdout']
      const raw = await run(program, args, withoutPhonemes(request.text), timeoutMs, request.signal)
      // The program streams, so its WAV header has a wrong size. Levelling writes a new header.
      const levelled = levelSpeech(raw)
      if (levelled === undefined) throw new SpeechError('failed', speechErrors.noAudio.of({ engine: 'espeak-ng' }))
      return { ...levelled, mime: 'audio/wav' }
    },

    voices,
  }
}

function pickVoice({ voice, language = 'en-us' }: SpeechRequest, voices: readonly EngineVoice[]): string {
  if (voice !== undefined && voiceShape.test(voice)) return voice
  const wanted = language.toLowerCase().replaceAll('_', '-')
  const base = otherNames[baseLanguage(wanted)] ?? baseLanguage(wanted)
  const found =
    voices.find(({ id }) => id === wanted) ??
    voices.find(({ id }) => id === base) ??
    voices.find(({ id }) => baseLanguage(id) === base)
  if (found !== undefined) return found.id
  if (voices.length > 0) throw new SpeechError('failed', speechErrors.noVoiceForLanguage.of({ engine: 'espeak-ng' }))
  return 'en-us'
}

/** Columns: priority, language, age and gender, name, file. */
function parseVoices(table: string): EngineVoice[] {
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, id, , name] = line.trim().split(/\s+/)
      if (id === undefined || name === undefined || !voiceShape.test(id)) return []
      return [{ id, engine: 'espeak', name: name.replaceAll('_', ' '), language: id }]
    })
}

/** Runs the program without a shell and passes the text by stdin. It is killed after the timeout or on abort. */
function run(
  program: string,
  args: readonly string[],
  input: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new SpeechError('stopped', speechErrors.stopped.of({ engine: 'espeak-ng' })))
      return
    }
    // Imported here, because few installations have the program and the module would slow down every start.
    const { spawn } = process.getBuiltinModule('node:child_process')
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
    const chunks: Buffer[] = []
    let size = 0
    const stop = (error: SpeechError) => {
      child.kill('SIGKILL')
      finish(() => reject(error))
    }
    const deadline = setTimeout(
      () => stop(new SpeechError('timed_out', speechErrors.timedOut.of({ engine: 'espeak-ng' }))),
      timeoutMs,
    )
    const onAbort = () => stop(new SpeechError('stopped', speechErrors.stopped.of({ engine: 'espeak-ng' })))
    signal?.addEventListener('abort', onAbort, { once: true })

    function finish(outcome: () => void): void {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', onAbort)
      outcome()
    }

    child.on('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'ENOENT'
      finish(() =>
        reject(
          missing
            ? new SpeechError('not_installed', speechErrors.notInstalled.of({ engine: 'espeak-ng' }))
            : new SpeechError('failed', speechErrors.notStarted.of({ engine: 'espeak-ng' })),
        ),
      )
    })
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxAudioBytes)
        stop(new SpeechError('too_large', speechErrors.tooMuchAudio.of({ engine: 'espeak-ng' })))
      else chunks.push(chunk)
    })
    child.on('close', (code) => {
      finish(() =>
        code === 0
          ? resolve(Buffer.concat(chunks))
          : reject(new SpeechError('failed', speechErrors.exited.of({ engine: 'espeak-ng' }))),
      )
    })
    // The program may exit before it has read all input; its exit code decides.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
