import type { StepDefinition, WrittenStep } from '../../../src/definitions/define-step.ts'
import { control, needsOne } from '../../../src/kernel/schema/schema.ts'
import { calledFields, neededFields } from '../../../src/registry/action-calls.ts'
import { findStep } from '../../../src/registry/steps.ts'
import { fieldsOf, isEmpty, type StepField } from '../steps/step-shape.ts'
import { pickerMessages } from './messages.ts'

/** The fields of an action that a person starts, as its form shows them. */
export function fieldsOfAction(step: WrittenStep): readonly StepField[] {
  const type = String(step.type)
  const called = calledFields(type)
  const needed = neededFields(type)
  return fieldsOf(findStep(type), step)
    .filter(({ name }) => called.has(name))
    .map((field) => (needed.includes(field.name) ? { ...field, isRequired: true } : field))
}

/** The titles of what has to be filled in before the action can be done. */
export function missingFields(step: WrittenStep): string[] {
  const definition: StepDefinition | undefined = findStep(String(step.type))
  const fields = fieldsOfAction(step)
  const missing = fields.filter(({ name, isRequired, schema }) => isRequired && isEmpty(step[name] ?? schema.default))
  const choices = (definition?.input[needsOne] ?? [])
    .map((names) => fields.filter(({ name, schema }) => names.includes(name) && schema[control] !== 'hidden'))
    .filter((group) => group.length > 1 && group.every(({ name }) => isEmpty(step[name])))
  return [
    ...missing.map(({ title }) => title),
    ...choices.map((group) =>
      group.map(({ title }) => title).reduce((one, other) => pickerMessages.either({ one, other })),
    ),
  ]
}
