import { english, type MessagePart, Text } from './message.ts'

/**
 * How a text is stored, and how it travels to another node: the English sentence, a record separator, then key,
 * parameters and English text as JSON (`stored-text.ts` reads it). The sentence stands in front for programs, and for a
 * person who reads the row. The English text is there so that a key which a later version no longer has still gives a
 * sentence. Other words never contain the separator: `storeText` removes it.
 */
export const separator = '\u001e'
/** A text with longer parameters is stored as its sentence alone. */
const maxStoredLength = 4_000

export function storeText(text: Text): string {
  const sentence = text.write(english).replaceAll(separator, '')
  if (text.key === '') return sentence
  const stored = `${sentence}${separator}${JSON.stringify(text, withParts)}`
  return stored.length > maxStoredLength ? sentence : stored
}

/** A text with its parts, instead of the sentence that JSON has for a reader. */
function withParts(this: Readonly<Record<string, unknown>>, name: string, written: unknown): unknown {
  const value = this[name]
  if (value instanceof Text) return { key: value.key, text: value.english, parameters: value.parameters }
  if (typeof value !== 'function') return written
  // A message among the parameters.
  const { key, text } = value as unknown as MessagePart
  return { key, text }
}

/** The English sentence of a stored text, for programs. */
export function englishOf(stored: string): string {
  return stored.split(separator, 1)[0] ?? ''
}
