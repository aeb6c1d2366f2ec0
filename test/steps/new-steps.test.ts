import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findStepFault } from '../../src/capabilities/steps/check-steps.ts'
import type { StepDefinition } from '../../src/definitions/define-step.ts'
import { newStep } from '../../src/definitions/new-step.ts'
import { needsOne } from '../../src/kernel/schema/schema.ts'
import { recipes } from '../../src/registry/recipes.ts'
import { steps } from '../../src/registry/steps.ts'

const definitions: readonly StepDefinition[] = steps

/** Everything that is filled in, however deep. */
function filled(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(filled)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(filled) : [value]
}

describe('a step that was just added', () => {
  for (const definition of definitions) {
    const { type, input } = definition
    it(`${type} has nothing filled in that would go live`, () => {
      const { type: own, ...fields } = newStep(definition)
      assert.equal(own, type)
      assert.deepEqual(filled(fields), [])
    })

    it(`${type} is refused until what it needs is filled in, at a field of its form`, async () => {
      const fault = await findStepFault([newStep(definition)])
      const needed = [...input.required, ...(input[needsOne] ?? []).flat()]
      // The form of these shows the empty options, with nothing in them that could go wrong.
      const isComplete = needed.length === 0 || type === 'choose'
      if (isComplete) return assert.equal(fault, undefined)
      assert.ok(fault !== undefined && needed.includes(fault.field), String(fault?.message))
    })
  }

  it('can be completed by its example alone', async () => {
    for (const definition of definitions) {
      assert.equal(await findStepFault([{ ...newStep(definition), ...definition.example }]), undefined, definition.type)
    }
  })
})

describe('a recipe', () => {
  for (const { name, automation } of recipes) {
    it(`${name} names a platform only where its trigger does`, () => {
      const { trigger } = automation
      const isOfOne = trigger.type === 'event' && trigger.where?.platform !== undefined
      const named = automation.steps.filter((step) => step.platform !== undefined)
      assert.ok(isOfOne || named.length === 0)
    })
  }
})
