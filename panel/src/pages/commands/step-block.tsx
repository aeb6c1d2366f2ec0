import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { choicesOf, choiceTitle } from '../../../../src/contract/field-texts.ts'
import { control } from '../../../../src/contract/schema.ts'
import { maxWaitSeconds } from '../../../../src/contract/steps/commands.ts'
import type { WrittenStep } from '../../../../src/contract/steps/define-step.ts'
import { findStep } from '../../../../src/contract/steps.ts'
import type { ApiError } from '../../api.ts'
import { commandMessages } from '../../messages/commands.ts'
import { Field, type FieldAttributes } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Lines } from '../../ui/lines.tsx'
import { Conditions } from './conditions.tsx'
import type { Parts } from './draft.ts'
import { fieldsOf, type StepField, typedValue, withField } from './step-shape.ts'

interface BlockProps {
  readonly step: WrittenStep
  readonly index: number
  readonly moves: ComponentChildren
  readonly isOpen: boolean
  readonly parts: Parts
  readonly words: readonly string[]
  readonly error: ApiError | undefined
  readonly onOpen: (isOpen: boolean) => void
  readonly onChange: (step: WrittenStep) => void
  readonly onRemove: () => void
}

/** One step: its title and the sentence that describes it; expanded, a form generated from its definition. */
export function StepBlock(props: BlockProps) {
  const { step, index, moves, parts, words, onOpen, onChange, onRemove } = props
  const id = useId()
  const type = String(step.type)
  const definition = findStep(type)
  const name = definition?.title() ?? type
  const faults = faultsOf(props.error, index)
  const isOpen = props.isOpen || faults.size > 0
  const fields = fieldsOf(definition, step)
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
          {definition !== undefined && <Icon name={definition.icon} />}
          <b>{name}</b>
          <span class="faint small cut">{definition?.sentence(step)}</span>
        </button>
        <IconButton icon="trash" label={commandMessages.removeStep({ number: index + 1, name })} onClick={onRemove} />
      </div>
      {isOpen && (
        <div class="body" id={id}>
          <p class="faint small">{definition?.help()}</p>
          <div class="fields">
            {fields.map((field) => (
              <Field key={field.name} label={field.title} error={faults.get(field.name)}>
                {(attributes) => (
                  <StepControl
                    {...{ attributes, field, parts, words }}
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
                    max={maxWaitSeconds}
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
  readonly parts: Parts
  readonly words: readonly string[]
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function StepControl({ attributes, field, parts, words, value, onChange }: ControlProps) {
  const { key, schema, kind, isRequired } = field
  const shownAs = schema[control]
  const listId = useId()
  const fallback =
    schema.default === undefined || schema.default === '' ? '' : choiceTitle(key, schema, String(schema.default))
  const typed = value === undefined || value === null ? '' : typeof value === 'object' ? '' : String(value)
  const choices = offered(field, parts)
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
            {fallback === '' ? commandMessages.notSet() : commandMessages.defaultValue({ value: fallback })}
          </option>
        )}
        {!known && typed !== '' && <option value={typed}>{typed}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ))}
      </select>
    )
  }
  if (shownAs === 'caption') {
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
  if (schema.type === 'array') {
    return <Lines {...attributes} lines={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />
  }
  if (shownAs === 'multiline') {
    return <textarea {...attributes} rows={2} value={typed} onInput={(event) => onChange(event.currentTarget.value)} />
  }
  return (
    <>
      <input
        {...attributes}
        type="text"
        value={typed}
        placeholder={fallback}
        autocomplete="off"
        list={shownAs === 'command' ? listId : undefined}
        aria-required={isRequired}
        onInput={(event) => onChange(typedValue(kind, event.currentTarget.value))}
      />
      {shownAs === 'command' && (
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
  readonly title: string
}

/** The values a field offers; undefined where any text can be typed. */
function offered({ key, schema }: StepField, parts: Parts): readonly Choice[] | undefined {
  if (schema[control] === 'alert') return parts.alerts.map(({ name }) => ({ value: name, title: name }))
  if (schema[control] === 'effect')
    return parts.effects.map((effect) => ({ value: effect.overlay_id, title: effect.name }))
  return choicesOf(schema)?.map((value) => ({ value, title: choiceTitle(key, schema, value) }))
}

/** The server's errors for this step, by field. */
function faultsOf(error: ApiError | undefined, index: number): ReadonlyMap<string, string> {
  const start = `actions.steps[${index}].`
  return new Map(
    (error?.details ?? [])
      .filter(({ path }) => path.startsWith(start))
      .map(({ path, message }) => [
        // An entry of a list is shown at the list.
        path.slice(start.length).replace(/\[\d+\]$/, ''),
        message.replace(/^actions: step \d+: /, ''),
      ]),
  )
}
