import type { ValueType } from '../../definitions/value-types.ts'
import { defineMessages } from '../../kernel/text/message.ts'

/** The types as they stand inside an error. */
export const valueTypeWords = defineMessages('errors.values.types', {
  number: 'number',
  text: 'text',
  list: 'list',
  clock: 'clock',
} satisfies Readonly<Record<ValueType, string>>)
