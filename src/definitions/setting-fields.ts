import {
  boolean,
  type Defaulted,
  integer,
  number,
  type ObjectSchema,
  type Optional,
  object,
  oneOf,
  optional,
  type Schema,
  type Static,
  text,
  withDefault,
} from '../kernel/schema/schema.ts'
import type { MessageText } from '../kernel/text/message.ts'
import type { ValueType } from './value-types.ts'

/** A message without parameters. */
export type Label = (() => string) & { readonly key: string; readonly text: MessageText }

/** How a form asks for a value. The bounds are in the schema beside it. */
export type Control =
  | { readonly kind: 'slider'; readonly step: number; readonly unit: 'count' | 'percent' | 'seconds' | 'factor' }
  | { readonly kind: 'number'; readonly step: number }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly choices: Choices; readonly none?: Label }
  /** Any number of the choices. */
  | { readonly kind: 'checks'; readonly choices: Choices }
  /** `initial` is where the colour picker begins. */
  | { readonly kind: 'color'; readonly initial: string }
  | { readonly kind: 'colors'; readonly initial: string }
  | { readonly kind: 'line'; readonly placeholder?: string }
  /** A list of texts, one per line. */
  | { readonly kind: 'lines' }
  | { readonly kind: 'locale' }
  /** The name of a value of the channel. */
  | { readonly kind: 'value'; readonly types: readonly ValueType[] }
  | { readonly kind: 'code'; readonly language: 'html' | 'css' | 'js'; readonly placeholder?: string }
  /** A file of the channel. The overlay receives its address as `address`. */
  | { readonly kind: 'media'; readonly media: 'sound' | 'image'; readonly address: string }
  | { readonly kind: 'group'; readonly fields: Fields }

export interface Choice {
  readonly title: Label
  readonly help?: Label
  /** What the CSS variable of the field becomes. */
  readonly css?: string
}
export type Choices = Readonly<Record<string, Choice>>

/**
 * One value that a person can set: what it may be, what it is by default, and how a form asks for it. The server checks
 * with it, the panel draws a form from it, the overlay reads values with it and the docs describe it.
 */
export interface Field<T = unknown, D = unknown> {
  readonly title: Label
  readonly help?: Label
  readonly schema: Schema<T>
  readonly default: D
  readonly control: Control
  /** Nothing works without this value, and there is no default. */
  readonly isRequired?: boolean
  /** The custom property of the overlay page that is set to the value. */
  readonly cssVariable?: `--${string}`
}
export type Fields = Readonly<Record<string, Field>>
export type FieldValue<F> = F extends Field<infer T, infer D> ? T | D : never
export type FieldValues<F> = { readonly [K in keyof F]: FieldValue<F[K]> }

export interface Texts {
  readonly title: Label
  readonly help?: Label
  readonly cssVariable?: `--${string}`
}
export type Bounds = { readonly min?: number; readonly max: number }

/** A part of a whole, shown as a percentage. */
export function share(texts: Texts, { min = 0, max = 1, ...rest }: Partial<Bounds> & { readonly default: number }) {
  const schema = number({ min, max, ...described(texts) })
  return { ...texts, schema, default: rest.default, control: { kind: 'slider', step: 0.01, unit: 'percent' } } as const
}

export function factor(texts: Texts, { min = 0, max, ...rest }: Bounds & { readonly default: number }) {
  const schema = number({ min, max, ...described(texts) })
  return { ...texts, schema, default: rest.default, control: { kind: 'slider', step: 0.05, unit: 'factor' } } as const
}

/** A number that is typed in; `step` 1 makes it a whole one. */
export function numeric(
  texts: Texts,
  { min = 0, max, step, ...rest }: Bounds & { readonly step: number; readonly default: number },
) {
  const bounds = { min, max, ...described(texts) }
  const schema = step === 1 ? integer(bounds) : number(bounds)
  return { ...texts, schema, default: rest.default, control: { kind: 'number', step } } as const
}

export function toggle(texts: Texts, value: boolean) {
  return { ...texts, schema: boolean(described(texts)), default: value, control: { kind: 'switch' } } as const
}

/** One of several. Without a default, `none` is what the form calls the absence of a choice. */
export function choice<const C extends Choices, const D extends (keyof C & string) | undefined>(
  texts: Texts,
  { choices, none, ...rest }: { readonly choices: C; readonly default: D; readonly none?: Label },
) {
  const schema = oneOf(Object.keys(choices) as (keyof C & string)[], described(texts))
  const control = { kind: 'choice', choices, ...(none === undefined ? {} : { none }) } as const
  return { ...texts, schema, default: rest.default, control }
}

export function color(texts: Texts, { initial }: { readonly initial: string }) {
  const schema = text({ max: 60, cleaning: 'name', ...described(texts) })
  return { ...texts, schema, default: undefined, control: { kind: 'color', initial } } as const
}

export function line<const D extends string | undefined = undefined>(
  texts: Texts,
  options: { readonly max: number; readonly placeholder?: string; readonly default?: D },
) {
  const schema = text({ max: options.max, cleaning: 'line', ...described(texts) })
  const { placeholder } = options
  const control = { kind: 'line', ...(placeholder === undefined ? {} : { placeholder }) } as const
  return { ...texts, schema, default: options.default as D, control }
}

/** A language tag, such as `en` or `pt-BR`. */
export function locale(texts: Texts, value: string) {
  const schema = text({ max: 35, cleaning: 'name', ...described(texts) })
  return { ...texts, schema, default: value, control: { kind: 'locale' } } as const
}

export function code(
  texts: Texts,
  {
    max,
    ...control
  }: { readonly max: number; readonly language: 'html' | 'css' | 'js'; readonly placeholder?: string },
) {
  const schema = text({ max, ...described(texts) })
  return { ...texts, schema, default: undefined, control: { kind: 'code', ...control } } as const
}

/** Several values of the same sort under one name, such as a volume for each kind of item. */
export function group<const F extends Fields>(texts: Texts, fields: F) {
  const schema = object(schemasOf(fields), described(texts))
  const values = Object.entries(fields).filter(([, field]) => field.default !== undefined)
  const defaults = Object.fromEntries(values.map(([name, field]) => [name, field.default]))
  return { ...texts, schema, default: defaults as Static<typeof schema>, control: { kind: 'group', fields } } as const
}

type StoredSchema<F> =
  F extends Field<infer T, infer D> ? (undefined extends D ? Optional<Schema<T>> : Defaulted<Schema<T>>) : never
export type StoredSchemas<F> = { readonly [K in keyof F]: StoredSchema<F[K]> }
export type StoredValues<F extends Fields> = Static<ObjectSchema<StoredSchemas<F>>>

/** The schemas of stored settings: a field with a default gets it when it is left out, every other may be left out. */
export function schemasOf<F extends Fields>(fields: F): StoredSchemas<F> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const isOptional = field.default === undefined
    return [name, isOptional ? optional(field.schema) : withDefault(field.schema, field.default)]
  })
  return Object.fromEntries(entries)
}

export function described({ title, help }: Texts): { readonly description: string } {
  return { description: String((help ?? title).text) }
}
