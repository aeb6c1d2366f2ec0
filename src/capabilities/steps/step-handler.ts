import type { StepDefinition } from '../../definitions/define-step.ts'
import type { Static } from '../../kernel/schema/schema.ts'
import type { StepInput, StepType } from '../../registry/steps.ts'
import type { StepContext, StepResult } from './run.ts'

/** Performs a step whose fields are checked and whose variables are filled, with the services of its capability. */
export interface StepHandler<Input = never, Services = never> {
  (input: Input, context: StepContext, services: Services): Promise<StepResult>
  /** Set where the handler limits its parts itself, so that one slow platform does not hide what the others did. */
  readonly limitsItsTime?: true
  /**
   * Whether this step, as it is written, only stores rows, and does so with `storeWithRun` where the context has it: it
   * waits for nothing outside of the database, so its run need not be recorded before it.
   */
  readonly onlyStoresRows?: (step: Readonly<Record<string, unknown>>) => boolean
}

/** A handler for each step of a list of definitions. The compiler refuses an object with one missing. */
export type StepHandlersFor<Steps extends readonly StepDefinition[], Services> = {
  readonly [Step in Steps[number] as Step['type']]: StepHandler<Static<Step['input']>, Services>
}

/** A handler for each step that there is. */
export type StepHandlers<Services> = { readonly [T in StepType]: StepHandler<StepInput<T>, Services> }

export function storingWithRun<Input, Services>(
  onlyStoresRows: NonNullable<StepHandler['onlyStoresRows']>,
  handler: StepHandler<Input, Services>,
): StepHandler<Input, Services> {
  return Object.assign(handler, { onlyStoresRows })
}

export function limitingItsTime<Input, Services>(handler: StepHandler<Input, Services>): StepHandler<Input, Services> {
  return Object.assign(handler, { limitsItsTime: true as const })
}
