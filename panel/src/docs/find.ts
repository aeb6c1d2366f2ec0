import type { SearchEntry } from '../../../src/docs/site.ts'

const maxFound = 20

/** Entries that have every word, those with the words in their heading first. */
export function find(entries: readonly SearchEntry[], typed: string): readonly SearchEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const scored = entries.flatMap((entry) => {
    const score = scoreOf(entry, words)
    return score === 0 ? [] : [{ entry, score }]
  })
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ entry }) => entry)
}

function scoreOf({ heading, page, text }: SearchEntry, words: readonly string[]): number {
  const places = [
    [heading.toLowerCase(), 8],
    [page.toLowerCase(), 3],
    [text.toLowerCase(), 1],
  ] as const
  let sum = 0
  for (const word of words) {
    const score = Math.max(
      ...places.map(([place, weight]) => {
        if (!place.includes(word)) return 0
        return place === word ? weight * 4 : startsWord(place, word) ? weight * 2 : weight
      }),
    )
    if (score === 0) return 0
    sum += score
  }
  return sum
}

function startsWord(place: string, word: string): boolean {
  const at = place.indexOf(word)
  return at === 0 || /[^\p{L}\p{N}]/u.test(place.charAt(at - 1))
}
