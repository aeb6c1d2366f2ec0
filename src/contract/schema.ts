/**
 * JSON Schema with its TypeScript type attached. What these functions return is, as it stands, what OpenAPI shows,
 * what the console draws a form from and what `http/read-input.ts` checks a request against.
 *
 * Written here instead of taken from a library because the one made for it costs 110 ms at start, more than
 * the rest of the server, and our rules on text (code points, blank is absent, `@` dropped) are not JSON Schema's.
 */
declare const typeOf: unique symbol

export interface Schema<T = unknown> {
  readonly [typeOf]?: T
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly minProperties?: number
  /** How a text is cleaned before it is measured; not shown on the wire. */
  readonly [cleaning]?: Cleaning
}

/** `line`: tabs and line breaks become a space. `name`: a line, trimmed, without its leading @. `raw`: kept as sent. */
export type Cleaning = 'line' | 'name' | 'raw'
export const cleaning: unique symbol = Symbol('cleaning')

const presence: unique symbol = Symbol('presence')
export type Optional<S extends Schema> = S & { readonly [presence]: 'optional' }
export type Defaulted<S extends Schema> = S & { readonly [presence]: 'defaulted' }

export type Static<S> = S extends Schema<infer T> ? T : never
type OptionalKeys<P> = { [K in keyof P]: P[K] extends { readonly [presence]: 'optional' } ? K : never }[keyof P]
type DefaultedKeys<P> = { [K in keyof P]: P[K] extends { readonly [presence]: 'defaulted' } ? K : never }[keyof P]
type Flat<T> = { [K in keyof T]: T[K] }

/** The object as a handler receives it: what has a default is always there. */
type Parsed<P> = Flat<
  { readonly [K in Exclude<keyof P, OptionalKeys<P>>]: Static<P[K]> } & {
    readonly [K in OptionalKeys<P>]?: Static<P[K]>
  }
>
/** The object as a caller may send it: what has a default may be left out. */
type Sent<P> = Flat<
  { readonly [K in Exclude<keyof P, OptionalKeys<P> | DefaultedKeys<P>>]: Static<P[K]> } & {
    readonly [K in OptionalKeys<P> | DefaultedKeys<P>]?: Static<P[K]>
  }
>

export interface ObjectSchema<P = Readonly<Record<string, Schema>>> extends Schema<Parsed<P>> {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
  readonly sent?: Sent<P>
}
export type SentBy<S> = S extends ObjectSchema<infer P> ? Sent<P> : never

interface Words {
  readonly description?: string
  readonly examples?: readonly unknown[]
}

export function object<const P extends Readonly<Record<string, Schema>>>(
  properties: P,
  words: Words = {},
): ObjectSchema<P> {
  const required = Object.keys(properties).filter((name) => !(presence in (properties[name] ?? {})))
  return { type: 'object', properties, required, ...words }
}

export function text(options: Words & { min?: number; max?: number; cleaning?: Cleaning } = {}): Schema<string> {
  const { min, max, cleaning: how = 'raw', ...words } = options
  return {
    type: 'string',
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...words,
    [cleaning]: how,
  }
}

export function date(words: Words = {}): Schema<string> {
  return { type: 'string', format: 'date', ...words }
}

export function oneOf<const V extends readonly string[]>(values: V, words: Words = {}): Schema<V[number]> {
  return { type: 'string', enum: values, ...words }
}

export function integer(options: Words & { min?: number; max?: number } = {}): Schema<number> {
  return { ...numeric(options), type: 'integer' }
}

export function number(options: Words & { min?: number; max?: number; above?: number } = {}): Schema<number> {
  return { ...numeric(options), type: 'number' }
}

export function boolean(words: Words = {}): Schema<boolean> {
  return { type: 'boolean', ...words }
}

export function list<S extends Schema>(
  items: S,
  options: Words & { min?: number; max?: number } = {},
): Schema<readonly Static<S>[]> {
  const { min, max, ...words } = options
  return {
    type: 'array',
    items,
    ...(min === undefined ? {} : { minItems: min }),
    ...(max === undefined ? {} : { maxItems: max }),
    ...words,
  }
}

/** An object whose keys are not ours to name, such as `data` of effect-trigger. */
export function anyObject(words: Words = {}): Schema<Readonly<Record<string, unknown>>> {
  return { type: 'object', additionalProperties: true, ...words }
}

export function mapOf<S extends Schema>(values: S, words: Words = {}): Schema<Readonly<Record<string, Static<S>>>> {
  return { type: 'object', additionalProperties: values, ...words }
}

export function anyValue(words: Words = {}): Schema<unknown> {
  return { ...words }
}

export function nullable<S extends Schema>(schema: S): Schema<Static<S> | null> {
  const { type } = schema
  const types = type === undefined ? undefined : [type, 'null'].flat()
  const values = schema.enum === undefined ? {} : { enum: [...schema.enum, null] }
  const widened: Schema = { ...schema, ...values, ...(types === undefined ? {} : { type: types }) }
  return widened as Schema<Static<S> | null>
}

/** For the few values that take more than one JSON type, such as `include_expired`. */
export function literalSet<T>(type: readonly string[], values: readonly T[], words: Words = {}): Schema<T> {
  return { type, enum: values, ...words }
}

export function optional<S extends Schema>(schema: S): Optional<S> {
  return Object.assign({ ...schema }, { [presence]: 'optional' as const })
}

export function withDefault<S extends Schema>(schema: S, value: Static<S>): Defaulted<S> {
  return Object.assign({ ...schema }, { default: value, [presence]: 'defaulted' as const })
}

function numeric({
  min,
  max,
  above,
  ...words
}: Words & { min?: number; max?: number; above?: number }): Schema<number> {
  return {
    ...(min === undefined ? {} : { minimum: min }),
    ...(above === undefined ? {} : { exclusiveMinimum: above }),
    ...(max === undefined ? {} : { maximum: max }),
    ...words,
  }
}
