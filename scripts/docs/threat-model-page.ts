import type { EventDefinition } from '../../src/definitions/define-event.ts'
import type { StepDefinition } from '../../src/definitions/define-step.ts'
import { panelRoles } from '../../src/kernel/operation/contract/panel-roles.ts'
import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'
import type { Operation, PanelOperation } from '../../src/kernel/operation/operation.ts'
import { code, table } from '../../src/kernel/text/markdown.ts'
import { toolsOf } from '../../src/mcp/tools.ts'
import { operations as allOperations } from '../../src/operations.ts'
import { panelOperations as allPanelOperations } from '../../src/panel-operations.ts'
import { eventDefinitions } from '../../src/registry/events.ts'
import { liveEventDefinitions } from '../../src/registry/live-events.ts'
import { createNames } from '../../src/registry/names.ts'
import { steps as allSteps } from '../../src/registry/steps.ts'
import { fillPart } from './fill-part.ts'

type ReadEvent = Pick<EventDefinition, 'kind' | 'readableBy'>

interface Definitions {
  readonly events?: readonly ReadEvent[]
  readonly operations?: readonly Operation[]
  readonly steps?: readonly StepDefinition[]
  readonly panelOperations?: readonly Pick<PanelOperation, 'name' | 'grants'>[]
}

/** The threat model with its lists generated from the definitions; the text around them is written by hand. */
export function fillThreatModel(page: string, definitions: Definitions = {}): string {
  const { steps = allSteps, panelOperations = allPanelOperations, operations = allOperations } = definitions
  const { events = [...eventDefinitions, ...liveEventDefinitions] } = definitions
  return [
    ['tools', toolsByScope(operations)],
    ['recent sign-in', recentSignIn(panelOperations)],
    ['readers of events', readersOfEvents(events)],
    ['scopes of steps', scopesOfSteps(steps)],
  ].reduce((filled, [name = '', text = '']) => fillPart(filled, name, text), page)
}

/** By what their hints tell a client: a person is asked before those of the last column. */
function toolsByScope(operations: readonly Operation[]): string {
  const tools = [...toolsOf(operations, createNames('spec')).values()].map(({ name, scope, shown }) => {
    const { readOnlyHint, destructiveHint } = shown.annotations as Readonly<Record<string, boolean>>
    return { name, scope, kind: readOnlyHint ? 'reads' : destructiveHint ? 'asks' : 'changes' }
  })
  const rows = allScopes.flatMap((scope) => {
    const found = tools.filter((tool) => tool.scope === scope)
    const named = (kind: string) => listed(found.filter((tool) => tool.kind === kind).map(({ name }) => name))
    return found.length === 0 ? [] : [[code(scope), named('reads'), named('changes'), named('asks')]]
  })
  return table(['Scope', 'Only read', 'Change', 'May delete, run or send anything'], rows)
}

function readersOfEvents(events: readonly ReadEvent[]): string {
  const rows = panelRoles.flatMap((role) =>
    [null, ...allScopes].flatMap((scope) => {
      const found = events.filter(({ readableBy }) => readableBy.role === role && readableBy.scope === scope)
      const keys = scope === null ? 'never' : code(scope)
      return found.length === 0 ? [] : [[role, keys, listed(found.map(({ kind }) => kind))]]
    }),
  )
  return table(['Panel', 'Keys', 'Kinds'], rows)
}

function listed(names: readonly string[]): string {
  return names.toSorted().map(code).join(', ')
}

function recentSignIn(operations: readonly Pick<PanelOperation, 'name' | 'grants'>[]): string {
  const granting = operations.filter(({ grants }) => grants !== 'nothing')
  const kinds = [...new Set(granting.map(({ grants }) => grants))].toSorted()
  const rows = kinds.map((kind) => {
    return [kind, listed(granting.filter(({ grants }) => grants === kind).map(({ name }) => name))]
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
