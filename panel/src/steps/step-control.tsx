import { useId } from 'preact/hooks'
import { choicesOf, choiceTitle } from '../../../src/definitions/field-texts.ts'
import { everyPlatform, namesPlatform } from '../../../src/definitions/shared-fields.ts'
import { control } from '../../../src/kernel/schema/schema.ts'
import { platformMeant } from '../../../src/platforms/contract/platforms.ts'
import type { FieldAttributes } from '../ui/forms/field.tsx'
import { Lines } from '../ui/lines.tsx'
import { type Choice, channelChoices, isElsewhere, type StepParts, suggestions } from './channel-choices.ts'
import { HeadersControl } from './headers-control.tsx'
import { stepMessages } from './messages.ts'
import { ObjectText } from './object-text.tsx'
import { type StepField, typedValue, withField } from './step-shape.ts'
import { placeLabel, type StepStart, viewerPlaceLabel } from './step-start.ts'
import { VariableText } from './variable-text.tsx'

interface ControlProps {
  readonly attributes: FieldAttributes
  readonly field: StepField
  readonly parts: StepParts | undefined
  readonly start: StepStart
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** The control for one field of a step, as its schema asks for it. */
export function StepControl({ attributes, field, parts, start, value, onChange }: ControlProps) {
  const { key, schema, kind, isRequired } = field
  const shownAs = schema[control]
  const listId = useId()
  const fallback =
    schema.default === undefined || schema.default === '' ? '' : choiceTitle(key, schema, String(schema.default))
  const meant = namesPlatform(schema) ? (platformMeant(value) ?? value) : value
  const typed = meant === undefined || meant === null || typeof meant === 'object' ? '' : String(meant)
  const choices = offered(field, parts, start, typed)
  if (choices !== undefined) {
    const known = choices.some((choice) => choice.value === typed)
    return (
      <select
        {...attributes}
        value={typed}
        onChange={(event) => onChange(typedValue(kind, event.currentTarget.value))}
        aria-required={isRequired}
      >
        {(!isRequired || typed === '') && <option value="">{unsetLabel(field, start, fallback)}</option>}
        {!known && typed !== '' && <option value={typed}>{typed}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.title}
          </option>
        ))}
      </select>
    )
  }
  const suggested = shownAs === undefined ? undefined : suggestions[shownAs]?.(parts)
  if (shownAs === 'caption') {
    // Most effects read only the message of their data.
    const data = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>
    return (
      <VariableText
        attributes={attributes}
        value={typeof data.message === 'string' ? data.message : ''}
        placeholder="$(displayname)"
        onChange={(text) => {
          const next = withField(data, 'message', typedValue('text', text))
          onChange(Object.keys(next).length === 0 ? undefined : next)
        }}
        hasPreview
      />
    )
  }
  if (shownAs === 'headers') {
    const lines = Array.isArray(value) ? value.map(String) : []
    return <HeadersControl attributes={attributes} lines={lines} onChange={onChange} />
  }
  if (schema.type === 'array') {
    return <Lines {...attributes} lines={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />
  }
  if (schema.type === 'object') return <ObjectText attributes={attributes} value={value} onChange={onChange} />
  if (shownAs === 'multiline') {
    const set = (text: string) => onChange(typedValue(kind, text))
    return (
      <VariableText attributes={attributes} rows={2} value={typed} onChange={set} isRequired={isRequired} hasPreview />
    )
  }
  return (
    <>
      <VariableText
        attributes={attributes}
        value={typed}
        placeholder={fallback}
        isRequired={isRequired}
        list={suggested === undefined ? undefined : listId}
        onChange={(text) => onChange(typedValue(kind, text))}
      />
      {suggested !== undefined && (
        <datalist id={listId}>
          {suggested.map((one) => (
            <option key={one.value} value={one.value}>
              {one.title}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

/** The values a field offers; undefined where any text can be typed. */
function offered(
  { key, schema }: StepField,
  parts: StepParts | undefined,
  start: StepStart,
  chosen: string,
): readonly Choice[] | undefined {
  const ofChannel = schema[control] === undefined ? undefined : channelChoices[schema[control]]
  const known = ofChannel?.(parts)
  if (known?.length === 0 && schema[control] !== undefined && isElsewhere.has(schema[control])) return undefined
  const choices = known ?? choicesOf(schema)?.map((value) => ({ value, title: choiceTitle(key, schema, value) }))
  if (schema[control] !== 'platform') return choices
  return (
    choices
      ?.map((choice) => (choice.value === everyPlatform ? { ...choice, title: stepMessages.onAll() } : choice))
      // Where nothing happens on a platform, to name none means the same.
      .filter(({ value }) => value !== everyPlatform || start !== 'none' || chosen === everyPlatform)
  )
}

/** What it means to choose nothing. */
function unsetLabel({ schema }: StepField, start: StepStart, fallback: string): string {
  if (schema[control] === 'platform') return placeLabel(start)
  if (schema[control] === 'viewer_platform') return viewerPlaceLabel(start)
  return fallback === '' ? stepMessages.notSet() : stepMessages.defaultValue({ value: fallback })
}
