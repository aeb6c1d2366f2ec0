import type { WrittenStep } from '../../definitions/define-step.ts'
import { findStep } from '../../registry/steps.ts'
import { typeOf } from './read-steps.ts'

/** Every step of a stored list, those inside other steps included. What is not a step is passed over. */
export function* eachStep(steps: unknown): Generator<WrittenStep> {
  for (const step of recordsIn(steps)) {
    yield step
    for (const field of findStep(typeOf(step))?.nested ?? []) {
      if (field !== 'options') yield* eachStep(step[field])
      else for (const option of recordsIn(step.options)) yield* eachStep(option.steps)
    }
  }
}

function recordsIn(list: unknown): WrittenStep[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []
}
