import { type Annotations, annotated, anyObject, isRelayed, type Schema, type Static } from './schema.ts'

// Schemas of values whose shape is not fixed. They stand apart because overlay pages load `schema.ts` and need none.

/** The body of another call, which that call checks. */
export function relayedObject(annotations: Annotations = {}): Schema<Readonly<Record<string, unknown>>> {
  return { ...anyObject(annotations), [isRelayed]: true }
}

export function mapOf<S extends Schema>(
  values: S,
  annotations: Annotations = {},
): Schema<Readonly<Record<string, Static<S>>>> {
  return { type: 'object', additionalProperties: values, ...annotated(annotations) }
}

export function anyValue(annotations: Annotations = {}): Schema<unknown> {
  return { ...annotated(annotations) }
}

/** For the few values that take more than one JSON type, such as `include_expired`. */
export function literalSet<T>(type: readonly string[], values: readonly T[], annotations: Annotations = {}): Schema<T> {
  return { type, enum: values, ...annotated(annotations) }
}
