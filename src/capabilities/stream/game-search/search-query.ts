import { MAX_PATTERN, setMasks } from './edit-distance.ts'
import { plainLetters } from './fold-text.ts'
import { createGramCollector, type GramSet } from './title-grams.ts'
import { createEncodedTitle, type EncodedTitle, encodePlain, encodeTitle, WORD_START } from './title-letters.ts'

/** A query in all forms that the search needs. The object is reused, because only one search runs at a time. */
export interface SearchQuery {
  text: string
  plain: string
  readonly title: EncodedTitle
  readonly plainTitle: EncodedTitle
  grams: GramSet
  wordCount: number
  /** Word w is at wordStart[w] to wordStart[w + 1]. */
  readonly wordStart: Uint8Array
  /** The letters of each word as a bit set, modulo 32. */
  readonly letterSets: Uint32Array
  letterSet: number
  /** For edit distances: the masks of the whole query, then those of each word. */
  readonly masks: Int32Array
  fitsMasks: boolean
}

export const MASKS_PER_PATTERN = 128
export const MAX_WORDS = 16

export function createSearchQuery(): SearchQuery {
  return {
    text: '',
    plain: '',
    title: createEncodedTitle(),
    plainTitle: createEncodedTitle(),
    grams: { slots: new Uint16Array(0), size: 0 },
    wordCount: 0,
    wordStart: new Uint8Array(MAX_WORDS + 1),
    letterSets: new Uint32Array(MAX_WORDS),
    letterSet: 0,
    masks: new Int32Array((MAX_WORDS + 1) * MASKS_PER_PATTERN),
    fitsMasks: false,
  }
}

export function prepareQuery(text: string, query: SearchQuery): SearchQuery {
  query.text = text
  query.plain = plainLetters(text)
  encodePlain(text, query.plainTitle)
  const { letters, length } = encodeTitle(text, query.title)
  query.grams = collectGrams(query.title)
  query.masks.fill(0)
  query.fitsMasks = length <= MAX_PATTERN
  if (query.fitsMasks) setMasks(query.masks, 0, letters, 0, length)
  query.wordCount = 0
  query.letterSet = 0
  for (let i = 0; i < length && query.wordCount < MAX_WORDS; i++) {
    if (((letters[i] ?? 0) & WORD_START) !== 0) query.wordStart[query.wordCount++] = i
  }
  query.wordStart[query.wordCount] = length
  for (let word = 0; word < query.wordCount; word++) {
    const from = query.wordStart[word] ?? 0
    const to = Math.min(query.wordStart[word + 1] ?? 0, from + MAX_PATTERN)
    let letterSet = 0
    for (let i = from; i < to; i++) letterSet |= 1 << ((letters[i] ?? 0) & 31)
    query.letterSets[word] = letterSet
    query.letterSet |= letterSet
    setMasks(query.masks, (word + 1) * MASKS_PER_PATTERN, letters, from, to)
  }
  return query
}

const collectGrams = createGramCollector()
