import { integer, list, number, text } from '../kernel/schema/schema.ts'
import { type Bounds, described, type Texts } from './setting-fields.ts'

// Fields of effects and widgets. They stand apart because every overlay page loads `setting-fields.ts`, and these come
// with the first effect or widget.

/** Of the HTML, CSS or JavaScript of a custom effect or widget, and of all three parts together. */
export const maxCodeBytes = 64 * 1024

/** A whole number from 1 on. */
export function count(texts: Texts, { min = 1, max, ...rest }: Bounds & { readonly default: number }) {
  const schema = integer({ min, max, ...described(texts) })
  return { ...texts, schema, default: rest.default, control: { kind: 'slider', step: 1, unit: 'count' } } as const
}

export function seconds(texts: Texts, { min = 0.5, max, ...rest }: Bounds & { readonly default: number }) {
  const schema = number({ min, max, ...described(texts) })
  return { ...texts, schema, default: rest.default, control: { kind: 'slider', step: 0.5, unit: 'seconds' } } as const
}

export function colors(texts: Texts, { max, initial }: { readonly max: number; readonly initial: string }) {
  const schema = list(text({ max: 60, cleaning: 'name' }), { max, ...described(texts) })
  return { ...texts, schema, default: undefined, control: { kind: 'colors', initial } } as const
}

/** `isRequired` where there is nothing to show without the file. */
export function media(
  texts: Texts,
  {
    isRequired = false,
    ...control
  }: { readonly media: 'sound' | 'image'; readonly address: string; readonly isRequired?: boolean },
) {
  const schema = text({ ...(isRequired ? { min: 1 } : {}), max: 60, cleaning: 'name', ...described(texts) })
  return { ...texts, schema, default: undefined, isRequired, control: { kind: 'media', ...control } } as const
}
