import { type Choices, described, type Texts } from '../../../definitions/setting-fields.ts'
import type { ValueType } from '../../../definitions/value-types.ts'
import { list, oneOf, text } from '../../../kernel/schema/schema.ts'
import { valueLimits } from '../../values/contract/values.ts'

// Fields that only widgets have. They stand apart because overlay pages load `setting-fields.ts` and a page without
// widgets needs none of them.

/** Texts, one per line. */
export function textLines(
  texts: Texts,
  options: { readonly max: number; readonly maxLength: number; readonly default: readonly string[] },
) {
  const schema = list(text({ max: options.maxLength, cleaning: 'line' }), { max: options.max, ...described(texts) })
  return { ...texts, schema, default: options.default, control: { kind: 'lines' } } as const
}

/** The name of a value of the channel, of one of these types. */
export function valueNamed(texts: Texts, { types }: { readonly types: readonly ValueType[] }) {
  const schema = text({ max: valueLimits.nameLength, cleaning: 'name', ...described(texts) })
  return { ...texts, schema, default: undefined, control: { kind: 'value', types } } as const
}

/** Any number of the choices; by default all of them. */
export function checks<const C extends Choices>(texts: Texts, choices: C) {
  type Name = keyof C & string
  const names = Object.keys(choices) as Name[]
  const schema = list(oneOf(names), { max: names.length, ...described(texts) })
  return { ...texts, schema, default: names as readonly Name[], control: { kind: 'checks', choices } } as const
}
