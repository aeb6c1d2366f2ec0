import { type Text, verbatim } from '../kernel/text/message.ts'
import { englishOf, storeText } from '../kernel/text/store-text.ts'
import { TextError } from '../kernel/text/text-error.ts'

/** Of a reason that an overlay page or the clip extension reports: the sentence, and the sentence with its key and parameters. */
export const longestReason = 200
export const longestReasonText = 1_000

/** Words of an effect, of a platform's page or of the browser, which may be of any length and contain anything. */
export function foreignWords(words: string): string {
  return words.replace(/\p{C}/gu, ' ').slice(0, 120)
}

export function reasonOf(error: unknown): Text {
  if (error instanceof TextError) return error.text
  return verbatim(foreignWords(error instanceof Error ? error.message : String(error)))
}

/** The reason as it is sent to the server: with key and parameters, so that the panel shows it in the language of its reader. */
export function sentReason(text: Text): string {
  const stored = storeText(text)
  const sentence = englishOf(stored)
  return stored.length <= longestReasonText && sentence.length <= longestReason ? stored : foreignWords(sentence)
}
