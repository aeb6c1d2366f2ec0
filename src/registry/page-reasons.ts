import { type Text, verbatim } from '../kernel/text/message.ts'
import { englishOf, isStoredText, storeText } from '../kernel/text/stored-text.ts'
import { TextError } from '../kernel/text/text-error.ts'

/** Of a reason that an overlay page reports: the sentence, and the sentence with its key and parameters. */
const longestReason = 200
const longestReasonText = 1_000

/** Words of an effect or of the browser, which may be of any length and contain anything. */
export function foreignWords(words: string): string {
  return words.replace(/\p{C}/gu, ' ').slice(0, 120)
}

export function reasonOf(error: unknown): Text {
  if (error instanceof TextError) return error.text
  return verbatim(foreignWords(error instanceof Error ? error.message : String(error)))
}

/** The reason as a page sends it: with key and parameters, so that the panel shows it in the language of its reader. */
export function sentReason(text: Text): string {
  const stored = storeText(text)
  const isShort = stored.length <= longestReasonText && englishOf(stored).length <= longestReason
  return isShort ? stored : foreignWords(englishOf(stored))
}

/** What the server takes: a sentence, or one of the page's own messages with its parameters. */
export function isReason(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > longestReasonText) return false
  return isStoredText(value, { isKey: (key) => /^overlay\.[\w.]+$/.test(key), isWords })
}

function isWords(words: string): boolean {
  return words.length <= 2 * longestReason && /^[^\p{Cc}\p{Cs}]*$/u.test(words)
}
