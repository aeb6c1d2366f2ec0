import type { SearchEntry } from '../../../src/docs/site.ts'
import { ignored, stem, synonyms } from './synonyms.ts'

const maxFound = 20
/** So that one long page does not hide the others. */
const maxOfPage = 2

/** How much a word counts by where it stands. */
const weights = { heading: 8, page: 5, text: 1 }
/** A word of the docs for what was typed, and the beginning of a word. */
const synonymShare = 0.5
const beginningShare = 0.6
/** Operations and events are found by their names; in a question another page is meant. */
const referenceShare = 0.45
const pageStartShare = 1.4
/** Of a page whose title has no other words than those that were typed. */
const wholeTitleShare = 2

interface Prepared {
  readonly entry: SearchEntry
  readonly heading: readonly string[]
  readonly places: readonly { readonly words: ReadonlySet<string>; readonly weight: number }[]
  readonly share: number
}

interface WordScores {
  readonly found: readonly number[]
  readonly rarity: number
}

/** Of all entries, and of each word that was typed: the next letter changes only the last word. */
const prepared = new WeakMap<
  readonly SearchEntry[],
  { readonly all: readonly Prepared[]; readonly scores: Map<string, WordScores> }
>()

/**
 * The entries with most of the words, the rarer ones first: in a heading, in the title of the page, or in the text. An
 * entry without one of the words is found too, but after those that have it.
 */
export function find(entries: readonly SearchEntry[], typed: string): readonly SearchEntry[] {
  const known = prepared.get(entries) ?? { all: entries.map(prepare), scores: new Map() }
  prepared.set(entries, known)
  const { all } = known
  const asked = splitWords(typed)
  const meant = asked.filter((word) => !ignored.has(word))
  const words = [...new Set((meant.length > 0 ? meant : asked).map(stem))]
  if (words.length === 0) return []
  const scores = words.map((word) => {
    const score = known.scores.get(word) ?? scoresOf(word, all)
    known.scores.set(word, score)
    return score
  })
  const total = scores.reduce((sum, { rarity }) => sum + rarity, 0)
  const phrase = typed.trim().toLowerCase()
  const found = all
    .map(({ entry, heading, share }, at) => {
      let sum = 0
      let covered = 0
      for (const { found: own, rarity } of scores) {
        const score = own[at] ?? 0
        sum += score * rarity
        if (score > 0) covered += rarity
      }
      const isName = entry.heading.toLowerCase() === phrase
      const isWhole = entry.heading === entry.page && heading.every((word) => words.includes(word))
      const score = sum * share * (isWhole ? wholeTitleShare : 1) * (covered / total) ** 2
      return { entry, score: isName ? Number.MAX_VALUE : score }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  const ofPage = new Map<string, number>()
  return found
    .filter(({ entry: { page } }) => {
      const count = (ofPage.get(page) ?? 0) + 1
      ofPage.set(page, count)
      return count <= maxOfPage
    })
    .slice(0, maxFound)
    .map(({ entry }) => entry)
}

function prepare(entry: SearchEntry): Prepared {
  const isStart = entry.heading === entry.page
  const isReference = /^\/docs\/(?:reference|event-types)\b/.test(entry.address)
  const heading = wordsIn(entry.heading)
  return {
    entry,
    heading,
    places: [
      { words: new Set(heading), weight: weights.heading },
      { words: new Set(wordsIn(entry.page)), weight: weights.page },
      { words: new Set(wordsIn(`${entry.text} ${entry.words}`)), weight: weights.text },
    ],
    share: (isStart ? pageStartShare : 1) * (isReference ? referenceShare : 1),
  }
}

/** What each entry has of a word, and how rare the word is. */
function scoresOf(word: string, all: readonly Prepared[]): WordScores {
  const others = [...(synonyms.get(word) ?? [])]
  const found = all.map(({ places }) => {
    let best = 0
    for (const { words, weight } of places) best = Math.max(best, weight * matchOf(words, word, others))
    return best
  })
  const count = found.filter((score) => score > 0).length
  return { found, rarity: Math.log(1 + all.length / (1 + count)) }
}

function matchOf(words: ReadonlySet<string>, word: string, others: readonly string[]): number {
  if (words.has(word)) return 1
  if (word.length > 2) for (const one of words) if (one.startsWith(word)) return beginningShare
  return others.some((other) => words.has(other)) ? synonymShare : 0
}

function wordsIn(text: string): string[] {
  return splitWords(text).map(stem)
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
