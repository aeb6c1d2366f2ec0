import { fieldFromSchema } from '../../../../src/definitions/schema-fields.ts'
import type { Field as Definition } from '../../../../src/definitions/setting-fields.ts'
import type { Schema } from '../../../../src/kernel/schema/schema.ts'
import { type ApiError, errorFor } from '../../api.ts'
import { SettingField } from '../../ui/forms/setting-field.tsx'

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
  return (
    <div class="setting">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => {
        if (isOff && name !== 'enabled') return null
        const set = (next: unknown) => onChange({ ...value, [name]: next })
        const inner = `${path}.${name}`
        const definition = definitionAt(inner, field)
        if (field.type === 'object') {
          return (
            <fieldset key={name} class="group">
              <legend class={field.properties?.enabled === undefined ? '' : 'out-of-sight'}>
                {definition.title()}
              </legend>
              {definition.help !== undefined && <p class="faint small">{definition.help()}</p>}
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
        return (
          <div key={name} class={needsRow(definition) ? 'wide' : ''}>
            <SettingField definition={definition} value={value[name]} error={errorAt(error, inner)} onChange={set} />
          </div>
        )
      })}
    </div>
  )
}

/** Long texts, lists and switches with their help have a row of their own. */
function needsRow({ control, schema }: Definition): boolean {
  return ['switch', 'checks', 'lines'].includes(control.kind) || (schema.maxLength ?? 0) >= 300
}

/** The texts of the entries of a list have one key. */
export function definitionAt(path: string, schema: Schema): Definition {
  return fieldFromSchema(`settings.${path.replace(/\[\d+\]/g, '')}`, schema)
}

/** The server names fields relative to the setting, with their index in lists. */
export function errorAt(error: ApiError | undefined, path: string): string | undefined {
  return errorFor(error, path.slice(path.indexOf('.') + 1))
}

/** The fields of such a form that show their own error. */
export function pathsIn({ properties = {} }: Schema, before = ''): readonly string[] {
  return Object.entries(properties).flatMap(([name, field]) =>
    field.type === 'object' ? pathsIn(field, `${before}${name}.`) : [`${before}${name}`],
  )
}
