import { commandLimits, type ExecutionLimits } from '../steps/execution.ts'
import type { RunSteps } from '../steps/step-runner.ts'
import { maxCueSteps, type WrittenCue } from './contract/shows.ts'
import type { RunCueSteps } from './cue-player.ts'

/** Nobody waits for the reply of a cue, so it may take its time. Commands that its steps run count as well. */
export const cueLimits: ExecutionLimits = {
  ...commandLimits,
  runMs: 3_600_000,
  steps: maxCueSteps * 4,
  waitSeconds: 3600,
}

/** Runs the steps of a cue as the broadcaster. What they do is recorded under the cue. */
export function createCueSteps({ runSteps }: { runSteps: RunSteps }): RunCueSteps {
  return async ({ cue, cause, from }, { signal, onStep, onWait }) => {
    const subject = { source: `cue:${cue.number}`, title: cue.name }
    const steps = cue.steps.slice(from)
    const { outcomes } = await runSteps(cause, steps, subject, {
      signal,
      limits: cueLimits,
      onStep: ({ path, outcome }) => {
        // A step inside another one counts as that one.
        const number = Number.parseInt(path, 10)
        const seconds = path === String(number) ? waitOf(steps[number - 1]) : undefined
        if (outcome !== undefined) onStep(from + number)
        else if (seconds !== undefined) onWait(from + number - 1, seconds)
      },
    })
    return { error: outcomes.find(({ failure }) => failure !== undefined)?.failure?.text ?? null }
  }
}

/** How long a step waits that does nothing else. */
function waitOf(step: WrittenCue['steps'][number] | undefined): number | undefined {
  return step?.type === 'wait' && typeof step.seconds === 'number' ? step.seconds : undefined
}
