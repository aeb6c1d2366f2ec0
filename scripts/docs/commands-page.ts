import { commandFieldSchemas } from '../../src/capabilities/commands/contract/command-columns.ts'
import { variables as allVariables, type VariableDefinition } from '../../src/capabilities/steps/contract/variables.ts'
import { type StepDefinition, stepGroups } from '../../src/definitions/define-step.ts'
import { boundsOf, typeOf } from '../../src/kernel/schema/schema-text.ts'
import { code, prose, table } from '../../src/kernel/text/markdown.ts'
import { steps as allSteps } from '../../src/registry/steps.ts'
import { fillPart } from './fill-part.ts'

interface Definitions {
  readonly steps?: readonly StepDefinition[]
  readonly variables?: readonly VariableDefinition[]
}

/** The guide to commands with its tables generated from the definitions; the text around them is written by hand. */
export function fillCommandsPage(page: string, definitions: Definitions = {}): string {
  const { steps = allSteps, variables = allVariables } = definitions
  const parts = {
    variables: variablesTable(variables),
    steps: stepsTable(steps),
    fields: fieldsTable(),
  }
  return Object.entries(parts).reduce((filled, [name, text]) => fillPart(filled, name, text), page)
}

function variablesTable(variables: readonly VariableDefinition[]): string {
  const rows = variables.map(({ usage, help, example: [text, result] }) => [
    code(usage),
    help(),
    code(text),
    code(typeof result === 'string' ? result : result.join(' or ')),
  ])
  return table(['Variable', 'Value', 'Example', 'Result'], rows)
}

function stepsTable(steps: readonly StepDefinition[]): string {
  const rows = steps.map(({ type, group, help, needs, example }) => [
    code(type),
    stepGroups[group](),
    prose(help()),
    code(JSON.stringify(example)),
    needs.map(code).join(', '),
  ])
  return table(['Type', 'Group', 'What it does', 'Example', 'Scope for the same by API'], rows)
}

function fieldsTable(): string {
  const rows = Object.entries(commandFieldSchemas).map(([field, schema]) => [
    code(field),
    [typeOf(schema), boundsOf(schema)].filter((part) => part !== '').join('; '),
    schema.default === undefined ? '' : code(JSON.stringify(schema.default)),
    prose(schema.description ?? ''),
  ])
  return table(['Field', 'Value', 'Default', 'Notes'], rows)
}
