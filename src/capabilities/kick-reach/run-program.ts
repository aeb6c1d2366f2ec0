import { type ChildProcess, spawn } from 'node:child_process'

/** Far more than any answer that is read; the rest is dropped. */
const maxOutput = 1024 * 1024
/** How long a program may take to end by itself after it was asked to. */
const endMs = 2_000

export interface ProgramResult {
  /** Null for a program that could not be started or was ended. */
  readonly code: number | null
  /** Both streams, in order of arrival. */
  readonly output: string
  /** Only the first stream. */
  readonly answer: string
}

export interface ProgramOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** The program is ended as soon as its output says this. Some wait for a person then. */
  readonly isEnough?: (output: string) => boolean
}

/** Runs a program to its end. No shell is involved: arguments are passed as they are. */
export function runProgram(
  program: string,
  args: readonly string[],
  { environment, timeoutMs, signal, isEnough }: ProgramOptions,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    let output = ''
    let answer = ''
    const child = spawn(program, args, {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      shell: false,
    })
    const end = () => void endProgram(child)
    const timer = setTimeout(end, timeoutMs)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()

    function settle(code: number | null): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve({ code, output, answer })
    }

    function receive(text: string): void {
      if (output.length < maxOutput) output += text
      if (isEnough?.(output)) end()
    }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (answer.length < maxOutput) answer += text
      receive(text)
    })
    child.stderr.setEncoding('utf8').on('data', receive)
    child.once('error', () => settle(null))
    child.once('close', settle)
  })
}

/** Starts a program that runs until it is ended. Its output is not read: it may contain secrets. */
export function startProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(program, args, { env: environment, stdio: 'ignore', windowsHide: true, shell: false })
}

/** Asks a program to end, and ends it if it does not. Resolves when it has ended. */
export function endProgram(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), endMs)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
