/**
 * espeak-ng and Piper read `[[…]]` as sounds instead of letters: a way to say any word past any word filter. Text from
 * viewers is only ever letters.
 */
export function withoutPhonemes(text: string): string {
  return text.replace(/\[{2,}|\]{2,}/g, ' ')
}
