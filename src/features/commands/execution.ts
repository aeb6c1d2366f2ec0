import type { Clock } from '../../ambient.ts'
import type { Caller } from '../../caller.ts'
import { Failure } from '../../contract/failures.ts'
import type { Platform } from '../../contract/platforms.ts'
import type { OutgoingLine } from '../chat/chat.ts'
import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'
import { patternLimits } from './patterns.ts'
import type { Run, StepOutcome } from './run.ts'

/** The time limit for a command with all its steps and the commands they run. */
const maxRunMs = 10_000
export const maxSteps = 30

/** A command that ran in this execution: the first one, or one that a step ran. */
export interface Ran {
  readonly by: Caller
  readonly run: Run
  readonly depth: number
  readonly replies: string[]
  /** The platforms that accepted a reply. */
  readonly sentTo: Set<Platform>
  readonly outcomes: StepOutcome[]
  /** The failure of a step with `on_error: stop`. */
  stoppedBy?: Failure | undefined
}

export interface SentLine {
  readonly caller: Caller
  readonly line: OutgoingLine & { readonly messageId: string }
}

export type Execution = ReturnType<typeof createExecution>

/** What a command shares with the commands it runs: its limits and the record of what they did. */
export function createExecution(clock: Clock) {
  const endsAt = clock.steady() + maxRunMs
  let steps = 0
  let patternWork = 0

  return {
    ran: [] as Ran[],
    sent: [] as SentLine[],

    takeStep(): void {
      steps++
      if (steps > maxSteps) throw invalid(commandErrors.tooManySteps({ max: maxSteps }))
    },

    /** Limits how long a command holds up everybody else by matching patterns. */
    takePatternWork(work: number): void {
      patternWork += work
      if (patternWork > patternLimits.runWork) throw invalid(commandErrors.tooMuchMatching())
    },

    /** Stops waiting at the time limit. The work itself has its own timeout and may still succeed. */
    async inTime<T>(work: () => Promise<T>, maxMs = maxRunMs): Promise<T> {
      const leftMs = Math.min(maxMs, endsAt - clock.steady())
      if (leftMs <= 0) throw outOfTime(false)
      let timer: NodeJS.Timeout | undefined
      const end = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(outOfTime(true)), leftMs)
      })
      try {
        return await Promise.race([work(), end])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function outOfTime(mayHaveHappened: boolean): Failure {
  return new Failure('platform_unavailable', { message: commandErrors.timedOut(), mayHaveHappened })
}
