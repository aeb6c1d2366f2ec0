import { useState } from 'preact/hooks'
import { choicesOf, choiceTitle, fieldHelp, fieldTitle } from '../../../../src/contract/field-texts.ts'
import type { Schema } from '../../../../src/contract/schema.ts'
import type { ApiError } from '../../api.ts'
import { settingFormMessages } from '../../messages/setting-forms.ts'
import { Field, type FieldAttributes } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'

export type Fields = Readonly<Record<string, unknown>>

export interface FieldsProps {
  readonly schema: Schema
  readonly value: Fields
  /** The path from the name of the setting on; it is the key of the texts. */
  readonly path: string
  readonly error: ApiError | undefined
  readonly onChange: (value: Fields) => void
}

/** A form generated from the schema of a setting. Groups that are turned off show only their switch. */
export function SettingFields({ schema, value, path, error, onChange }: FieldsProps) {
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
              <legend class={field.properties?.enabled === undefined ? '' : 'out-of-sight'}>
                {titleOf(inner, field)}
              </legend>
              {field.description !== undefined && <p class="faint small">{helpOf(inner, field)}</p>}
              <SettingFields
                schema={field}
                value={(value[name] ?? {}) as Fields}
                path={inner}
                error={error}
                onChange={set}
              />
            </fieldset>
          )
        }
        return <OneField key={name} path={inner} schema={field} value={value[name]} error={error} onChange={set} />
      })}
    </div>
  )
}

interface OneProps {
  readonly path: string
  readonly schema: Schema
  readonly value: unknown
  readonly error: ApiError | undefined
  readonly onChange: (value: unknown) => void
}

export function OneField({ path, schema, value, error, onChange }: OneProps) {
  const label = titleOf(path, schema)
  const help = helpOf(path, schema)
  if (schema.type === 'boolean') {
    return (
      <div class="wide">
        <Switch label={label} checked={value === true} onChange={onChange} />
        {help !== undefined && <p class="faint small under-switch">{help}</p>}
      </div>
    )
  }
  const { items } = schema
  const options = items && choicesOf(items)
  if (items !== undefined && options !== undefined) {
    const chosen = value as readonly string[]
    return (
      <fieldset class="wide">
        <legend>{label}</legend>
        <div class="row wrap checks">
          {options.map((option) => (
            <label key={option} class="row">
              <input
                type="checkbox"
                checked={chosen.includes(option)}
                onChange={(event) =>
                  onChange(event.currentTarget.checked ? [...chosen, option] : chosen.filter((one) => one !== option))
                }
              />
              {choiceTitle(keyOf(path), items, option)}
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
        hint={[help, isList ? settingFormMessages.onePerLine() : ''].filter(Boolean).join(' ')}
        error={errorAt(error, path)}
      >
        {(attributes) => {
          const choices = choicesOf(schema)
          if (choices !== undefined) {
            return (
              <select {...attributes} value={String(value)} onChange={(event) => onChange(event.currentTarget.value)}>
                {choices.map((option) => (
                  <option key={option} value={option}>
                    {choiceTitle(keyOf(path), schema, option)}
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

/** The typed text stays as it is, with blank lines, as long as it means the same list. */
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

/** An invalid number is sent as typed, since the server's error message is the better one. */
function numberIn(text: string): unknown {
  if (text === '') return undefined
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

export function titleOf(path: string, schema: Schema): string {
  return fieldTitle(keyOf(path), schema)
}

function helpOf(path: string, schema: Schema): string | undefined {
  return fieldHelp(keyOf(path), schema)
}

/** The texts of the entries of a list have one key. */
function keyOf(path: string): string {
  return `settings.${path.replace(/\[\d+\]/g, '')}`
}

/** The server names fields relative to the setting, with their index in lists. */
export function errorAt(error: ApiError | undefined, path: string): string | undefined {
  const inner = path.slice(path.indexOf('.') + 1)
  return error?.details.find((detail) => detail.path === inner || detail.path.startsWith(`${inner}[`))?.message
}
