import { donationProviders } from '../capabilities/donations/contract/donation-providers.ts'
import { withMeanings } from '../kernel/schema/open-schema.ts'
import { needingOne, needsOne, type ObjectSchema, type Schema } from '../kernel/schema/schema.ts'
import type { Say } from '../kernel/text/spec-name.ts'
import { platformDefinitions } from '../platforms/contract/platforms.ts'

/**
 * The words on the wire. Operations are written in the specification's words; with `brand` the edge renames them,
 * both ways, in this one table. Nothing behind the edge knows which is in use.
 */
export const namings = ['spec', 'brand'] as const
export type Naming = (typeof namings)[number]

const brandValues: Readonly<Record<string, string>> = {
  ...Object.fromEntries(platformDefinitions.map(({ wireName, brandName }) => [wireName, brandName])),
  ...Object.fromEntries(donationProviders.map(({ wireName, brandName }) => [wireName, brandName])),
}
/** The specification's names say nothing to people. */
const titles: Readonly<Record<string, string>> = Object.fromEntries(
  [...platformDefinitions, ...donationProviders].map(({ wireName, title }) => [wireName, title]),
)
const brandKeys: Readonly<Record<string, string>> = Object.fromEntries(
  platformDefinitions.map(({ commandFlag: { wireName, brandName } }) => [wireName, brandName]),
)

export interface Names {
  readonly naming: Naming
  /** What the names of the specification stand for; undefined where callers use the brand names. */
  readonly titles: Readonly<Record<string, string>> | undefined
  operation(name: string): string
  schema<S extends Schema>(schema: S): S
  /** The schema of what callers send, with which its refusals say which platform is which. */
  accepted<S extends Schema>(schema: S): S
  /** One name: of a platform, a provider, a parameter or an operation. */
  word: Say
  /** A text of the documentation. Only for texts of this program: in what a caller wrote nothing is replaced. */
  documentation(text: string): string
  /** From the wire to the specification's words, after the body was checked; undefined when they are the same. */
  readonly toSpec: ((schema: ObjectSchema) => Rename) | undefined
  readonly toWire: ((schema: ObjectSchema) => Rename) | undefined
}
type Rename = (value: unknown) => unknown

export function createNames(naming: Naming): Names {
  if (naming === 'spec') {
    return {
      naming,
      titles,
      operation: (name) => name,
      schema: (schema) => schema,
      accepted: (schema) => explained(schema),
      word: (name) => name,
      documentation: (text) => text,
      toSpec: undefined,
      toWire: undefined,
    }
  }
  const specValues = Object.fromEntries(Object.entries(brandValues).map(([spec, brand]) => [brand, spec]))
  return {
    naming,
    titles: undefined,
    operation: brandKey,
    schema: (schema) => renameSchema(schema),
    accepted: (schema) => renameSchema(schema),
    word: (name) => brandValues[name] ?? brandKey(name),
    documentation: brandText,
    toSpec: (schema) => renamer(schema, (spec) => [brandKey(spec), spec], specValues),
    toWire: (schema) => renamer(schema, (spec) => [spec, brandKey(spec)], brandValues),
  }
}

/** `alpha` and `beta` stand for the first two platforms wherever they are a word of their own in a name. */
function brandKey(key: string): string {
  return (
    brandKeys[key] ?? key.replace(/(?<![a-z])alpha(?![a-z])/g, 'kick').replace(/(?<![a-z])beta(?![a-z])/g, 'twitch')
  )
}

function brandText(words: string): string {
  const named = words.replace(/\b(?:Platform|Provider)[A-Z]\b/g, (word) => brandValues[word] ?? word)
  return named.replace(/\b[a-z]+(?:[-_][a-z]+)+\b/g, brandKey)
}

function renameSchema<S extends Schema>(schema: S): S {
  const { properties, required, items, description, additionalProperties } = schema
  const values = schema.enum?.map((value) => (typeof value === 'string' ? (brandValues[value] ?? value) : value))
  return {
    ...schema,
    ...(description === undefined ? {} : { description: brandText(description) }),
    ...(values === undefined ? {} : { enum: values }),
    ...(typeof schema.default === 'string' ? { default: brandValues[schema.default] ?? schema.default } : {}),
    ...(items === undefined ? {} : { items: renameSchema(items) }),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: renameSchema(additionalProperties) } : {}),
    ...(required === undefined ? {} : { required: required.map(brandKey) }),
    ...needingOne((schema[needsOne] ?? []).map((names) => names.map(brandKey))),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, value]) => [brandKey(key), renameSchema(value)]),
          ),
        }),
  }
}

function explained<S extends Schema>(schema: S): S {
  const { properties, items, additionalProperties } = schema
  const isNamed = schema.enum?.some((value) => typeof value === 'string' && Object.hasOwn(titles, value)) === true
  return {
    ...(isNamed ? withMeanings(schema, titles) : schema),
    ...(items === undefined ? {} : { items: explained(items) }),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: explained(additionalProperties) } : {}),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, explained(value)])),
        }),
  }
}

/** Walks a value along its schema. What the schema does not describe, such as `data`, is the caller's own and stays. */
function renamer(
  schema: Schema,
  keys: (spec: string) => readonly [from: string, to: string],
  values: Readonly<Record<string, string>>,
): Rename {
  if (schema.properties !== undefined) {
    const parts = Object.entries(schema.properties).map(([spec, property]) => {
      const [from, to] = keys(spec)
      return { from, to, rename: renamer(property, keys, values) }
    })
    return (value) => {
      if (typeof value !== 'object' || value === null) return value
      const renamed: Record<string, unknown> = {}
      for (const { from, to, rename } of parts) {
        const inner = (value as Record<string, unknown>)[from]
        if (inner !== undefined) renamed[to] = rename(inner)
      }
      return renamed
    }
  }
  if (schema.items !== undefined) {
    const rename = renamer(schema.items, keys, values)
    return (value) => (Array.isArray(value) ? value.map(rename) : value)
  }
  if (typeof schema.additionalProperties === 'object') {
    const rename = renamer(schema.additionalProperties, keys, values)
    return (value) =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rename(inner)]))
        : value
  }
  if (schema.enum !== undefined) return (value) => (typeof value === 'string' ? (values[value] ?? value) : value)
  return (value) => value
}
