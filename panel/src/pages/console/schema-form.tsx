import { platformDefinitions } from '../../../../src/platforms/contract/platforms.ts'
import { Field, type FieldAttributes } from '../../ui/forms/field.tsx'
import { consoleMessages } from './messages.ts'
import { type FieldSchema, type FormSchema, kindOf, type Typed } from './schema.ts'

interface FormProps {
  readonly schema: FormSchema
  readonly typed: Typed
  readonly unfinished: readonly string[]
  readonly errorOf: (name: string) => string | undefined
  readonly onChange: (typed: Typed) => void
}

/** A form generated from the schema of an operation, required fields first. */
export function SchemaForm({ schema, typed, unfinished, errorOf, onChange }: FormProps) {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {})
  const ordered = [...fields.filter(([name]) => required.has(name)), ...fields.filter(([name]) => !required.has(name))]
  if (ordered.length === 0) return <p class="soft">{consoleMessages.noFields()}</p>
  return (
    <div class="stack">
      {ordered.map(([name, field]) => (
        <Field
          key={name}
          label={required.has(name) ? `${name} *` : name}
          hint={hintOf(field)}
          error={errorOf(name) ?? (unfinished.includes(name) ? consoleMessages.invalidJson() : undefined)}
        >
          {(attributes) => (
            <Control
              attributes={attributes}
              schema={field}
              required={required.has(name)}
              value={typed[name] ?? ''}
              onChange={(value) => onChange({ ...typed, [name]: value })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

interface ControlProps {
  readonly attributes: FieldAttributes
  readonly schema: FieldSchema
  readonly required: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}

function Control({ attributes, schema, required, value, onChange }: ControlProps) {
  const kind = kindOf(schema)
  const set = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)
  const usual = schema.default === undefined ? '' : String(schema.default)
  if (kind === 'choice' || kind === 'flag') {
    const options = kind === 'flag' ? [true, false] : (schema.enum ?? [])
    return (
      <select {...attributes} value={value} onChange={set} aria-required={required}>
        <option value="">
          {usual === '' ? consoleMessages.notSet() : consoleMessages.defaultValue({ value: usual })}
        </option>
        {options.map((option) => (
          <option key={String(option)} value={JSON.stringify(option)}>
            {wordOf(option)}
          </option>
        ))}
      </select>
    )
  }
  if (kind === 'long' || kind === 'lines' || kind === 'json') {
    const rows = kind === 'long' ? 2 : 4
    return (
      <textarea
        {...attributes}
        class={kind === 'json' ? 'mono' : ''}
        rows={rows}
        value={value}
        placeholder={usual}
        spellcheck={kind === 'long'}
        aria-required={required}
        onInput={set}
      />
    )
  }
  if (kind === 'date') return <input {...attributes} type="date" value={value} onInput={set} />
  return (
    <input
      {...attributes}
      type="text"
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={value}
      placeholder={usual}
      autocomplete="off"
      aria-required={required}
      onInput={set}
    />
  )
}

const titleByWireName: ReadonlyMap<string, string> = new Map(
  platformDefinitions.map(({ wireName, title }) => [wireName, title]),
)

function wordOf(option: unknown): string {
  if (typeof option !== 'string') return String(option)
  const title = titleByWireName.get(option)
  return title === undefined ? option : `${option} · ${title}`
}

function hintOf(schema: FieldSchema): string {
  const { description = '', minimum, maximum, exclusiveMinimum, maxLength } = schema
  const kind = kindOf(schema)
  const bounds =
    kind === 'number'
      ? rangeOf(minimum ?? exclusiveMinimum, maximum)
      : kind === 'lines'
        ? consoleMessages.listHelp()
        : maxLength !== undefined && kind !== 'choice'
          ? consoleMessages.upTo({ max: maxLength })
          : ''
  return [description, bounds].filter(Boolean).join(' ')
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return ''
  if (max === undefined || max === Number.MAX_SAFE_INTEGER) return consoleMessages.atLeast({ min })
  return consoleMessages.range({ min, max })
}
