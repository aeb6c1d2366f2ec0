import type { Schema } from '../kernel/schema/schema.ts'

/** By the name of a field, or by its parent and its name: `steps.type`. */
export type Descriptions = Readonly<Record<string, string>>

/** The schema in which fields without a description of their own have a common one. */
export function describedFields<S extends Schema>(schema: S, words: Descriptions, parent = ''): S {
  const { properties, items, additionalProperties } = schema
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const description = field.description ?? words[`${parent}.${name}`] ?? words[name]
    const inner = describedFields(field, words, name)
    return [name, description === undefined ? inner : { ...inner, description }] as const
  })
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(fields) }),
    ...(items && { items: describedFields(items, words, parent) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: describedFields(additionalProperties, words, parent),
    }),
  }
}
