import type { CompanionActionDefinitions, SomeCompanionActionInputField } from '@companion-module/base'
import type { ApiOperation, Field } from '../../core/api.ts'

/** What an action does with the values of its options. */
export type CallOperation = (operation: string, values: Readonly<Record<string, unknown>>) => Promise<void>

/** One action an operation, with an option for each parameter. */
export function defineActions(operations: readonly ApiOperation[], call: CallOperation): CompanionActionDefinitions {
  return Object.fromEntries(
    operations.map((operation) => [
      operation.name,
      {
        name: `${operation.group}: ${operation.title}`,
        description: operation.summary,
        options: operation.fields.map(toOption),
        callback: ({ options }) => call(operation.name, options),
      },
    ]),
  )
}

/** Everything but a switch is a text, so that variables of Companion can be used in it. */
function toOption(field: Field): SomeCompanionActionInputField {
  const label = field.isRequired ? field.title : `${field.title} (optional)`
  const base = { id: field.name, label, tooltip: field.help }
  if (field.kind === 'choice') {
    const choices = field.choices.map((id) => ({ id, label: id }))
    return {
      ...base,
      type: 'dropdown',
      choices: field.isRequired ? choices : [{ id: '', label: '(as the server decides)' }, ...choices],
      default: initialText(field) || (field.isRequired ? (field.choices[0] ?? '') : ''),
    }
  }
  return { ...base, type: 'textinput', default: initialText(field), useVariables: true }
}

/** An optional parameter with a default is left to the server. */
function initialText({ isRequired, initial }: Field): string {
  return isRequired && initial !== undefined ? String(initial) : ''
}
