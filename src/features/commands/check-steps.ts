import { Failure } from '../../contract/failures.ts'
import type { ObjectSchema } from '../../contract/schema.ts'
import type { WrittenStep } from '../../contract/steps/define-step.ts'
import { checkCondition } from './conditions.ts'
import { conditionOf, delaySecondsOf, getStep, readFields } from './read-steps.ts'
import type { Lookup } from './template.ts'

/** A step that could not run as it is written. */
export interface StepFault {
  readonly index: number
  /** The field of the step. */
  readonly field: string
  readonly message: string
}

/** The first step that could not run as it is written. */
export async function findStepFault(steps: readonly unknown[]): Promise<StepFault | undefined> {
  for (const [index, step] of steps.entries()) {
    try {
      const definition = getStep(step)
      delaySecondsOf(step)
      await checkCondition(conditionOf(step))
      await readFields(withSampleChoices(step as WrittenStep, definition.input), definition, anything)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const [field = ''] = error.message.split(' ')
      return { index, field, message: error.message }
    }
  }
  return undefined
}

/** The placeholder value of every variable: valid as a name, a text and a number. */
const anything: Lookup = () => () => '1'

/** A variable in a field with a fixed set of values can only be checked when the step runs. */
function withSampleChoices(step: WrittenStep, { properties }: ObjectSchema): WrittenStep {
  const entries = Object.entries(step).map(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (typeof value !== 'string' || !value.includes('$(')) return [name, value]
    if (schema?.enum !== undefined) return [name, schema.enum[0]]
    return [name, schema?.format === 'date' ? '2000-01-01' : value]
  })
  return Object.fromEntries(entries)
}
