import { commandLimits, type ExecutionLimits } from '../steps/execution.ts'
import type { RunSteps } from '../steps/step-runner.ts'
import { maxCueSteps } from './contract/shows.ts'
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
  return async ({ cue, cause }, { signal, onStep }) => {
    const subject = { source: `cue:${cue.number}`, title: cue.name }
    const { outcomes } = await runSteps(cause, cue.steps, subject, {
      signal,
      limits: cueLimits,
      onStep: ({ path, outcome }) => {
        // A step inside another one counts as that one.
        if (outcome !== undefined) onStep(Number.parseInt(path, 10))
      },
    })
    return { error: outcomes.find(({ failure }) => failure !== undefined)?.failure?.text ?? null }
  }
}
