import { type Annotations, annotated, isStoredTime, type Schema } from './schema.ts'

/** A time in milliseconds since 1970, as events are stored. Programs receive it as `dateTime`. */
export function storedTime(annotations?: Annotations): Schema<number> {
  return annotated({ type: 'integer', [isStoredTime]: true }, annotations)
}
