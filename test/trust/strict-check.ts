import type { Schema } from '../../src/kernel/schema/schema.ts'

/**
 * The test's own reading of the published rules, written apart from the server's: why a body must be refused whatever
 * the operation does, or undefined when it may be accepted. Where the rules leave room, it keeps quiet.
 */
export function mustRefuse(schema: Schema, body: unknown): string | undefined {
  if (!isObject(body)) return 'the body is not an object'
  return hostileText(body, 'body') ?? wrongObject(schema, body, 'body')
}

/** Every string counts, known parameter or not: keys as well as values. */
function hostileText(value: unknown, path: string): string | undefined {
  if (typeof value === 'string')
    return isHostileText(value) ? `${path} holds a control character or half a pair` : undefined
  if (Array.isArray(value)) return first(value.map((entry, index) => () => hostileText(entry, `${path}[${index}]`)))
  if (!isObject(value)) return undefined
  for (const [key, entry] of Object.entries(value)) {
    if (key === '__proto__' || key === 'constructor') return `${path} has a key ${key}`
    if (isHostileText(key)) return `${path} has a key with a control character`
    const inside = hostileText(entry, `${path}.${key}`)
    if (inside !== undefined) return inside
  }
  return undefined
}

function isHostileText(text: string): boolean {
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    if (code >= 0xd800 && code <= 0xdfff) return true
    const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f)
    if (isControl && code !== 9 && code !== 10 && code !== 13) return true
  }
  return false
}

function wrongValue(schema: Schema, value: unknown, path: string): string | undefined {
  if (schema.enum !== undefined) return schema.enum.includes(value) ? undefined : `${path} is not one of the values`
  if (Array.isArray(schema.type)) {
    const types: readonly string[] = schema.type
    const found = Array.isArray(value) ? 'array' : typeof value
    const type = types.find((one) => one === found || (one === 'integer' && found === 'number'))
    return type === undefined ? `${path} is of another type` : wrongValue({ ...schema, type } as Schema, value, path)
  }
  switch (schema.type) {
    case 'string':
      return wrongText(schema, value, path)
    case 'integer':
    case 'number':
      return wrongNumber(schema, value, path)
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${path} is not a boolean`
    case 'array':
      return wrongList(schema, value, path)
    case 'object':
      if (!isObject(value)) return `${path} is not an object`
      return schema.properties === undefined ? wrongFreeObject(value, path) : wrongObject(schema, value, path)
    default:
      return undefined
  }
}

function wrongText(schema: Schema, value: unknown, path: string): string | undefined {
  if (typeof value !== 'string') return `${path} is not a string`
  if (schema.format === 'date') return isDate(value) ? undefined : `${path} is not a date`
  const shortest = [...value.trim().replace(/^@/, '').trim()].length
  const longest = [...value].length
  if (value.trim() === '') return undefined
  // Of names: a mark that no reading of the value leaves out.
  if (schema.pattern !== undefined && /[\s!$%&()[\]{}]/.test(value.trim().replace(/^@/, '').trim())) {
    return `${path} has a character that no name has`
  }
  if (schema.maxLength !== undefined && shortest > schema.maxLength) return `${path} is too long`
  return schema.minLength !== undefined && longest < schema.minLength ? `${path} is too short` : undefined
}

function wrongNumber(schema: Schema, value: unknown, path: string): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${path} is not a number`
  if (schema.type === 'integer' && !Number.isSafeInteger(value)) return `${path} is not a whole number`
  const { minimum, maximum, exclusiveMinimum } = schema
  if (minimum !== undefined && value < minimum) return `${path} is below ${minimum}`
  if (maximum !== undefined && value > maximum) return `${path} is above ${maximum}`
  return exclusiveMinimum !== undefined && value <= exclusiveMinimum
    ? `${path} is not above ${exclusiveMinimum}`
    : undefined
}

function wrongList(schema: Schema, value: unknown, path: string): string | undefined {
  if (!Array.isArray(value)) return `${path} is not a list`
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  if (value.length < minItems || value.length > maxItems) return `${path} has ${value.length} entries`
  return first(
    value.map((entry, index) => () => {
      const isBlank = typeof entry === 'string' && entry.trim() === ''
      return isBlank ? `${path}[${index}] is blank` : wrongValue(items, entry, `${path}[${index}]`)
    }),
  )
}

function wrongObject(schema: Schema, value: Record<string, unknown>, path: string): string | undefined {
  const required = new Set(schema.required)
  return first(
    Object.entries(schema.properties ?? {}).map(([name, property]) => () => {
      const given = Object.hasOwn(value, name) ? value[name] : undefined
      // `null` and white space count as absent, whatever the type.
      if (given !== undefined && given !== null && !blank(given)) return wrongValue(property, given, `${path}.${name}`)
      const takesNull = given === null && Array.isArray(property.type) && property.type.includes('null')
      return required.has(name) && !takesNull ? `${path}.${name} is missing` : undefined
    }),
  )
}

/** An object relayed as it is: at most 16 KiB, 20 levels, 500 keys. */
function wrongFreeObject(value: object, path: string): string | undefined {
  if (Buffer.byteLength(JSON.stringify(value)) > 16 * 1024) return `${path} is larger than 16 KiB`
  const { keys, depth } = measure(value)
  return keys > 500 || depth > 20 ? `${path} has ${keys} keys in ${depth} levels` : undefined
}

function measure(value: unknown): { keys: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { keys: 0, depth: 0 }
  const inner = Object.values(value).map(measure)
  const own = Array.isArray(value) ? 0 : inner.length
  return {
    keys: inner.reduce((sum, { keys }) => sum + keys, own),
    depth: 1 + inner.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
  }
}

function blank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

export function isDate(value: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  const moment = new Date(Date.UTC(2000, 0, 1))
  moment.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return (
    year !== '' && year !== '0000' && moment.getUTCMonth() === Number(month) - 1 && moment.getUTCDate() === Number(day)
  )
}

function first(looks: readonly (() => string | undefined)[]): string | undefined {
  for (const look of looks) {
    const found = look()
    if (found !== undefined) return found
  }
  return undefined
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
