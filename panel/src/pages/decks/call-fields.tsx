import { useEffect, useState } from 'preact/hooks'
import type { DeckCall } from '../../../../src/capabilities/decks/contract/decks.ts'
import { returns } from '../../state.ts'
import { type StepParts, useStepParts } from '../../steps/step-parts.ts'
import { Field } from '../../ui/forms/field.tsx'
import { type ConsoleOperation, loadOperations, operations } from '../console/operations.ts'
import { bodyOf, type FormSchema, type Typed, typedOf } from '../console/schema.ts'
import { SchemaForm } from '../console/schema-form.tsx'
import { deckMessages as messages } from './messages.ts'

interface CallFieldsProps {
  readonly label: string
  /** What is chosen without an operation. */
  readonly none: string
  readonly call: DeckCall | undefined
  /** `isFinished`: every field that was typed can be sent. */
  readonly onChange: (call: DeckCall | undefined, isFinished: boolean) => void
}

/** Any operation, with the form of its parameters. */
export function CallFields({ label, none, call, onChange }: CallFieldsProps) {
  useEffect(() => void loadOperations(), [returns.value])
  const chosen = operations.value.find(({ name }) => name === call?.operation)
  const groups = [...Map.groupBy(operations.value, ({ group }) => group)]
  return (
    <>
      <Field label={label} hint={chosen?.summary} hintLanguage="en">
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
      <ContentChoice
        operation={operation.name}
        input={call.input}
        onChange={(field, value) => change({ ...typed, [field]: value })}
      />
      <div class="stack" lang="en">
        <SchemaForm schema={schema} typed={typed} unfinished={unfinished} errorOf={() => undefined} onChange={change} />
      </div>
    </div>
  )
}

/** Operations that name content of the channel: the parameter, and what there is to choose from. */
const contents: Readonly<Record<string, { field: string; values: (parts: StepParts) => readonly [string, string][] }>> =
  {
    'run-command': { field: 'command', values: ({ commands }) => commands.map((name) => [name, name]) },
    'run-automation': { field: 'name', values: ({ automations }) => automations.map((name) => [name, name]) },
    'toggle-automation': { field: 'name', values: ({ automations }) => automations.map((name) => [name, name]) },
    'trigger-audio-alert': { field: 'name', values: ({ alerts }) => alerts.map(({ name }) => [name, name]) },
    'effect-trigger': {
      field: 'overlay_id',
      values: ({ effects }) => effects.map(({ overlay_id, name }) => [overlay_id, name]),
    },
    'voice-effect': { field: 'effect', values: ({ voice_effects: all }) => all.map(({ id, name }) => [id, name]) },
    'vts-trigger': { field: 'hotkey', values: ({ vts_hotkeys: all }) => all.map(({ id, name }) => [id, name]) },
    ...Object.fromEntries(
      ['go-cue', 'hold-cues', 'stop-cues', 'standby-cue', 'jump-to-cue'].map((name) => [
        name,
        { field: 'show', values: ({ shows }: StepParts) => shows.map((show): [string, string] => [show, show]) },
      ]),
    ),
  }

interface ContentChoiceProps {
  readonly operation: string
  readonly input: DeckCall['input']
  readonly onChange: (field: string, value: string) => void
}

function ContentChoice({ operation, input, onChange }: ContentChoiceProps) {
  const parts = useStepParts()
  const content = contents[operation]
  if (content === undefined || parts === undefined) return null
  const { field, values } = content
  return (
    <Field label={messages.choice()}>
      {(attributes) => (
        <select
          {...attributes}
          value={String(input[field] ?? '')}
          onChange={(event) => onChange(field, event.currentTarget.value)}
        >
          <option value="">–</option>
          {values(parts).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
