import { Failure, type FailureCode, type FailureDetail } from '../operation/contract/failures.ts'
import type { Text } from '../text/message.ts'
import { inputMessages as messages } from './input-messages.ts'
import { isMisspelling } from './misspelling.ts'
import { identifierPattern, meaningsOf } from './open-schema.ts'
import { type Cleaning, cleaning, isRelayed, needsOne, type ObjectSchema, type Schema } from './schema.ts'
import { codePointLength, textFault, toLine } from './text.ts'
import { whenNeeded } from './when-needed.ts'

/** Deeper than any documented body, shallow enough that nothing behind it can run out of stack. */
const maxDepth = 24
const refusedKeys = new Set(['__proto__', 'constructor'])

/**
 * Turns an operation's input schema into a function that checks a body and returns it as the handler wants it:
 * defaults filled in, blank optional texts gone, names cleaned. Throws the failure with every fault it found.
 * Built once per operation, when it is first used: a server has many operations, and a start uses none of them.
 */
export function createInputReader<T>(schema: ObjectSchema): (body: unknown) => T {
  const reader = whenNeeded(() => buildReader<T>(schema))
  return (body) => reader()(body)
}

function buildReader<T>(schema: ObjectSchema): (body: unknown) => T {
  const read = objectReader(schema, true)
  const expected = new Set(Object.keys(schema.properties))
  const relayed = new Set([...expected].filter((name) => schema.properties[name]?.[isRelayed]))
  return (body) => {
    if (!isRecord(body)) throw new Failure('invalid_body')
    const faults: Fault[] = []
    checkEveryString(relayed.size === 0 ? body : without(body, relayed), '', 0, expected, faults)
    if (faults.length > 0) throw asFailure(faults)
    const value = read(body, '', faults)
    if (faults.length > 0) throw asFailure(faults)
    return value as T
  }
}

/** A value that cannot be taken. Its code is `invalid_parameter` where it names none. */
interface Fault extends FailureDetail {
  readonly code?: FailureCode
}

type Read = (value: unknown, path: string, faults: Fault[]) => unknown

interface Property {
  readonly name: string
  readonly read: Read
  readonly required: boolean
  readonly fallback: unknown
  /** Whether this value says nothing, which counts as leaving the parameter out. */
  isBlank(value: unknown): boolean
}

/** Misspelt parameters are only looked for at the top, where callers type them by hand. */
function objectReader(schema: ObjectSchema, top: boolean): Read {
  const required = new Set(schema.required)
  const properties: Property[] = Object.entries(schema.properties).map(([name, property]) => ({
    name,
    read: readerOf(property),
    required: required.has(name),
    fallback: property.default,
    isBlank: property.enum === undefined ? isBlank : (value) => isBlank(value) && !property.enum?.includes(value),
  }))
  const known = new Set(properties.map(({ name }) => name))
  const groups = schema[needsOne] ?? []
  return (value, path, faults) => {
    if (!isRecord(value)) return fault(faults, path, messages.object.of())
    if (top) findMisspelling(value, known, faults)
    const faultsBefore = faults.length
    const result: Record<string, unknown> = {}
    for (const { name, read, required, fallback, isBlank } of properties) {
      const given = value[name]
      const inside = path === '' ? name : `${path}.${name}`
      const found = given === undefined || isBlank(given) ? blank : read(given, inside, faults)
      if (found === blank) {
        if (required) fault(faults, inside, given === undefined ? messages.required.of() : messages.empty.of())
        else if (fallback !== undefined) result[name] = fallback
      } else {
        result[name] = found
      }
    }
    // A value that is wrong counts as sent: its own fault says more.
    if (faults.length === faultsBefore) for (const names of groups) requireOne(result, names, path, faults)
    return result
  }
}

function requireOne(result: Record<string, unknown>, names: readonly string[], path: string, faults: Fault[]): void {
  if (names.some((name) => result[name] !== undefined)) return
  const listed = { names: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' }
  const code = names.every((name) => /(?:^|_)user(?:id|name)$/.test(name)) ? 'user_required' : 'invalid_parameter'
  const message =
    path === '' ? messages.needsOne.of(listed) : messages.needsOneInside.of({ path: shown(path), ...listed })
  if (faults.length < maxFaults) faults.push({ path: path === '' ? (names[0] ?? '') : shown(path), message, code })
}

/** `null`, and a text of white space alone whatever the type of the parameter. */
function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '')
}

/** What a text reader answers for white space alone; the object around it knows whether that is allowed. */
const blank = Symbol('blank')

function readerOf(schema: Schema): Read {
  if (schema.enum !== undefined) return enumReader(schema.enum, meaningsOf(schema))
  if (typeof schema.type === 'object') return unionReader(schema, schema.type)
  switch (schema.type) {
    case 'string':
      return schema.format === 'date' ? readDate : textReader(schema, schema[cleaning] ?? 'raw')
    case 'integer':
      return numberReader(schema, true)
    case 'number':
      return numberReader(schema, false)
    case 'boolean':
      return (value, path, faults) => (typeof value === 'boolean' ? value : fault(faults, path, messages.boolean.of()))
    case 'array':
      return arrayReader(schema)
    case 'object':
      if (schema[isRelayed]) return readRelayed
      return schema.properties === undefined ? readFreeObject : objectReader(schema as ObjectSchema, false)
    default:
      throw new Error(`no reader for a schema of type ${String(schema.type)}`)
  }
}

function enumReader(values: readonly unknown[], known: Readonly<Record<string, string>> = {}): Read {
  const allowed = new Set(values)
  const words = values
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .map((word) => (known[word] === undefined ? word : `${word} (${known[word]})`))
    .join(', ')
  return (value, path, faults) =>
    allowed.has(value) ? value : fault(faults, path, messages.choice.of({ values: words }))
}

/** The JSON type of the value chooses the rules. */
function unionReader(schema: Schema, types: readonly string[]): Read {
  const readers = new Map(types.map((type) => [typeofFor(type), readerOf({ ...schema, type })]))
  const words: readonly (string | Text)[] = types.map((type) =>
    Object.hasOwn(typeNames, type) ? typeNames[type as keyof typeof typeNames].of() : type,
  )
  return (value, path, faults) => {
    const read = readers.get(Array.isArray(value) ? 'array' : typeof value)
    if (read !== undefined) return read(value, path, faults)
    return fault(faults, path, messages.types.of({ names: words.slice(0, -1), last: words.at(-1) ?? '' }))
  }
}

/** What `typeof` says about a value of this JSON type. */
function typeofFor(type: string): string {
  return type === 'integer' ? 'number' : type
}

const typeNames = {
  number: messages.aNumber,
  integer: messages.aNumber,
  string: messages.aString,
  array: messages.aList,
}

const identifier = /^[\p{L}\p{N}_.-]+$/u

function textReader({ pattern, minLength = 0, maxLength }: Schema, how: Cleaning): Read {
  return (value, path, faults) => {
    if (typeof value !== 'string') return fault(faults, path, messages.text.of())
    const clean = cleanText(value, how)
    if (clean.trim() === '') return blank
    const length = codePointLength(clean)
    if (length < minLength || (maxLength !== undefined && length > maxLength)) {
      const problem =
        maxLength === undefined
          ? messages.charactersAtLeast.of({ min: minLength, length })
          : messages.characters.of({ min: minLength || 1, max: maxLength, length })
      return fault(faults, path, problem)
    }
    if (pattern === identifierPattern && !identifier.test(clean)) return fault(faults, path, messages.identifier.of())
    return clean
  }
}

function cleanText(value: string, how: Cleaning): string {
  if (how === 'raw') return value
  if (how === 'line') return toLine(value)
  const name = toLine(value).trim()
  return name.startsWith('@') ? name.slice(1).trim() : name
}

function numberReader(schema: Schema, whole: boolean): Read {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum } = schema
  return (value, path, faults) => {
    if (typeof value !== 'number') return fault(faults, path, numberProblem(schema, whole))
    const fits = value >= minimum && value <= maximum && (exclusiveMinimum === undefined || value > exclusiveMinimum)
    if (!fits || !(whole ? Number.isSafeInteger(value) : Number.isFinite(value))) {
      return fault(faults, path, numberProblem(schema, whole))
    }
    return value === 0 ? 0 : value
  }
}

function numberProblem({ minimum: min, maximum: max, exclusiveMinimum: bound }: Schema, whole: boolean): Text {
  if (bound !== undefined) return (whole ? messages.wholeNumberAbove : messages.numberAbove).of({ bound })
  if (min === undefined) return (whole ? messages.wholeNumber : messages.number).of()
  if (max === undefined || max === Number.MAX_SAFE_INTEGER)
    return (whole ? messages.wholeNumberAtLeast : messages.numberAtLeast).of({ min })
  return (whole ? messages.wholeNumberFrom : messages.numberFrom).of({ min, max })
}

function readDate(value: unknown, path: string, faults: Fault[]): unknown {
  if (typeof value === 'string' && isCalendarDate(value)) return value
  return fault(faults, path, messages.date.of())
}

export function isCalendarDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (match === null || match[1] === '0000') return false
  const moment = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value)
}

function arrayReader({ items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: Schema): Read {
  const read = readerOf(items ?? {})
  return (value, path, faults) => {
    if (!Array.isArray(value)) return fault(faults, path, messages.list.of())
    if (value.length < minItems || value.length > maxItems) {
      return fault(faults, path, messages.entries.of({ min: minItems, max: maxItems, length: value.length }))
    }
    return value.map((entry, index) => {
      const inside = `${path}[${index}]`
      const found = read(entry, inside, faults)
      return found === blank ? fault(faults, inside, messages.empty.of()) : found
    })
  }
}

/** `effect-trigger.data` is relayed to pages as it is, so its size is bounded here, once. */
const freeObject = { maxBytes: 16 * 1024, maxDepth: 20, maxKeys: 500 }

function readFreeObject(value: unknown, path: string, faults: Fault[]): unknown {
  if (!isRecord(value)) return fault(faults, path, messages.object.of())
  const { keys, depth } = measure(value)
  if (depth > freeObject.maxDepth) return fault(faults, path, messages.depth.of({ max: freeObject.maxDepth }))
  if (keys > freeObject.maxKeys) return fault(faults, path, messages.keys.of({ max: freeObject.maxKeys }))
  if (Buffer.byteLength(JSON.stringify(value)) > freeObject.maxBytes)
    return fault(faults, path, messages.kilobytes.of({ max: freeObject.maxBytes / 1024 }))
  return value
}

function readRelayed(value: unknown, path: string, faults: Fault[]): unknown {
  return isRecord(value) ? value : fault(faults, path, messages.object.of())
}

function without(body: Record<string, unknown>, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)))
}

function measure(value: unknown): { keys: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { keys: 0, depth: 0 }
  const entries = Object.values(value)
  let keys = Array.isArray(value) ? 0 : entries.length
  let depth = 0
  for (const entry of entries) {
    const inner = measure(entry)
    keys += inner.keys
    depth = Math.max(depth, inner.depth)
  }
  return { keys, depth: depth + 1 }
}

/** One walk over everything sent, known or not: strings we could not show, keys that reach into prototypes, depth. */
function checkEveryString(
  value: object,
  path: string,
  depth: number,
  expected: ReadonlySet<string>,
  faults: Fault[],
): void {
  if (depth > maxDepth) {
    fault(faults, path, messages.depth.of({ max: maxDepth }))
    return
  }
  const isList = Array.isArray(value)
  for (const key in value) {
    const entry: unknown = (value as Record<string, unknown>)[key]
    const inside = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    if (!isList && !expected.has(key) && (refusedKeys.has(key) || textFault(key) !== undefined)) {
      fault(faults, path, messages.refusedKey.of({ key: shown(key) }))
      return
    }
    if (typeof entry === 'string') {
      const wrong = textFault(entry)
      if (wrong !== undefined) fault(faults, inside, wrong)
    } else if (typeof entry === 'object' && entry !== null) {
      checkEveryString(entry, inside, depth + 1, expected, faults)
    }
    if (faults.length >= maxFaults) return
  }
}

const maxFaults = 20
const maxComparedNames = 50

function fault(faults: Fault[], path: string, problem: Text): undefined {
  if (faults.length < maxFaults) {
    const where = path === '' ? messages.body.of() : shown(path)
    faults.push({ path: String(where), message: messages.fault.of({ path: where, problem }) })
  }
  return undefined
}

const maxShownLength = 80

/** Names can be as long and as odd as what was sent; a sentence should not be. */
function shown(name: string): string {
  const short = name.length > maxShownLength ? `${name.slice(0, maxShownLength)}…` : name
  return short.toWellFormed().replace(/\p{Cc}/gu, '\ufffd')
}

function asFailure(faults: readonly Fault[]): Failure {
  const [first] = faults
  return new Failure(first?.code ?? 'invalid_parameter', {
    message: first?.message,
    details: faults.length > 1 ? faults.map(({ path, message }) => ({ path, message })) : undefined,
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * An unknown parameter is ignored unless it is plainly a documented one, misspelt, and that one is absent. A misspelt
 * user is ignored too when the other name of the same user is there, so that an answer can be sent as a request.
 */
function findMisspelling(body: Record<string, unknown>, known: ReadonlySet<string>, faults: Fault[]): void {
  let unknownNames = 0
  for (const name in body) {
    if (known.has(name)) continue
    // Each name is compared with every documented one. Nobody types more than this by hand.
    if (++unknownNames > maxComparedNames) return
    if (name.length > 60 || isBlank(body[name])) continue
    for (const meant of known) {
      if (isPresent(body[meant]) || !isMisspelling(name, meant) || isNamedOtherwise(body, known, meant)) continue
      faults.push({ path: shown(name), message: messages.misspelt.of({ name: shown(name), meant }) })
      return
    }
  }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && !isBlank(value)
}

/** Whether the user that `from_userid` would name is named by `from_username`, or the other way round. */
function isNamedOtherwise(body: Record<string, unknown>, known: ReadonlySet<string>, meant: string): boolean {
  const [, prefix, kind] = /^(|.*_)user(id|name)$/.exec(meant) ?? []
  const other = `${prefix}user${kind === 'id' ? 'name' : 'id'}`
  return kind !== undefined && known.has(other) && isPresent(body[other])
}
