import { modelNameOf } from '../kernel/schema/model.ts'
import type { Schema } from '../kernel/schema/schema.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * The bodies, and beside them every object that they contain, each under a name: generators of code write a type for a
 * schema with a name, and none, or one with a made-up name, for a schema inside another. An object without a name of its
 * own (`model`) is named after the body and the field, so the name does not depend on other operations.
 */
export function withModels(bodies: Readonly<Record<string, Schema>>): Json {
  const models = new Map<string, Json>()

  function fieldsIn(schema: Schema, prefix: string): Json {
    const { properties = {} } = schema
    const fields = Object.entries(properties).map(([name, field]) => [name, separated(field, prefix + pascal(name))])
    return { ...schema, properties: Object.fromEntries(fields) }
  }

  function separated(schema: Schema, name: string): Json {
    const { items, additionalProperties, properties } = schema
    if (items !== undefined) return { ...schema, items: separated(items, singular(name)) }
    if (typeof additionalProperties === 'object')
      return { ...schema, additionalProperties: separated(additionalProperties, singular(name)) }
    if (properties === undefined || Object.keys(properties).length === 0) return { ...schema }
    return referenceTo(schema, modelNameOf(schema) ?? name)
  }

  function referenceTo(schema: Schema, name: string): Json {
    // What belongs to this place rather than to the object stays beside the reference.
    const { description, default: fallback, type, properties, required, anyOf, allOf, ...others } = schema
    const fields = fieldsIn({ type: 'object', properties, required, anyOf, allOf } as Schema, name)
    const known = models.get(name)
    if (name in bodies || (known !== undefined && JSON.stringify(known) !== JSON.stringify(fields)))
      throw new Error(`two different schemas have the name ${name}`)
    models.set(name, fields)
    const choices = [type ?? []].flat().map((one) => (one === 'object' ? refTo(name) : { type: one, ...others }))
    return {
      ...(choices.length === 1 ? refTo(name) : { anyOf: choices }),
      ...(description === undefined ? {} : { description }),
      ...(fallback === undefined ? {} : { default: fallback }),
    }
  }

  const named = Object.entries(bodies).map(([name, body]) => [name, fieldsIn(body, name)] as const)
  return { ...Object.fromEntries(named), ...Object.fromEntries(models) }
}

export function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

/** The schema with every named object in its place again, as pages for people show it. */
export function withoutReferences(schema: Json, schemas: Readonly<Record<string, Json>>): Schema {
  const { $ref, anyOf, items, additionalProperties, properties, ...rest } = schema
  const inside = (value: unknown) => withoutReferences(value as Json, schemas)
  if (typeof $ref === 'string') return { ...inside(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}), ...rest }
  const choices = Array.isArray(anyOf) ? (anyOf as readonly Json[]) : []
  if (choices.some((choice) => choice.$ref !== undefined)) {
    const whole = choices.map(inside)
    return { ...Object.assign({}, ...whole), type: whole.flatMap(({ type }) => type ?? []), ...rest }
  }
  return {
    ...rest,
    ...(anyOf === undefined ? {} : { anyOf }),
    ...(items === undefined ? {} : { items: inside(items) }),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: inside(additionalProperties) } : {}),
    ...(typeof additionalProperties === 'boolean' ? { additionalProperties } : {}),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties as Json).map(([name, field]) => [name, inside(field)] as const),
          ),
        }),
  } as Schema
}

function pascal(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase())
}

/** `entries` → `entry`: one of a list is named like the list. */
function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
}
