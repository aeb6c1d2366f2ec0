import { isStoredText } from '../kernel/text/stored-text.ts'
import { longestReason, longestReasonText } from './page-reasons.ts'

/** What the server takes: a sentence, or one of the page's own messages with its parameters. */
export function isReason(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > longestReasonText) return false
  return isStoredText(value, { isKey: (key) => /^overlay\.[\w.]+$/.test(key), isWords })
}

function isWords(words: string): boolean {
  return words.length <= 2 * longestReason && /^[^\p{Cc}\p{Cs}]*$/u.test(words)
}
