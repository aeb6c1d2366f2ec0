import {
  type Annotations,
  annotated,
  anyObject,
  type Cleaning,
  isRelayed,
  needsOne,
  type ObjectSchema,
  type Schema,
  type Static,
  text,
} from './schema.ts'

// Schemas of values whose shape is not fixed, and what the server and the panel ask of a schema. They stand apart because
// overlay pages load `schema.ts` and need none of them.

/** The body of another call, which that call checks. */
export function relayedObject(annotations?: Annotations): Schema<Readonly<Record<string, unknown>>> {
  return { ...anyObject(annotations), [isRelayed]: true }
}

export function mapOf<S extends Schema>(
  values: S,
  annotations?: Annotations,
): Schema<Readonly<Record<string, Static<S>>>> {
  return annotated({ type: 'object', additionalProperties: values }, annotations)
}

export function anyValue(annotations?: Annotations): Schema<unknown> {
  return annotated({}, annotations)
}

/**
 * Marks of ASCII and white space, excluded: what every engine of regular expressions reads. The one pattern that
 * `createInputReader` checks, and there names have only letters and digits of every script, underscores, hyphens, dots.
 */
export const identifierPattern = '^[^\\s!-,\\/:-@\\[-\\^`{-~]+$'

/** The name of something that people refer to within other texts. */
export function identifier(options: Annotations & { max: number }): Schema<string> {
  return { ...text({ ...options, cleaning: 'name' }), pattern: identifierPattern }
}

/**
 * A value of one of several JSON types, such as `value` of set-value. Each type occurs once, so the bounds of all of them
 * stand side by side: JSON Schema applies each to its own type.
 */
export function union<const S extends readonly Schema[]>(
  choices: S,
  annotations?: Annotations,
): Schema<Static<S[number]>> {
  const merged: Schema = Object.assign({}, ...choices)
  const type = choices.flatMap((choice) => choice.type ?? [])
  return annotated({ ...merged, type }, annotations) as Schema<Static<S[number]>>
}

/** For the few values that take more than one JSON type, such as `include_expired`. */
export function literalSet<T>(type: readonly string[], values: readonly T[], annotations?: Annotations): Schema<T> {
  return annotated({ type, enum: values }, annotations)
}

/**
 * How variables are written into a text: `url` percent-encodes each, `body` escapes each as part of a JSON string if the
 * text is JSON. What a viewer wrote can then neither name another address nor add a field. A `header` may name secrets;
 * then it has no variables, so that nobody but its author can name one.
 */
export const variableEncoding: unique symbol = Symbol('variableEncoding')
export type VariableEncoding = 'url' | 'body' | 'header'

export function encodedText(
  options: Annotations & { min?: number; max: number; cleaning?: Cleaning; encoding: VariableEncoding },
): Schema<string> {
  const { encoding, ...rest } = options
  return Object.assign({}, text(rest), { [variableEncoding]: encoding })
}

export function variableEncodingOf(schema: object | undefined): VariableEncoding | undefined {
  return (schema as { [variableEncoding]?: VariableEncoding } | undefined)?.[variableEncoding]
}

/** Whether `{}` is not enough. */
export function needsBody({ required, [needsOne]: groups = [] }: ObjectSchema): boolean {
  return required.length > 0 || groups.length > 0
}

const meanings: unique symbol = Symbol('meanings')

/** The schema with what its values stand for, by value: a refusal says it. */
export function withMeanings<S extends Schema>(schema: S, known: Readonly<Record<string, string>>): S {
  return { ...schema, [meanings]: known }
}

export function meaningsOf(schema: Schema & { readonly [meanings]?: Readonly<Record<string, string>> }) {
  return schema[meanings]
}
