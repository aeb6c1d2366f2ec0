import type { Schema } from '../kernel/schema/schema.ts'
import { choicesOf, choiceText, fieldText } from './field-texts.ts'
import type { Choices, Control, Field } from './setting-fields.ts'

/**
 * The field that a schema with titles describes, so that one form control serves both ways of writing a definition.
 * `key` is the key of its texts, as in `settings.commands.prefix`.
 */
export function fieldFromSchema(key: string, schema: Schema): Field {
  const { title, help } = fieldText(key, schema)
  return {
    title,
    ...(help === undefined ? {} : { help }),
    schema,
    default: schema.default,
    control: controlOf(key, schema),
  }
}

function controlOf(key: string, schema: Schema): Control {
  switch (schema.type) {
    case 'boolean':
      return { kind: 'switch' }
    case 'object':
      return { kind: 'group', fields: fieldsFromSchema(key, schema) }
    case 'array': {
      const choices = choicesFrom(key, schema.items ?? {})
      return choices === undefined ? { kind: 'lines' } : { kind: 'checks', choices }
    }
    case 'integer':
      return { kind: 'number', step: 1 }
    case 'number':
      return { kind: 'number', step: 0.1 }
  }
  const choices = choicesFrom(key, schema)
  return choices === undefined ? { kind: 'line' } : { kind: 'choice', choices }
}

export function fieldsFromSchema(key: string, { properties = {} }: Schema): Readonly<Record<string, Field>> {
  const entries = Object.entries(properties).map(([name, schema]) => [name, fieldFromSchema(`${key}.${name}`, schema)])
  return Object.fromEntries(entries)
}

function choicesFrom(key: string, schema: Schema): Choices | undefined {
  const values = choicesOf(schema)
  if (values === undefined) return undefined
  return Object.fromEntries(values.map((value) => [value, { title: choiceText(key, schema, value) }]))
}
