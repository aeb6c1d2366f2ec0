import { type EncodedTitle, FIRST_OTHER_LETTER, LETTER, WORD_START } from './title-letters.ts'

export const GRAM_SLOTS = 37 ** 3

export interface GramSet {
  readonly slots: Uint16Array
  size: number
}

/**
 * The distinct trigrams of a title: those of its letters without spaces (so that joined and split words match) and, for
 * each word, its padded beginning and end.
 */
export function createGramCollector() {
  const seen = new Uint32Array(GRAM_SLOTS)
  const grams: GramSet = { slots: new Uint16Array(600), size: 0 }
  let turn = 0

  function add(a: number, b: number, c: number) {
    const slot = (a * 37 + b) * 37 + c
    if (seen[slot] === turn) return
    seen[slot] = turn
    grams.slots[grams.size++] = slot
  }

  /** Valid until the next call. */
  return function collect({ letters, length }: EncodedTitle): GramSet {
    grams.size = 0
    turn++
    let before = 0
    let last = 0
    for (let i = 0; i < length; i++) {
      const byte = letters[i] ?? 0
      const letter = gramLetter(byte & LETTER)
      if ((byte & WORD_START) !== 0 || i === 0) {
        if (i > 0) add((letters[i - 1] ?? 0) & WORD_START ? 0 : before, last, 0)
        add(0, 0, letter)
      } else if (((letters[i - 1] ?? 0) & WORD_START) !== 0 || i === 1) {
        add(0, last, letter)
      }
      if (i >= 2) add(before, last, letter)
      before = last
      last = letter
    }
    if (length > 0) add((letters[length - 1] ?? 0) & WORD_START ? 0 : before, last, 0)
    return grams
  }
}

/** Other scripts share the slots of the alphabet: a collision adds a candidate, but never loses a result. */
function gramLetter(letter: number): number {
  return letter < FIRST_OTHER_LETTER ? letter : 1 + (letter % 36)
}
