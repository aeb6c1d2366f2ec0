/**
 * espeak-ng and Piper read `[[…]]` as phonemes, which would bypass the word filter. The brackets are removed from viewers'
 * text.
 */
export function withoutPhonemes(text: string): string {
  return text.replace(/\[{2,}|\]{2,}/g, ' ')
}
