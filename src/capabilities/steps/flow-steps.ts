import type { Caller } from '../../kernel/operation/caller.ts'
import type { flowSteps } from './contract/steps.ts'
import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'
import type { AutomationReference, Run, StepContext, StepResult } from './run.ts'
import type { StepHandlersFor } from './step-handler.ts'

/** Starts an automation and does not wait for it. */
export type StartAutomation = (
  caller: Caller,
  reference: AutomationReference,
  run: Pick<Run, 'user' | 'platform' | 'args' | 'data'>,
) => Promise<{ readonly runId: number; readonly name: string }>

/** What these steps use. */
export interface FlowStepServices {
  /** A random number from 0 up to 1. */
  readonly chance: () => number
  readonly startAutomation: StartAutomation
}

export const flowStepHandlers: StepHandlersFor<typeof flowSteps, FlowStepServices> = {
  // Its condition is checked where all conditions are, so `branch` does its work.
  async if() {
    return {}
  },

  async repeat({ times, steps }, context) {
    context.continueWith({ place: 'steps', steps, times })
    return { times }
  },

  async choose({ options }, context, { chance }) {
    const weights = options.map(weightOf)
    let left = chance() * weights.reduce((sum, weight) => sum + weight, 0)
    const chosen = weights.findIndex((weight) => {
      left -= weight
      return weight > 0 && left < 0
    })
    const index = chosen < 0 ? weights.findLastIndex((weight) => weight > 0) : chosen
    const option = options[index]
    if (option === undefined) throw invalid(commandErrors.noWeight.of())
    context.continueWith({ place: `options.${index + 1}`, steps: stepsOfOption(option) })
    return { option: index + 1 }
  },

  async stop(_input, context) {
    context.end()
    return {}
  },

  async run_automation(reference, { run }, { startAutomation }) {
    const { runId, name } = await startAutomation(run.caller, reference, run)
    return { automation: name, run_id: runId }
  },
}

/** The steps of `if` that run next. */
export function branch(fields: unknown, isMet: boolean, context: StepContext): StepResult {
  const place = isMet ? 'then' : 'else'
  const steps = (fields as Readonly<Record<'then' | 'else', readonly unknown[]>>)[place]
  context.continueWith({ place, steps })
  return { branch: place }
}

/** 1 when an option says nothing. */
export function weightOf({ weight = 1 }: Readonly<Record<string, unknown>>): number {
  if (typeof weight === 'number' && weight >= 0 && weight <= 1_000_000) return weight
  throw invalid(commandErrors.weight.of())
}

export function stepsOfOption({ steps = [] }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (Array.isArray(steps)) return steps
  throw invalid(commandErrors.optionSteps.of())
}
