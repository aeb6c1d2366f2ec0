import type { StepDefinition, WrittenStep } from '../../definitions/define-step.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { ObjectSchema } from '../../kernel/schema/schema.ts'
import type { Text } from '../../kernel/text/message.ts'
import { checkCondition } from './conditions.ts'
import { commandLimits, type ExecutionLimits } from './execution.ts'
import { stepsOfOption, weightOf } from './flow-steps.ts'
import { invalid } from './invalid.ts'
import { commandErrors } from './messages.ts'
import { conditionOf, delaySecondsOf, getStep, readFields } from './read-steps.ts'
import type { Lookup } from './template.ts'

const maxNesting = 5

/** A step that could not run as it is written. */
export interface StepFault {
  /** The place in the JSON, such as `[1].then[0]`. */
  readonly path: string
  /** The place as people count it, such as `2.then.1`. */
  readonly place: string
  /** The field that is wrong; empty where it is another thing. */
  readonly field: string
  readonly message: Text
}

/** The first step that could not run as it is written, nested ones included. */
export async function findStepFault(
  steps: readonly unknown[],
  limits: Pick<ExecutionLimits, 'steps' | 'waitSeconds'> = commandLimits,
): Promise<StepFault | undefined> {
  let count = 0

  async function checkList(
    list: readonly unknown[],
    path: string,
    place: string,
    depth: number,
  ): Promise<StepFault | undefined> {
    for (const [index, step] of list.entries()) {
      const at = { path: `${path}[${index}]`, place: `${place}${index + 1}` }
      try {
        count++
        if (count > limits.steps) throw invalid(commandErrors.tooManySteps.of({ max: limits.steps }))
        if (depth > maxNesting) throw invalid(commandErrors.nestedTooDeep.of({ max: maxNesting }))
        await checkStep(step)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const [field = ''] = /^[\w.[\]]+/.exec(error.message) ?? []
        return { ...at, field, message: error.text }
      }
      for (const [name, inner] of nestedLists(step as WrittenStep)) {
        const fault = await checkList(inner, `${at.path}.${name}`, `${at.place}.${name}.`, depth + 1)
        if (fault !== undefined) return fault
      }
    }
    return undefined
  }

  async function checkStep(step: unknown): Promise<void> {
    const definition: StepDefinition = getStep(step)
    delaySecondsOf(step)
    await checkCondition(conditionOf(step))
    const fields = await readFields(withSampleChoices(step as WrittenStep, definition.input), definition, anything)
    const fault = definition.faultOf?.(step as WrittenStep)
    if (fault !== undefined) throw invalid(fault)
    if (definition.type === 'wait') checkWait((fields as { readonly seconds: number }).seconds)
    if (definition.type !== 'choose') return
    const { options } = fields as { readonly options: readonly WrittenStep[] }
    for (const option of options) stepsOfOption(option)
    if (options.every((option) => weightOf(option) === 0)) throw invalid(commandErrors.noWeight.of())
  }

  function checkWait(seconds: number): void {
    if (seconds > limits.waitSeconds) throw invalid(commandErrors.waitTooLong.of({ max: limits.waitSeconds }))
  }

  return checkList(steps, '', '', 1)
}

type NestedList = readonly [name: string, steps: readonly unknown[]]

/** The lists of steps inside a step, by their place. */
function nestedLists(step: WrittenStep): NestedList[] {
  const { nested = [] }: StepDefinition = getStep(step)
  return nested.flatMap((name): NestedList[] => {
    const written = step[name]
    if (!Array.isArray(written)) return []
    if (name !== 'options') return [[name, written]]
    return written.map((option, index) => [`options[${index}].steps`, stepsOfOption(option)])
  })
}

/** The placeholder value of every variable: valid as a name, a text and a number. */
const anything: Lookup = (name) => {
  if (name.startsWith('secret.')) throw invalid(commandErrors.secretElsewhere.of())
  return () => '1'
}

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
