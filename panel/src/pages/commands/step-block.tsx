import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { platformTitles } from '../../../../src/contract/platforms.ts'
import type { ApiError } from '../../api.ts'
import { commandMessages } from '../../messages/commands.ts'
import { Field, type FieldAttributes } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { commandWords } from '../../words/command-words.ts'
import { Conditions } from './conditions.tsx'
import type { Parts, Step } from './draft.ts'
import { fieldsOf, type StepField, summaryOf, typedValue, withField } from './step-shape.ts'

interface BlockProps {
  readonly step: Step
  readonly index: number
  readonly moves: ComponentChildren
  readonly isOpen: boolean
  readonly parts: Parts
  readonly words: readonly string[]
  readonly error: ApiError | undefined
  readonly onOpen: (isOpen: boolean) => void
  readonly onChange: (step: Step) => void
  readonly onRemove: () => void
}

/** One step: its name and a summary; expanded, a form generated from its definition. */
export function StepBlock(props: BlockProps) {
  const { step, index, moves, parts, words, onOpen, onChange, onRemove } = props
  const id = useId()
  const type = String(step.type)
  const stepType = parts.step_types.find((one) => one.type === type)
  const name = commandWords.stepNames[type] ?? type
  const faults = faultsOf(props.error, index)
  const isOpen = props.isOpen || faults.size > 0
  const fields = fieldsOf(stepType, step)
  const hasMore = step.delay !== undefined || step.condition !== undefined || step.on_error !== undefined
  return (
    <div class={`block${isOpen ? ' open' : ''}`}>
      <div class="head">
        {moves}
        <button
          type="button"
          class="fold"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpen(!props.isOpen)}
        >
          <span class="place figure">{index + 1}</span>
          <b>{name}</b>
          <span class="faint small cut">{summaryOf(step)}</span>
        </button>
        <IconButton icon="trash" label={commandMessages.removeStep({ number: index + 1, name })} onClick={onRemove} />
      </div>
      {isOpen && (
        <div class="body" id={id}>
          <p class="faint small">{stepType?.means}</p>
          <div class="fields">
            {fields.map((field) => (
              <Field
                key={field.name}
                label={commandWords.fieldNames[field.name] ?? field.name}
                error={faults.get(field.name)}
              >
                {(attributes) => (
                  <StepControl
                    {...{ attributes, field, type, parts, words }}
                    value={step[field.name]}
                    onChange={(value) => onChange(withField(step, field.name, value))}
                  />
                )}
              </Field>
            ))}
          </div>
          <details open={hasMore || faults.has('delay') || faults.has('condition')}>
            <summary class="soft small">{commandMessages.more()}</summary>
            <div class="stack more">
              <Field label={commandMessages.delay()} hint={commandMessages.delayHint()} error={faults.get('delay')}>
                {(attributes) => (
                  <input
                    {...attributes}
                    type="number"
                    min={0}
                    max={5}
                    step={0.5}
                    value={typeof step.delay === 'number' ? step.delay : ''}
                    onInput={(event) =>
                      onChange(withField(step, 'delay', typedValue('number', event.currentTarget.value)))
                    }
                  />
                )}
              </Field>
              <Conditions
                condition={step.condition}
                roles={parts.roles}
                error={faults.get('condition')}
                onChange={(condition) => onChange(withField(step, 'condition', condition))}
              />
              <label class="choice">
                <input
                  type="checkbox"
                  checked={step.on_error === 'stop'}
                  onChange={(event) =>
                    onChange(withField(step, 'on_error', event.currentTarget.checked ? 'stop' : undefined))
                  }
                />
                <span>{commandMessages.stopOnError()}</span>
              </label>
            </div>
          </details>
        </div>
      )}
    </div>
  )
}

interface ControlProps {
  readonly attributes: FieldAttributes
  readonly field: StepField
  readonly type: string
  readonly parts: Parts
  readonly words: readonly string[]
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function StepControl({ attributes, field, type, parts, words, value, onChange }: ControlProps) {
  const { name, schema, kind, isRequired } = field
  const listId = useId()
  const usual = schema.default === undefined || schema.default === '' ? '' : String(schema.default)
  const typed = value === undefined || value === null ? '' : typeof value === 'object' ? '' : String(value)
  const choices = choicesOf(field, type, parts)
  if (choices !== undefined) {
    const known = choices.some((choice) => choice.value === typed)
    return (
      <select
        {...attributes}
        value={typed}
        onChange={(event) => onChange(typedValue(kind, event.currentTarget.value))}
        aria-required={isRequired}
      >
        {(!isRequired || typed === '') && (
          <option value="">
            {usual === '' ? commandMessages.notSet() : commandMessages.defaultValue({ value: usual })}
          </option>
        )}
        {!known && typed !== '' && <option value={typed}>{typed}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.word}
          </option>
        ))}
      </select>
    )
  }
  if (name === 'data') {
    // Most effects read only the message of their data.
    const data = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
    return (
      <input
        {...attributes}
        type="text"
        value={typeof data.message === 'string' ? data.message : ''}
        placeholder="$(displayname)"
        onInput={(event) => {
          const next = withField(data, 'message', typedValue('text', event.currentTarget.value))
          onChange(Object.keys(next).length === 0 ? undefined : next)
        }}
      />
    )
  }
  if (kind === 'long' || (kind === 'text' && name === 'text')) {
    return <textarea {...attributes} rows={2} value={typed} onInput={(event) => onChange(event.currentTarget.value)} />
  }
  return (
    <>
      <input
        {...attributes}
        type="text"
        value={typed}
        placeholder={usual}
        autocomplete="off"
        list={name === 'command' ? listId : undefined}
        aria-required={isRequired}
        onInput={(event) => onChange(typedValue(kind, event.currentTarget.value))}
      />
      {name === 'command' && (
        <datalist id={listId}>
          {words.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
    </>
  )
}

interface Choice {
  readonly value: string
  readonly word: string
}

/** The choices of a field that has a fixed set of values. */
function choicesOf({ name, schema }: StepField, type: string, parts: Parts): readonly Choice[] | undefined {
  if (type === 'audio_alert' && name === 'name')
    return parts.alerts.map((alert) => ({ value: alert.name, word: alert.name }))
  if (type === 'effect' && name === 'overlay_id')
    return parts.effects.map((effect) => ({ value: effect.overlay_id, word: effect.name }))
  if (type === 'toggle_command' && name === 'active')
    return [
      { value: '1', word: commandMessages.turnOn() },
      { value: '0', word: commandMessages.turnOff() },
    ]
  if (schema.enum === undefined) return undefined
  return schema.enum.map((value) => {
    const brands: Readonly<Record<string, string>> = platformTitles
    return { value: String(value), word: brands[String(value)] ?? String(value) }
  })
}

/** The server's errors for this step, by field. */
function faultsOf(error: ApiError | undefined, index: number): ReadonlyMap<string, string> {
  const start = `actions.steps[${index}].`
  return new Map(
    (error?.details ?? [])
      .filter(({ path }) => path.startsWith(start))
      .map(({ path, message }) => [path.slice(start.length), message.replace(/^actions: step \d+: /, '')]),
  )
}
