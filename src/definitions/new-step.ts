import type { Schema } from '../kernel/schema/schema.ts'
import type { StepDefinition, WrittenStep } from './define-step.ts'

/**
 * A step as it is added: nothing is filled in, so that nothing goes live that nobody wrote. What it needs is empty until
 * somebody fills it in, and it cannot be saved before.
 */
export function newStep({ type, input }: Pick<StepDefinition, 'type' | 'input'>): WrittenStep {
  const lists = input.required.flatMap((name) => {
    const schema = input.properties[name]
    return schema === undefined || !isListOfParts(schema) ? [] : [[name, emptyParts(schema)] as const]
  })
  return { type, ...Object.fromEntries(lists) }
}

/** Parts of a step with fields of their own, such as the options to choose from. */
function isListOfParts({ type, items }: Schema): boolean {
  return type === 'array' && items?.properties !== undefined
}

/** As many as there must be, so that the form has something to fill in. */
function emptyParts({ minItems = 0 }: Schema): readonly Readonly<Record<string, unknown>>[] {
  return Array.from({ length: minItems }, () => ({}))
}
