import { type ChildProcess, fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './load.ts'
import type { Measurement, Question } from './measured.ts'
import type { SharedAnswer, SharedOrder } from './shared-subjects.ts'

/** Most orders are a round of load or a warm-up, which ends after a minute; a whole part takes longer. */
const answerMs = 5 * 60_000
const longAnswerMs = 60 * 60_000

/** The format of V8. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

export interface Subject {
  readonly port: number
  readonly pid: number
  /** The token of its overlay pages, if it has any. */
  readonly overlayToken: string | undefined
  measure(): Promise<Measurement>
  /** Ends what its overlay pages show, if it has any. */
  skip(): Promise<void>
  /** Runs a full garbage collection; only if it was started with `--expose-gc`. */
  tidyUp(): Promise<void>
  startProfile(): Promise<void>
  stopProfile(): Promise<Profile>
  close(): Promise<void>
}

/** A measured server, in its own process. */
export async function startSubject(
  file: string,
  args: readonly string[] = [],
  { execArgv = [] }: { readonly execArgv?: readonly string[] } = {},
): Promise<Subject> {
  const child = forkHere(file, args, execArgv)
  const { port, overlayToken } = await answerOf<{ port: number; overlayToken?: string }>(child)
  return {
    port,
    pid: child.pid ?? 0,
    overlayToken,
    measure: () => ask<Measurement>(child, 'measure'),
    tidyUp: () => ask(child, 'tidy-up'),
    skip: () => ask(child, 'skip'),
    startProfile: () => ask(child, 'start-profile'),
    stopProfile: () => ask<Profile>(child, 'stop-profile'),
    close: () => end(child),
  }
}

export type SharedSubjects = ReturnType<typeof startSharedSubjects>

/** Servers that share a process, which starts with the first of them. */
export function startSharedSubjects() {
  let worker: ReturnType<typeof startWorker<SharedOrder, SharedAnswer>> | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, because an answer does not say what it answers. */
  function run(order: SharedOrder): Promise<SharedAnswer> {
    worker ??= startWorker<SharedOrder, SharedAnswer>('shared-subjects.ts', { execArgv: ['--expose-gc'] })
    const { run: send } = worker
    const answer = last.then(() => send(order))
    last = answer.catch(() => {})
    return answer
  }

  return {
    async start(args: readonly string[]): Promise<Subject> {
      const { id = 0, port = 0, overlayToken } = await run({ do: 'open', args })
      let isOpen = true
      const unknown = () => Promise.reject(new Error('a profile needs a process of its own'))
      return {
        port,
        pid: 0,
        overlayToken,
        measure: async () => (await run({ do: 'measure', id })) as Measurement,
        tidyUp: async () => void (await run({ do: 'tidy-up', id })),
        skip: async () => void (await run({ do: 'skip', id })),
        startProfile: unknown,
        stopProfile: unknown,
        async close() {
          if (isOpen) await run({ do: 'close', id })
          isOpen = false
        },
      }
    },
    close: async () => worker?.close(),
  }
}

export interface LoadGenerator {
  run(load: Load): Promise<LoadResult>
  close(): Promise<void>
}

export function startLoadGenerator(): LoadGenerator {
  return startWorker<Load, LoadResult>('load.ts')
}

/** A process that runs orders and responds with `{ result }` or `{ error }`. */
export function startWorker<Q extends object, A>(
  file: string,
  { execArgv = [], isLong = false }: { readonly execArgv?: readonly string[]; readonly isLong?: boolean } = {},
) {
  // A long one has children of its own, which it stops when it is asked to end.
  const child = forkHere(file, [], execArgv, isLong ? 'SIGTERM' : 'SIGKILL')
  return {
    async run(question: Q): Promise<A> {
      const waitMs = isLong ? longAnswerMs : answerMs
      const { result, error } = await ask<{ result?: A; error?: string }>(child, question, waitMs)
      if (result === undefined) throw new Error(error)
      return result
    },
    close: () => end(child),
  }
}

function forkHere(
  file: string,
  args: readonly string[] = [],
  execArgv: readonly string[] = [],
  lastSignal: NodeJS.Signals = 'SIGKILL',
): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url))
  // The compile cache of the server, because a run starts some twenty processes.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }
  const child = fork(path, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [...execArgv], env })
  const end = () => void child.kill(lastSignal)
  // Before its data folder is deleted.
  process.prependOnceListener('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

function ask<T>(child: ChildProcess, question: object | Question, waitMs = answerMs): Promise<T> {
  const answer = answerOf<T>(child, waitMs)
  if (child.connected) child.send(question)
  return answer
}

/** Never waits for ever: a process that has ended, or hangs, is an error. */
function answerOf<T>(child: ChildProcess, waitMs = answerMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const name = child.spawnargs[1]
    const gone = () => over(() => reject(new Error(`${name} ended early`)))
    const received = (answer: unknown) => over(() => resolve(answer as T))
    const late = () => over(() => reject(new Error(`${name} did not answer`)))
    const timer = setTimeout(late, waitMs)
    const over = (settle: () => void) => {
      clearTimeout(timer)
      child.off('exit', gone)
      child.off('message', received)
      settle()
    }
    child.once('exit', gone)
    child.once('message', received)
    if (child.exitCode !== null || child.signalCode !== null) gone()
  })
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
