import './setting-field.css'
import type { Control, Field as Definition } from '../../../../src/definitions/setting-fields.ts'
import { decimal } from '../../format.ts'
import { Lines } from '../lines.tsx'
import { MediaPicker } from '../media/media-picker.tsx'
import type { Media } from '../media/use-media.ts'
import { ColorList, ColorOfTheme } from './color-fields.tsx'
import { Field } from './field.tsx'
import { messages } from './setting-messages.ts'
import { Slider } from './slider.tsx'
import { Switch } from './switch.tsx'
import { ValueNameField } from './value-name-field.tsx'

export interface SettingFieldProps {
  readonly definition: Definition
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** The server's sentence when it refused the value. */
  readonly error?: string | undefined
  /** For settings that name files. */
  readonly media?: Media
  readonly volume?: number
  /** The title is for screen readers only, where a heading above says the same. */
  readonly isQuiet?: boolean
}

/** The form control of one setting, drawn from its definition. Undefined is the absence of a value. */
export function SettingField(props: SettingFieldProps) {
  const { definition, value, onChange, error } = props
  const { control, schema } = definition
  const label = definition.title()
  const hint = definition.help?.()
  switch (control.kind) {
    case 'slider':
      return (
        <Slider
          label={label}
          value={numberOf(value ?? definition.default)}
          min={schema.minimum ?? 0}
          max={schema.maximum ?? 1}
          step={control.step}
          show={(shown) => withUnit(shown, control.unit)}
          onInput={onChange}
        />
      )
    case 'number':
      return (
        <Field label={label} hint={hint} error={error}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              inputMode="decimal"
              class="figure"
              value={String(value ?? '')}
              placeholder={String(definition.default ?? '')}
              autocomplete="off"
              onInput={(event) => onChange(numberIn(event.currentTarget.value))}
            />
          )}
        </Field>
      )
    case 'switch':
      return (
        <>
          <Switch label={label} checked={(value ?? definition.default) === true} onChange={onChange} />
          {hint !== undefined && <p class="faint small under-switch">{hint}</p>}
        </>
      )
    case 'choice':
      return <ChoiceField {...props} control={control} />
    case 'checks':
      return <ChecksField {...props} control={control} />
    case 'lines':
      return (
        <Field label={label} hint={[hint, messages.onePerLine()].filter(Boolean).join(' ')} error={error}>
          {(attributes) => <Lines {...attributes} lines={textsOf(value ?? definition.default)} onChange={onChange} />}
        </Field>
      )
    case 'color':
      return (
        <Field label={label} hint={hint} error={error}>
          {(attributes) => (
            <input
              {...attributes}
              type="color"
              value={typeof value === 'string' ? value : control.initial}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </Field>
      )
    case 'colors':
      return (
        <ColorList
          label={label}
          hint={hint}
          value={value}
          initial={control.initial}
          max={schema.maxItems ?? 1}
          onChange={onChange}
        />
      )
    case 'media':
      return props.media === undefined ? null : (
        <MediaPicker
          label={label}
          kind={control.media}
          media={props.media}
          isRequired={definition.isRequired === true}
          value={typeof value === 'string' ? value : undefined}
          error={error}
          {...(props.volume === undefined ? {} : { volume: props.volume })}
          onChange={onChange}
        />
      )
    case 'code':
      return (
        <Field label={label} hint={hint} error={error}>
          {(attributes) => (
            <textarea
              {...attributes}
              class="mono"
              rows={8}
              maxLength={schema.maxLength}
              spellcheck={false}
              placeholder={control.placeholder}
              value={typeof value === 'string' ? value : ''}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </Field>
      )
    case 'value':
      return (
        <ValueNameField
          label={label}
          hint={hint}
          error={error}
          types={control.types}
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
        />
      )
    case 'group':
      return <GroupField {...props} control={control} />
    default:
      return (
        <Field label={label} hint={hint} error={error}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              maxLength={schema.maxLength}
              value={typeof value === 'string' ? value : ''}
              placeholder={control.kind === 'line' ? (control.placeholder ?? String(definition.default ?? '')) : ''}
              autocomplete="off"
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </Field>
      )
  }
}

type PropsFor<K extends Control['kind']> = SettingFieldProps & { readonly control: Extract<Control, { kind: K }> }

/** Choices that explain themselves are cards with a sample; plain ones are a list. */
function ChoiceField({ definition, control, value, onChange, error }: PropsFor<'choice'>) {
  const label = definition.title()
  const choices = Object.entries(control.choices)
  const chosen = value ?? definition.default
  if (choices.some(([, { help }]) => help !== undefined)) {
    return (
      <div class="choice-cards" role="radiogroup" aria-label={label}>
        {choices.map(([name, { title, help }]) => (
          <label key={name} class={`choice-card ${name}`}>
            <input type="radio" name={definition.title.key} checked={chosen === name} onChange={() => onChange(name)} />
            <span class="swatch" aria-hidden="true">
              <i>Aa</i>
            </span>
            <b>{title()}</b>
            <span class="faint small">{help?.()}</span>
          </label>
        ))}
      </div>
    )
  }
  return (
    <Field label={label} hint={definition.help?.()} error={error}>
      {(attributes) => (
        <select
          {...attributes}
          value={typeof chosen === 'string' ? chosen : ''}
          onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
        >
          {definition.default === undefined && <option value="">{control.none?.()}</option>}
          {choices.map(([name, { title }]) => (
            <option key={name} value={name}>
              {title()}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function ChecksField({ definition, control, value, onChange }: PropsFor<'checks'>) {
  const chosen = textsOf(value ?? definition.default)
  return (
    <fieldset>
      <legend>{definition.title()}</legend>
      <div class="row wrap checks">
        {Object.entries(control.choices).map(([name, { title }]) => (
          <label key={name} class="row">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />
            {title()}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function GroupField({ definition, control, value, onChange, isQuiet = false }: PropsFor<'group'>) {
  const values: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {}
  const set = (name: string, next: unknown) => onChange(withValue(values, name, next))
  return (
    <fieldset class="setting-group">
      <legend class={isQuiet ? 'out-of-sight' : ''}>{definition.title()}</legend>
      {Object.entries(control.fields).map(([name, field]) =>
        field.control.kind === 'color' ? (
          <ColorOfTheme
            key={name}
            label={field.title()}
            value={values[name]}
            initial={field.control.initial}
            onChange={(next) => set(name, next)}
          />
        ) : (
          <SettingField key={name} definition={field} value={values[name]} onChange={(next) => set(name, next)} />
        ),
      )}
      {definition.help !== undefined && <p class="faint small">{definition.help()}</p>}
    </fieldset>
  )
}

/** A value that is taken back is left out. */
export function withValue(
  values: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const { [name]: _before, ...rest } = values
  return value === undefined ? rest : { ...values, [name]: value }
}

function withUnit(value: number, unit: Extract<Control, { kind: 'slider' }>['unit']): string {
  switch (unit) {
    case 'count':
      return String(value)
    case 'percent':
      return messages.percent({ value: Math.round(value * 100) })
    case 'seconds':
      return messages.seconds({ value })
    case 'factor':
      return messages.factor({ value: decimal(value, 2) })
  }
}

/** An invalid number is sent as typed, since the server's error message is the better one. */
function numberIn(text: string): unknown {
  if (text === '') return undefined
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}
