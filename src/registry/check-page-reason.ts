import { isStoredText } from '../kernel/text/stored-text.ts'
import { longestReason, longestReasonText } from './page-reasons.ts'

/** What the server takes: a sentence, or one of the sender's own messages with its parameters. */
export function isReason(value: unknown, sender: 'overlay' | 'extension'): value is string {
  if (typeof value !== 'string' || value === '' || value.length > longestReasonText) return false
  const isKey = (key: string) => /^\w+\.[\w.]+$/.test(key) && key.startsWith(`${sender}.`)
  return isStoredText(value, { isKey, isWords })
}

function isWords(words: string): boolean {
  return words.length <= 2 * longestReason && /^[^\p{Cc}\p{Cs}]*$/u.test(words)
}
