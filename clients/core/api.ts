/**
 * What a server can do, read from the OpenAPI document that it serves itself. So an operation that a server gains is in
 * every client at its next connection, with the form drawn from its parameters, whatever the version of the client.
 */

export type FieldKind = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'list' | 'json'

export interface Field {
  readonly name: string
  readonly title: string
  readonly help: string
  readonly kind: FieldKind
  readonly isRequired: boolean
  readonly choices: readonly string[]
  readonly minimum: number | undefined
  readonly maximum: number | undefined
  readonly initial: unknown
  readonly example: unknown
}

export interface ApiOperation {
  /** The last part of its address. */
  readonly name: string
  readonly title: string
  readonly group: string
  readonly summary: string
  readonly scope: string
  /** Changes nothing, so calling it again does no harm. */
  readonly isRead: boolean
  readonly fields: readonly Field[]
}

/** A server that cannot be reached, or an address with something else behind it, in a sentence for the person. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

const timeoutMs = 10_000

export async function fetchApi(url: string): Promise<readonly ApiOperation[]> {
  return readApi(await fetchDocument(url, 'openapi.json'))
}

/** A JSON document of the server; the key is not sent. */
export async function fetchDocument(url: string, name: string): Promise<Readonly<Record<string, unknown>>> {
  const address = new URL(name, url.endsWith('/') ? url : `${url}/`)
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' }).catch(
    (cause: unknown) => {
      throw new UnreachableError(`${address.origin} could not be reached.`, { cause })
    },
  )
  const document = response.ok ? await response.json().catch(() => undefined) : undefined
  if (!isRecord(document)) throw new UnreachableError(`${address.origin} answered, but not as Showcaller does.`)
  return document
}

export function readApi(document: Readonly<Record<string, unknown>>): readonly ApiOperation[] {
  const prefix = '/v1/'
  const schemas = record(record(document.components).schemas)
  return Object.entries(record(document.paths)).flatMap(([path, methods]) => {
    const operation = record(record(methods).post)
    if (!path.startsWith(prefix) || typeof operation['x-scope'] !== 'string') return []
    const body = record(record(record(operation.requestBody).content)['application/json'])
    const name = path.slice(prefix.length)
    return {
      name,
      title: titleOf(name),
      group: text(list(operation.tags)[0]),
      summary: text(operation.summary),
      scope: operation['x-scope'],
      isRead: operation['x-effect'] === 'none',
      fields: readFields(schemaIn(schemas, record(body.schema)), record(body.example)),
    }
  })
}

type JsonRecord = Readonly<Record<string, unknown>>

/** The schema itself, or the one among those with a name that it refers to. */
function schemaIn(schemas: JsonRecord, schema: JsonRecord): JsonRecord {
  const reference = text(schema.$ref)
  return reference === '' ? schema : record(schemas[reference.slice(reference.lastIndexOf('/') + 1)])
}

function readFields(schema: Readonly<Record<string, unknown>>, example: Readonly<Record<string, unknown>>): Field[] {
  const required = new Set(list(schema.required))
  return Object.entries(record(schema.properties)).map(([name, value]) => {
    const property = record(value)
    const choices = list(property.enum).map(String)
    return {
      name,
      title: text(property.title) || titleOf(name),
      help: text(property.description),
      kind: choices.length > 0 ? 'choice' : kindOf(property.type),
      isRequired: required.has(name),
      choices,
      minimum: number(property.minimum),
      maximum: number(property.maximum),
      initial: property.default,
      example: example[name],
    }
  })
}

function kindOf(type: unknown): FieldKind {
  switch (type) {
    case 'string':
      return 'text'
    case 'integer':
    case 'number':
    case 'boolean':
      return type
    case 'array':
      return 'list'
    default:
      return 'json'
  }
}

/** `obs-scene` and `send_chat_message` as a person writes them. */
function titleOf(name: string): string {
  const words = name.replace(/[-_]/g, ' ').replace(/\bobs\b/g, 'OBS')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const record = (value: unknown) => (isRecord(value) ? value : {})
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
