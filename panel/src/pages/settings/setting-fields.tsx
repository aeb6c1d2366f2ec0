import { useState } from 'preact/hooks'
import type { Trouble } from '../../api.ts'
import { Field, type FieldAttributes } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { settingsWords as say } from '../../words/settings-words.ts'

/** As much of JSON Schema as settings use. */
export interface FieldSchema {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly items?: FieldSchema
  readonly properties?: Readonly<Record<string, FieldSchema>>
}

export type Fields = Readonly<Record<string, unknown>>

export interface FieldsProps {
  readonly schema: FieldSchema
  readonly value: Fields
  /** Where this stands, from the setting's name on; labels go by it. */
  readonly path: string
  readonly trouble: Trouble | undefined
  readonly onChange: (value: Fields) => void
}

/** A form drawn from a setting's own definition. Parts that can be switched off fold away while they are. */
export function SettingFields({ schema, value, path, trouble, onChange }: FieldsProps) {
  const isOff = value.enabled === false
  const entries = Object.entries(schema.properties ?? {})
  return (
    <div class="setting">
      {entries.map(([name, field]) => {
        if (isOff && name !== 'enabled') return null
        const set = (next: unknown) => onChange({ ...value, [name]: next })
        const inner = `${path}.${name}`
        if (field.type === 'object') {
          return (
            <fieldset key={name} class="group">
              <legend class={field.properties?.enabled === undefined ? '' : 'out-of-sight'}>{labelOf(inner)}</legend>
              <SettingFields
                schema={field}
                value={(value[name] ?? {}) as Fields}
                path={inner}
                trouble={trouble}
                onChange={set}
              />
            </fieldset>
          )
        }
        // A part that can be switched off is named by its switch.
        const label = name === 'enabled' ? labelOf(say.fields[inner] === undefined ? path : inner) : labelOf(inner)
        return (
          <OneField
            key={name}
            label={label}
            path={inner}
            schema={field}
            value={value[name]}
            trouble={trouble}
            onChange={set}
          />
        )
      })}
    </div>
  )
}

interface OneProps {
  readonly path: string
  readonly label?: string
  readonly schema: FieldSchema
  readonly value: unknown
  readonly trouble: Trouble | undefined
  readonly onChange: (value: unknown) => void
}

export function OneField({ path, label = labelOf(path), schema, value, trouble, onChange }: OneProps) {
  if (schema.type === 'boolean') {
    const help = say.help[path]
    return (
      <div class="wide">
        <Switch label={label} checked={value === true} onChange={onChange} />
        {help !== undefined && <p class="faint small under-switch">{help}</p>}
      </div>
    )
  }
  if (schema.type === 'array' && schema.items?.enum !== undefined) {
    const chosen = value as readonly string[]
    return (
      <fieldset class="wide">
        <legend>{label}</legend>
        <div class="row wrap checks">
          {schema.items.enum.map((option) => (
            <label key={option} class="row">
              <input
                type="checkbox"
                checked={chosen.includes(option)}
                onChange={(event) =>
                  onChange(event.currentTarget.checked ? [...chosen, option] : chosen.filter((one) => one !== option))
                }
              />
              {say.choices[option] ?? option}
            </label>
          ))}
        </div>
      </fieldset>
    )
  }
  const isList = schema.type === 'array'
  return (
    <div class={isList || (schema.maxLength ?? 0) >= 300 ? 'wide' : ''}>
      <Field
        label={label}
        hint={[schema.description, isList ? say.onePerLine : ''].filter(Boolean).join(' ')}
        trouble={troubleAt(trouble, path)}
      >
        {(attributes) => {
          if (schema.enum !== undefined) {
            return (
              <select {...attributes} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
                {schema.enum.map((option) => (
                  <option key={option} value={option}>
                    {say.choices[option] ?? option}
                  </option>
                ))}
              </select>
            )
          }
          if (isList) return <Lines {...attributes} lines={value as readonly string[]} onChange={onChange} />
          const isNumber = schema.type === 'integer' || schema.type === 'number'
          return (
            <input
              {...attributes}
              type="text"
              inputMode={isNumber ? 'decimal' : undefined}
              class={isNumber ? 'figure' : ''}
              value={value === undefined ? '' : String(value)}
              autocomplete="off"
              onInput={(event) => onChange(isNumber ? numberIn(event.currentTarget.value) : event.currentTarget.value)}
            />
          )
        }}
      </Field>
    </div>
  )
}

interface LinesProps extends FieldAttributes {
  readonly lines: readonly string[]
  readonly onChange: (lines: readonly string[]) => void
}

/** What is typed stays as it is typed, with its blank lines, as long as it means the same. */
export function Lines({ lines, onChange, ...attributes }: LinesProps) {
  const [text, setText] = useState(lines.join('\n'))
  const shown = linesOf(text).join('\n') === lines.join('\n') ? text : lines.join('\n')
  return (
    <textarea
      {...attributes}
      rows={Math.min(Math.max(lines.length + 1, 3), 10)}
      value={shown}
      spellcheck={false}
      onInput={(event) => {
        setText(event.currentTarget.value)
        onChange(linesOf(event.currentTarget.value))
      }}
    />
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** What is no number goes out as it was typed: the server's sentence about it is the better one. */
function numberIn(text: string): unknown {
  if (text === '') return undefined
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

export function labelOf(path: string): string {
  const last = path.split('.').at(-1) ?? path
  return say.fields[path] ?? say.fields[last] ?? say.lastParts[last] ?? last.replaceAll('_', ' ')
}

/** The server names a field from inside the setting, with its place in a list. */
export function troubleAt(trouble: Trouble | undefined, path: string): string | undefined {
  const inner = path.slice(path.indexOf('.') + 1)
  return trouble?.details.find((detail) => detail.path === inner || detail.path.startsWith(`${inner}[`))?.message
}
