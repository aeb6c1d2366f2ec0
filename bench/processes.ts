import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './load.ts'
import type { Measurement, Question } from './measured.ts'

/** As V8 writes it. */
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
  measure(): Promise<Measurement>
  startProfile(): Promise<void>
  stopProfile(): Promise<Profile>
  close(): Promise<void>
}

/** A server under measurement, as a process of its own. */
export async function startSubject(file: 'floor.ts' | 'subject.ts', args: readonly string[] = []): Promise<Subject> {
  const child = forkHere(file, args)
  const { port } = await answerOf<{ port: number }>(child)
  return {
    port,
    measure: () => ask<Measurement>(child, 'measure'),
    startProfile: () => ask(child, 'start-profile'),
    stopProfile: () => ask<Profile>(child, 'stop-profile'),
    close: () => end(child),
  }
}

export interface LoadGenerator {
  run(load: Load): Promise<LoadResult>
  close(): Promise<void>
}

export function startLoadGenerator(): LoadGenerator {
  const child = forkHere('load.ts')
  return {
    async run(load) {
      const { result, error } = await ask<{ result?: LoadResult; error?: string }>(child, load)
      if (result === undefined) throw new Error(error)
      return result
    },
    close: () => end(child),
  }
}

function forkHere(file: string, args: readonly string[] = []): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = fork(path, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

function ask<T>(child: ChildProcess, question: Load | Question): Promise<T> {
  const answer = answerOf<T>(child)
  child.send(question)
  return answer
}

function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('a process of the bench ended early'))
    child.once('exit', gone)
    child.once('message', (answer) => {
      child.off('exit', gone)
      resolve(answer as T)
    })
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
