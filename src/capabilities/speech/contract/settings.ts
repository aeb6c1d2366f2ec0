import { maxNameLength } from '../../../definitions/fields.ts'
import { boolean, integer, list, number, object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'

/** How texts are spoken on stream. */
export const speechSettings = object({
  voice: optional(text({ max: 150, cleaning: 'name', description: 'Such as flite:rms; left out, the default.' })),
  language: optional(text({ max: 20, cleaning: 'name', description: 'As in en, tr or pt-BR.' })),
  speed: withDefault(number({ min: 0.5, max: 2, description: '1 is normal, 2 twice as fast.' }), 1),
  max_length: withDefault(integer({ min: 1, max: 500, description: 'How many characters are said.' }), 500),
  hide_bad_words: withDefault(boolean({ description: 'Whether the built-in English list is used.' }), false),
  hidden_words: withDefault(
    list(text({ max: maxNameLength, cleaning: 'line' }), { max: 500, description: 'Words of your own to hide.' }),
    [],
  ),
})
