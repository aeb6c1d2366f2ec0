import type { OpenApiDocument } from './openapi.ts'

/** Converts the document to OpenAPI 3.0, whose schemas use an older dialect of JSON Schema. */
export function toOpenApi30(document: OpenApiDocument): OpenApiDocument {
  const { identifier, ...license } = document.info.license as Record<string, unknown>
  const url = identifier === undefined ? {} : { url: `https://spdx.org/licenses/${String(identifier)}.html` }
  return {
    ...(convertSchemasIn(document) as OpenApiDocument),
    openapi: '3.0.3',
    info: { ...document.info, license: { ...license, ...url } },
  }
}

type Json = Record<string, unknown>

/** Converts only schemas, found by their position: examples may contain keys that look like schemas. */
function convertSchemasIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convertSchemasIn)
  if (!isRecord(value)) return value
  return mapEntries(value, (inner, key) => {
    if (key === 'example' || key === 'examples') return inner
    if (key === 'schema') return convertSchema(inner)
    if (key === 'schemas' && isRecord(inner)) return mapEntries(inner, convertSchema)
    return convertSchemasIn(inner)
  })
}

function convertSchema(schema: unknown): unknown {
  if (!isRecord(schema)) return schema
  if (schema.$ref !== undefined || isChoiceOfReference(schema)) return convertReference(schema)
  const {
    type,
    const: only,
    examples,
    exclusiveMinimum,
    items,
    properties,
    additionalProperties,
    required,
    ...rest
  } = schema
  const converted: Json = { ...rest }
  if (only !== undefined) converted.enum = [only]
  if (Array.isArray(examples)) converted.example = examples[0]
  if (typeof exclusiveMinimum === 'number')
    Object.assign(converted, { minimum: exclusiveMinimum, exclusiveMinimum: true })
  // An array without items is valid in 3.1 but not in 3.0.
  if (items !== undefined || type === 'array') converted.items = convertSchema(items ?? {})
  if (isRecord(properties)) converted.properties = mapEntries(properties, convertSchema)
  if (additionalProperties !== undefined) converted.additionalProperties = convertSchema(additionalProperties)
  // An empty list of required properties is not valid in 3.0.
  if (Array.isArray(required) && required.length > 0) converted.required = required
  return Array.isArray(type) ? withTypes(converted, type) : { ...(type === undefined ? {} : { type }), ...converted }
}

function isChoiceOfReference({ anyOf }: Json): boolean {
  return Array.isArray(anyOf) && anyOf.some((choice) => isRecord(choice) && choice.$ref !== undefined)
}

/** OpenAPI 3.0 ignores whatever stands beside a reference, so that is put around it, and has no type for null alone. */
function convertReference({ $ref, anyOf, ...rest }: Json): Json {
  if (anyOf === undefined) return Object.keys(rest).length === 0 ? { $ref } : { ...rest, allOf: [{ $ref }] }
  const choices = (anyOf as readonly Json[]).map((choice) =>
    choice.type === 'null' ? onlyNull : convertSchema(choice),
  )
  return { ...rest, anyOf: choices }
}

const onlyNull: Json = { type: 'object', nullable: true, enum: [null] }

/** OpenAPI 3.0 has `nullable` instead of the type `null`, and `anyOf` instead of several types. */
function withTypes(schema: Json, types: readonly string[]): Json {
  const isNullable = types.includes('null')
  const [first, ...others] = types.filter((type) => type !== 'null')
  const flag = isNullable ? { nullable: true } : {}
  if (others.length === 0) return { type: first, ...flag, ...schema }
  const { enum: values, ...rest } = schema
  const choices = [first, ...others].map((type) => {
    const own = Object.entries(rest).filter(([key]) => keywords[String(type)]?.includes(key))
    const fitting = Array.isArray(values)
      ? values.filter((value) => value === null || typeNames(value).includes(String(type)))
      : undefined
    return { type, ...flag, ...Object.fromEntries(own), ...(fitting === undefined ? {} : { enum: fitting }) }
  })
  const bound = new Set([first, ...others].flatMap((type) => keywords[String(type)] ?? []))
  const shared = Object.entries(rest).filter(([key]) => !bound.has(key))
  return { ...Object.fromEntries(shared), anyOf: choices }
}

const numberKeywords = ['minimum', 'maximum', 'exclusiveMinimum']

/** Which keywords belong to which type: 3.0 wants the items of a list beside its type. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  number: numberKeywords,
  integer: numberKeywords,
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  array: ['items', 'minItems', 'maxItems'],
}

function typeNames(value: unknown): readonly string[] {
  if (Array.isArray(value)) return ['array']
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number']
  return [typeof value]
}

function mapEntries(record: Json, map: (value: unknown, key: string) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
