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
  readonly title?: string
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
  /** Of these properties at least one; `object` writes both from its option `needsOne`. */
  readonly anyOf?: readonly { readonly required: readonly string[] }[]
  readonly allOf?: readonly { readonly anyOf: readonly { readonly required: readonly string[] }[] }[]
  /** How a text is cleaned before it is measured; not shown on the wire. */
  readonly [cleaning]?: Cleaning
  /** What a person reads for each value; not shown on the wire. */
  readonly [choiceTitles]?: Readonly<Record<string, string>>
  /** How a form asks for the value, where its type does not tell; not shown on the wire. */
  readonly [control]?: FieldControl
  /** Groups of properties of which at least one must be sent; shown on the wire as `anyOf`. */
  readonly [needsOne]?: readonly (readonly string[])[]
  /** Passed on as it is to another reader, which checks it; not shown on the wire. */
  readonly [isRelayed]?: true
  /** A time of the event log, stored in milliseconds; it leaves as `dateTime`. */
  readonly [isStoredTime]?: true
}

/** `line`: tabs and line breaks become a space. `name`: a line, trimmed, without its leading @. `raw`: kept as sent. */
export type Cleaning = 'line' | 'name' | 'raw'
export const cleaning: unique symbol = Symbol('cleaning')
export const choiceTitles: unique symbol = Symbol('choice titles')
export const control: unique symbol = Symbol('control')
export const needsOne: unique symbol = Symbol('needs one of')
export const isRelayed: unique symbol = Symbol('relayed')
export const isStoredTime: unique symbol = Symbol('stored time')

/**
 * `alert`, `effect`, `command`: chosen from those of the channel. `caption`: the `message` of a free object.
 * `platform`: on which platform a step acts. `viewer_platform`: on which platform a viewer is. `multiline`: a text area.
 * `headers`: lines, with the secrets that they may name. `hidden`: a second way to say the same; only the JSON editor
 * shows it.
 */
export type FieldControl =
  | 'alert'
  | 'automation'
  | 'effect'
  | 'voice_effect'
  | 'vts_hotkey'
  | 'command'
  | 'show'
  | 'value'
  | 'obs_scene'
  | 'obs_source'
  | 'obs_input'
  | 'caption'
  | 'platform'
  | 'viewer_platform'
  | 'multiline'
  | 'headers'
  | 'hidden'

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

/** What people read about a value, and how a form asks for it. */
export interface Annotations {
  readonly title?: string
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly titles?: Readonly<Record<string, string>>
  readonly control?: FieldControl
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * `schema` with what people read about it, in the order in which it is written. A start creates some thousand schemas, so
 * these functions fill one object instead of putting copies together.
 */
export function annotated<S extends Schema>(schema: S, annotations: Annotations | undefined): S {
  const filled: Writable<Schema> = schema
  for (const name in annotations) {
    if (name === 'title' || name === 'description') filled[name] = annotations[name] as string
    else if (name === 'examples') filled.examples = annotations.examples as readonly unknown[]
    else if (name === 'titles') filled[choiceTitles] = annotations.titles as Readonly<Record<string, string>>
    else if (name === 'control') filled[control] = annotations.control as FieldControl
  }
  return schema
}

/** `needsOne`: groups of optional properties; of each group at least one must be sent. */
export function object<const P extends Readonly<Record<string, Schema>>>(
  properties: P,
  options?: Annotations & { readonly needsOne?: readonly (readonly (keyof P & string)[])[] },
): ObjectSchema<P> {
  const required: string[] = []
  for (const name in properties) if (!(presence in (properties[name] as Schema))) required.push(name)
  const schema: ObjectSchema<P> = annotated({ type: 'object', properties, required }, options)
  return options?.needsOne === undefined ? schema : Object.assign(schema, needingOne(options.needsOne))
}

/** The rule as `createInputReader` checks it, and as JSON Schema says it. */
export function needingOne(groups: readonly (readonly string[])[]): Pick<Schema, 'anyOf' | 'allOf' | typeof needsOne> {
  const rules = groups.map((names) => ({ anyOf: names.map((name) => ({ required: [name] })) }))
  const [only] = rules
  if (only === undefined) return {}
  return { [needsOne]: groups, ...(rules.length === 1 ? only : { allOf: rules }) }
}

export function text(options?: Annotations & { min?: number; max?: number; cleaning?: Cleaning }): Schema<string> {
  const schema: Writable<Schema<string>> = { type: 'string' }
  if (options?.min !== undefined) schema.minLength = options.min
  if (options?.max !== undefined) schema.maxLength = options.max
  annotated(schema, options)
  schema[cleaning] = options?.cleaning ?? 'raw'
  return schema
}

export function date(annotations?: Annotations): Schema<string> {
  return annotated({ type: 'string', format: 'date' }, annotations)
}

/** A time as ISO 8601 with milliseconds. */
export function dateTime(annotations?: Annotations): Schema<string> {
  return annotated({ type: 'string', format: 'date-time' }, annotations)
}

export function oneOf<const V extends readonly string[]>(
  values: V,
  annotations?: Omit<Annotations, 'titles'> & { readonly titles?: Readonly<Record<V[number], string>> },
): Schema<V[number]> {
  return annotated({ type: 'string', enum: values }, annotations)
}

export function integer(options?: Annotations & { min?: number; max?: number }): Schema<number> {
  return numeric('integer', options)
}

export function number(options?: Annotations & { min?: number; max?: number; above?: number }): Schema<number> {
  return numeric('number', options)
}

export function boolean(annotations?: Annotations): Schema<boolean> {
  return annotated({ type: 'boolean' }, annotations)
}

export function list<S extends Schema>(
  items: S,
  options?: Annotations & { min?: number; max?: number },
): Schema<readonly Static<S>[]> {
  const schema: Writable<Schema<readonly Static<S>[]>> = { type: 'array', items }
  if (options?.min !== undefined) schema.minItems = options.min
  if (options?.max !== undefined) schema.maxItems = options.max
  return annotated(schema, options)
}

/** An object whose keys are not ours to name, such as `data` of effect-trigger. */
export function anyObject(annotations?: Annotations): Schema<Readonly<Record<string, unknown>>> {
  return annotated({ type: 'object', additionalProperties: true }, annotations)
}

export function nullable<S extends Schema>(schema: S): Schema<Static<S> | null> {
  const { type, enum: values } = schema
  const widened: Schema = {
    ...schema,
    ...(values && { enum: [...values, null] }),
    ...(type && { type: [type, 'null'].flat() }),
  }
  return widened as Schema<Static<S> | null>
}

export function optional<S extends Schema>(schema: S): Optional<S> {
  return { ...schema, [presence]: 'optional' }
}

export function withDefault<S extends Schema>(schema: S, value: Static<S>): Defaulted<S> {
  return { ...schema, default: value, [presence]: 'defaulted' }
}

/** The values that hold where nothing is set. */
export function defaultsOf<P>({ properties }: ObjectSchema<P>): Static<ObjectSchema<P>> {
  const entries = Object.entries(properties).filter(([, schema]) => schema.default !== undefined)
  return Object.fromEntries(entries.map(([name, schema]) => [name, schema.default])) as Static<ObjectSchema<P>>
}

function numeric(
  type: 'integer' | 'number',
  options: (Annotations & { min?: number; max?: number; above?: number }) | undefined,
): Schema<number> {
  const schema: Writable<Schema<number>> = {}
  if (options?.min !== undefined) schema.minimum = options.min
  if (options?.above !== undefined) schema.exclusiveMinimum = options.above
  if (options?.max !== undefined) schema.maximum = options.max
  annotated(schema, options)
  schema.type = type
  return schema
}
