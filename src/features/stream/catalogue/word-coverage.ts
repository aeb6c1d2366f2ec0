import { editDistances, MAX_PATTERN } from './edit-distance.ts'
import { MASKS_PER_PATTERN, type SearchQuery } from './search-query.ts'
import { isDigit, LETTER, WORD_START } from './title-letters.ts'

const MAX_TITLE_WORDS = 24

/** How much of the query's words a title holds, in any order, each with its own spelling errors. */
export function createWordCoverage() {
  const starts = new Uint8Array(MAX_TITLE_WORDS + 1)
  const letterSets = new Uint32Array(MAX_TITLE_WORDS)
  let wordCount = 0
  const result = { share: 0, isExact: false, missingNumbers: 0, extraNumbers: 0 }

  /** The answer is reused by the next call. */
  return function cover(query: SearchQuery, text: Uint8Array, from: number, to: number) {
    splitWords(text, from, to)
    let covered = 0
    let numbers = 0
    result.isExact = query.wordCount > 0
    result.missingNumbers = 0
    for (let word = 0; word < query.wordCount; word++) {
      const isLast = word === query.wordCount - 1
      const likeness = bestLikeness(query, word, isLast, text, from)
      const at = query.wordStart[word] ?? 0
      if (likeness < 1 && !(isLast && likeness >= PREFIX_OF_WORD)) result.isExact = false
      if (isDigit(query.title.letters[at])) {
        if (likeness < 1) result.missingNumbers++
        else numbers++
      }
      covered += likeness * ((query.wordStart[word + 1] ?? 0) - at)
    }
    let titleNumbers = 0
    for (let other = 0; other < wordCount; other++) if (isDigit(text[from + (starts[other] ?? 0)])) titleNumbers++
    result.extraNumbers = Math.max(0, titleNumbers - numbers)
    result.share = query.wordCount > 0 ? covered / (query.wordStart[query.wordCount] ?? 1) : 0
    return result
  }

  function splitWords(text: Uint8Array, from: number, to: number) {
    wordCount = 0
    let letterSet = 0
    for (let i = from; i < to; i++) {
      const byte = text[i] ?? 0
      if ((byte & WORD_START) !== 0) {
        if (wordCount > 0) letterSets[wordCount - 1] = letterSet
        if (wordCount === MAX_TITLE_WORDS) break
        starts[wordCount++] = i - from
        letterSet = 0
      }
      letterSet |= 1 << (byte & 31)
    }
    if (wordCount > 0) letterSets[wordCount - 1] = letterSet
    starts[wordCount] = to - from
  }

  function bestLikeness(query: SearchQuery, word: number, isLast: boolean, text: Uint8Array, from: number): number {
    const { letters } = query.title
    const wordFrom = query.wordStart[word] ?? 0
    const size = (query.wordStart[word + 1] ?? 0) - wordFrom
    const letterSet = query.letterSets[word] ?? 0
    let best = 0
    for (let other = 0; other < wordCount; other++) {
      const otherFrom = from + (starts[other] ?? 0)
      const otherSize = from + (starts[other + 1] ?? 0) - otherFrom
      const longer = size > otherSize ? size : otherSize
      const missing = countBits(letterSet & ~(letterSets[other] ?? 0))
      if (missing === 0 && size <= otherSize) {
        let same = 0
        while (same < size && (((letters[wordFrom + same] ?? 0) ^ (text[otherFrom + same] ?? 0)) & LETTER) === 0) same++
        if (same === size) {
          if (size === otherSize) return 1
          best = Math.max(best, (isLast ? PREFIX_OF_WORD : 0.7) + (0.2 * size) / otherSize)
          continue
        }
      }
      if (size < 3 || size > MAX_PATTERN) continue
      // Each missing letter is an error, and so is each letter of the difference in length.
      const least = Math.max(missing, longer - size, longer - otherSize)
      if (least * 2 > longer || 1 - least / longer <= best) continue
      const distances = editDistances(
        query.masks,
        (word + 1) * MASKS_PER_PATTERN,
        size,
        text,
        otherFrom,
        otherFrom + otherSize,
      )
      const distance = distances & 255
      if (distance * 2 <= longer) best = Math.max(best, 1 - distance / longer)
    }
    if (best < AS_INITIALS && size >= 2 && size <= 5 && isInitials(letters, wordFrom, size, text, from))
      return AS_INITIALS
    return best
  }

  /** "fnaf security breach": a word of the query may stand for the first letters of as many title words. */
  function isInitials(letters: Uint8Array, wordFrom: number, size: number, text: Uint8Array, from: number): boolean {
    for (let first = 0; first + size <= wordCount; first++) {
      let same = 0
      while (
        same < size &&
        (((letters[wordFrom + same] ?? 0) ^ (text[from + (starts[first + same] ?? 0)] ?? 0)) & LETTER) === 0
      )
        same++
      if (same === size) return true
    }
    return false
  }
}

function countBits(set: number): number {
  let bits = set - ((set >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const PREFIX_OF_WORD = 0.8
const AS_INITIALS = 0.9
