import { editDistances, MAX_PATTERN } from './edit-distance.ts'
import { MASKS_PER_PATTERN, type SearchQuery } from './search-query.ts'
import { isDigit, isSameLetter, isYearWithEnd, WORD_START } from './title-letters.ts'

export interface WordCoverage {
  /** 0 to 1: the share of the query's words in the title, allowing spelling errors in each word. */
  share: number
  /** Every word of the query is a word of the title. */
  isExact: boolean
  isInOrder: boolean
  missingNumbers: number
  extraNumbers: number
  /** The number of distinct letters of the query that the title lacks: a lower bound of the edit distance. */
  missingLetters: number
}

export function createWordCoverage() {
  const starts = new Uint8Array(MAX_TITLE_WORDS + 1)
  const letterSets = new Uint32Array(MAX_TITLE_WORDS)
  const result: WordCoverage = {
    share: 0,
    isExact: false,
    isInOrder: true,
    missingNumbers: 0,
    extraNumbers: 0,
    missingLetters: 0,
  }
  let titleWords = 0
  let matchedWord = 0

  /** The result object is reused by the next call. */
  return function cover(query: SearchQuery, text: Uint8Array, from: number, to: number): WordCoverage {
    const titleNumbers = splitWords(query, text, from, to)
    let covered = 0
    let numbers = 0
    let matchedBefore = -1
    result.isExact = query.wordCount > 0
    result.isInOrder = true
    result.missingNumbers = 0
    for (let word = 0; word < query.wordCount; word++) {
      const at = query.wordStart[word] ?? 0
      const likeness = bestLikeness(query, word, text, from)
      if (likeness < 1) result.isExact = false
      if (likeness > 0) {
        if (matchedWord < matchedBefore) result.isInOrder = false
        matchedBefore = matchedWord
      }
      if (isDigit(query.title.letters[at])) {
        if (likeness < AS_YEAR) result.missingNumbers++
        else numbers++
      }
      covered += likeness * ((query.wordStart[word + 1] ?? 0) - at)
    }
    result.extraNumbers = Math.max(0, titleNumbers - numbers)
    result.share = query.wordCount > 0 ? covered / (query.wordStart[query.wordCount] ?? 1) : 0
    return result
  }

  function splitWords(query: SearchQuery, text: Uint8Array, from: number, to: number): number {
    let numbers = 0
    let letterSet = 0
    let allLetters = 0
    titleWords = 0
    for (let i = from; i < to; i++) {
      const byte = text[i] ?? 0
      if ((byte & WORD_START) !== 0) {
        if (titleWords > 0) letterSets[titleWords - 1] = letterSet
        if (titleWords < MAX_TITLE_WORDS) starts[titleWords++] = i - from
        if (isDigit(byte)) numbers++
        letterSet = 0
      }
      letterSet |= 1 << (byte & 31)
      allLetters |= letterSet
    }
    if (titleWords > 0) letterSets[titleWords - 1] = letterSet
    starts[titleWords] = to - from
    result.missingLetters = countBits(query.letterSet & ~allLetters)
    return numbers
  }

  function bestLikeness(query: SearchQuery, word: number, text: Uint8Array, from: number): number {
    const { letters } = query.title
    const wordFrom = query.wordStart[word] ?? 0
    const size = (query.wordStart[word + 1] ?? 0) - wordFrom
    const letterSet = query.letterSets[word] ?? 0
    let best = 0
    for (let other = 0; other < titleWords; other++) {
      const otherFrom = from + (starts[other] ?? 0)
      const otherSize = from + (starts[other + 1] ?? 0) - otherFrom
      const missing = countBits(letterSet & ~(letterSets[other] ?? 0))
      let likeness = 0
      if (missing === 0 && size <= otherSize && isPrefix(letters, wordFrom, size, text, otherFrom)) {
        // The last word may be incomplete.
        if (size === otherSize) likeness = 1
        else likeness = (word === query.wordCount - 1 ? 0.8 : 0.7) + (0.2 * size) / otherSize
      } else if (size === 2 && otherSize === 4 && isYearWithEnd(text, otherFrom, letters, wordFrom)) {
        likeness = AS_YEAR
      } else if (size > 2 && size <= MAX_PATTERN) {
        const longer = Math.max(size, otherSize)
        // Each missing letter is an error, and so is each letter of difference in length.
        const fewest = Math.max(missing, longer - size, longer - otherSize)
        if (fewest * 2 > longer || 1 - fewest / longer <= best) continue
        const masksAt = (word + 1) * MASKS_PER_PATTERN
        const errors = editDistances(query.masks, masksAt, size, text, otherFrom, otherFrom + otherSize) & 255
        if (errors * 2 <= longer) likeness = 1 - errors / longer
      }
      if (likeness <= best) continue
      best = likeness
      matchedWord = other
      if (best === 1) return best
    }
    return best < AS_INITIALS && isInitials(letters, wordFrom, size, text, from) ? AS_INITIALS : best
  }

  /** "fnaf security breach": a word of the query may be an acronym of several title words. */
  function isInitials(letters: Uint8Array, wordFrom: number, size: number, text: Uint8Array, from: number): boolean {
    if (size < 2 || size > MOST_INITIALS) return false
    for (let first = 0; first + size <= titleWords; first++) {
      let same = 0
      while (same < size) {
        const initial = text[from + (starts[first + same] ?? 0)]
        if (!isSameLetter(letters[wordFrom + same], initial)) break
        same++
      }
      if (same < size) continue
      matchedWord = first
      return true
    }
    return false
  }
}

function isPrefix(letters: Uint8Array, from: number, size: number, text: Uint8Array, textFrom: number): boolean {
  for (let i = 0; i < size; i++) {
    if (!isSameLetter(letters[from + i], text[textFrom + i])) return false
  }
  return true
}

function countBits(set: number): number {
  let bits = set - ((set >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const MAX_TITLE_WORDS = 24
const MOST_INITIALS = 5
const AS_INITIALS = 0.9
const AS_YEAR = 0.95
