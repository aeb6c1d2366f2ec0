import type { StepDefinition } from '../../src/definitions/define-step.ts'
import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'
import type { PanelOperation } from '../../src/kernel/operation/operation.ts'
import { code, table } from '../../src/kernel/text/markdown.ts'
import { panelOperations as allPanelOperations } from '../../src/panel-operations.ts'
import { steps as allSteps } from '../../src/registry/steps.ts'
import { fillPart } from './fill-part.ts'

interface Definitions {
  readonly steps?: readonly StepDefinition[]
  readonly panelOperations?: readonly Pick<PanelOperation, 'name' | 'grants'>[]
}

/** The threat model with its lists generated from the definitions; the text around them is written by hand. */
export function fillThreatModel(page: string, definitions: Definitions = {}): string {
  const { steps = allSteps, panelOperations = allPanelOperations } = definitions
  const filled = fillPart(page, 'recent sign-in', recentSignIn(panelOperations))
  return fillPart(filled, 'scopes of steps', scopesOfSteps(steps))
}

function recentSignIn(operations: readonly Pick<PanelOperation, 'name' | 'grants'>[]): string {
  const granting = operations.filter(({ grants }) => grants !== 'nothing')
  const kinds = [...new Set(granting.map(({ grants }) => grants))].toSorted()
  const rows = kinds.map((kind) => {
    const names = granting.filter(({ grants }) => grants === kind).map(({ name }) => code(name))
    return [kind, names.toSorted().join(', ')]
  })
  return table(['Grants', 'Operations'], rows)
}

function scopesOfSteps(steps: readonly StepDefinition[]): string {
  const named = (some: readonly StepDefinition[]) => some.map(({ type }) => code(type)).join(', ')
  const rows = allScopes.flatMap((scope) => {
    const needing = steps.filter(({ needs }) => needs.includes(scope))
    return needing.length === 0 ? [] : [[code(scope), named(needing)]]
  })
  const free = steps.filter(({ needs }) => needs.length === 0)
  return table(['Scope', 'Steps that do the same'], [...rows, ['none', named(free)]])
}
