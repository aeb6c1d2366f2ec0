import { useEffect, useState } from 'preact/hooks'
import type { DeckCall } from '../../../../src/capabilities/decks/contract/decks.ts'
import { returns } from '../../state.ts'
import { Field } from '../../ui/forms/field.tsx'
import { type ConsoleOperation, loadOperations, operations } from '../console/operations.ts'
import { bodyOf, type FormSchema, type Typed, typedOf } from '../console/schema.ts'
import { SchemaForm } from '../console/schema-form.tsx'
import { deckMessages as messages } from './messages.ts'

interface CallFieldsProps {
  /** What is chosen without an operation. */
  readonly none: string
  readonly call: DeckCall | undefined
  /** `isFinished`: every field that was typed can be sent. */
  readonly onChange: (call: DeckCall | undefined, isFinished: boolean) => void
}

/** Any operation of the API, with the form of its parameters, for developers. */
export function CallFields({ none, call, onChange }: CallFieldsProps) {
  useEffect(() => void loadOperations(), [returns.value])
  const chosen = operations.value.find(({ name }) => name === call?.operation)
  const groups = [...Map.groupBy(operations.value, ({ group }) => group)]
  return (
    <>
      <Field label={messages.operation()} hint={chosen?.summary} hintLanguage="en">
        {(attributes) => (
          <select
            {...attributes}
            value={call?.operation ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange(value === '' ? undefined : { operation: value, input: {} }, true)
            }
          >
            <option value="">{none}</option>
            {groups.map(([group, members]) => (
              <optgroup key={group} label={group} lang="en">
                {members.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {call !== undefined && chosen !== undefined && (
        <Parameters key={chosen.name} operation={chosen} call={call} onChange={onChange} />
      )}
    </>
  )
}

interface ParametersProps extends Pick<CallFieldsProps, 'onChange'> {
  readonly operation: ConsoleOperation
  readonly call: DeckCall
}

function Parameters({ operation, call, onChange }: ParametersProps) {
  const schema = operation.input as FormSchema
  const [typed, setTyped] = useState<Typed>(() => typedOf(schema, call.input))
  const { unfinished } = bodyOf(schema, typed)
  const change = (next: Typed) => {
    setTyped(next)
    const { body, unfinished: open } = bodyOf(schema, next)
    onChange({ operation: operation.name, input: body }, open.length === 0)
  }
  return (
    <div class="call-parameters stack">
      <div class="stack" lang="en">
        <SchemaForm schema={schema} typed={typed} unfinished={unfinished} errorOf={() => undefined} onChange={change} />
      </div>
    </div>
  )
}
