import { maxWaitSeconds } from '../../definitions/waits.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Place } from '../../kernel/limits/shares.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { OutgoingLine } from './chat-lines.ts'
import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'
import { patternLimits } from './patterns.ts'
import type { StepRun } from './run.ts'

/** What bounds an execution: all steps together, each step, their number, and one wait. */
export interface ExecutionLimits {
  readonly runMs: number
  readonly stepMs: number
  readonly steps: number
  readonly waitSeconds: number
}

export const maxSteps = 30
/** The limits of a command with all its steps and the commands they run: somebody in chat waits for its reply. */
export const commandLimits: ExecutionLimits = {
  runMs: 10_000,
  stepMs: 10_000,
  steps: maxSteps,
  waitSeconds: maxWaitSeconds,
}

/** A command that ran in this execution: the first one, or one that a step ran. */
export interface RanCommand {
  readonly by: Caller
  readonly command: { readonly id: number; readonly command: string }
  readonly depth: number
  readonly steps: StepRun
  readonly startedAt: number
  finishedAt: number
}

export interface SentStepLine {
  readonly caller: Caller
  readonly line: OutgoingLine & { readonly messageId: string }
}

/** What the log gets to know of an execution. */
export interface ExecutionRecords {
  readonly ran: RanCommand[]
  readonly sent: SentStepLine[]
}

export type Execution = ReturnType<typeof createExecution>

/** What steps share with the commands they run: limits, the signal that stops them, and the record of what they did. */
export function createExecution(
  clock: Clock,
  limits: ExecutionLimits = commandLimits,
  signal?: AbortSignal,
  place?: Pick<Place, 'away'>,
) {
  const endsAt = clock.steady() + limits.runMs
  let records: ExecutionRecords = { ran: [], sent: [] }
  let steps = 0
  let patternWork = 0

  /** Stops waiting at the time limit, or when the run is stopped. The work itself may still succeed. */
  async function race<T>(work: () => Promise<T>, maxMs: number): Promise<T> {
    if (signal?.aborted) throw stopped(false)
    const leftMs = Math.min(maxMs, endsAt - clock.steady())
    if (leftMs <= 0) throw outOfTime(false)
    let giveUp: (reason: Failure) => void = () => {}
    const end = new Promise<never>((_resolve, reject) => {
      giveUp = reject
    })
    const onStop = () => giveUp(stopped(true))
    const timer = setTimeout(() => giveUp(outOfTime(true)), leftMs)
    signal?.addEventListener('abort', onStop, { once: true })
    try {
      return await Promise.race([work(), end])
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onStop)
    }
  }

  return {
    limits,
    records: () => records,

    /** The records since the last call. */
    takeRecords(): ExecutionRecords {
      const taken = records
      records = { ran: [], sent: [] }
      return taken
    },

    isStopped: () => signal?.aborted === true,

    takeStep(): void {
      steps++
      if (steps > limits.steps) throw invalid(commandErrors.tooManySteps.of({ max: limits.steps }))
    },

    /** Limits how long a command holds up everybody else by matching patterns. */
    takePatternWork(work: number): void {
      patternWork += work
      if (patternWork > patternLimits.runWork) throw invalid(commandErrors.tooMuchMatching.of())
    },

    inTime: <T>(work: () => Promise<T>, maxMs: number = limits.stepMs): Promise<T> => race(work, maxMs),

    /** Holds no place meanwhile, and ends early when the run is stopped. */
    async pause(seconds: number): Promise<void> {
      if (seconds > limits.waitSeconds) throw invalid(commandErrors.waitTooLong.of({ max: limits.waitSeconds }))
      let timer: NodeJS.Timeout | undefined
      const wait = () =>
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, seconds * 1000)
        })
      try {
        const waited = () => race(wait, limits.runMs)
        await (place === undefined ? waited() : place.away(waited))
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function outOfTime(mayHaveHappened: boolean): Failure {
  return new Failure('platform_unavailable', { message: commandErrors.timedOut.of(), mayHaveHappened })
}

function stopped(mayHaveHappened: boolean): Failure {
  return new Failure('run_stopped', { mayHaveHappened })
}
