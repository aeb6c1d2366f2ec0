import { fork } from 'node:child_process'
import type { Verdict } from './proof.ts'

/** What a proof in a process of its own says to the process that started it. */
export type ProofMessage = { readonly done: number } | { readonly verdict: Verdict }

/** A proof ends by itself when its time is over. It may need so long for the round that it is in, and to clean up. */
export const graceMinutes = 5

export interface ProofProcess {
  readonly verdict: Promise<Verdict>
  /** Ends it with everything that it started. */
  kill(): void
}

/**
 * Runs one proof in a process of its own, so that one that ends the process, or hangs, is a broken proof and not the end
 * of all of them.
 */
export function startProof(
  script: string,
  args: readonly string[],
  { limitMs, onProgress }: { limitMs: number; onProgress(done: number): void },
): ProofProcess {
  const startedAt = performance.now()
  // In a process group of its own, which can be ended together with the servers in it.
  // Without the options of this process, which may be a test runner.
  const child = fork(script, [...args], { execArgv: [], detached: true, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let reached = 0
  let printed = ''
  let received: Verdict | undefined
  let isOverdue = false
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-2000)
  })
  child.on('message', (message: ProofMessage) => {
    if ('verdict' in message) received = message.verdict
    else {
      reached = message.done
      onProgress(reached)
    }
  })
  const timer = setTimeout(() => {
    isOverdue = true
    kill()
  }, limitMs)

  function kill(): void {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid, 'SIGKILL')
  }

  function broken(fault: string): Verdict {
    return { done: reached, seconds: (performance.now() - startedAt) / 1000, figures: {}, faults: [fault] }
  }

  const verdict = new Promise<Verdict>((resolve) => {
    child.once('error', (error) => resolve(broken(`the process could not be started: ${error.message}`)))
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      if (received !== undefined) resolve(received)
      else if (isOverdue) resolve(broken(`it did not end in its time and was killed: ${printed}`))
      else resolve(broken(`its process ended without a verdict (${signal ?? code}): ${printed}`))
    })
  })
  return { verdict, kill }
}
