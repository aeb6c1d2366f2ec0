import { foldText } from '../stream/game-search/fold-text.ts'

interface Named {
  readonly title: string
  readonly artist: string
}

/** Below this two names are different, not misspelt. */
const minSimilarity = 0.6
const maxQuery = 200

/** The song that somebody means: the same title, one with all the words, or else the most similar title. */
export function findSong<T extends Named>(text: string, songs: readonly T[]): T | undefined {
  const query = wordsOf(text.slice(0, maxQuery))
  if (query.length === 0) return undefined
  let best: { readonly song: T; readonly score: number } | undefined
  for (const song of songs) {
    const score = scoreOf(query, song)
    if (score > (best?.score ?? 0)) best = { song, score }
  }
  return best?.song
}

/** Whether the words of the entry stand together in the text, in this order. */
export function containsWords(text: string, entry: string): boolean {
  const wanted = wordsOf(entry)
  return wanted.length > 0 && ` ${wordsOf(text).join(' ')} `.includes(` ${wanted.join(' ')} `)
}

/** 4 for the same name, 3 for all the words in the title, 2 in title and artist, 1 for a similar name, 0 for another. */
function scoreOf(query: readonly string[], { title, artist }: Named): number {
  const [titleWords, artistWords] = [wordsOf(title), wordsOf(artist)]
  const written = query.join(' ')
  const names = [titleWords, [...titleWords, ...artistWords], [...artistWords, ...titleWords]].map((words) =>
    words.join(' '),
  )
  const plain = query.filter((word) => word !== 'by').join(' ')
  if (names.some((name) => name === written || name === plain)) return 4
  for (const [base, words] of [
    [3, titleWords],
    [2, [...titleWords, ...artistWords]],
  ] as const) {
    const isMeant = (word: string) => word === 'by' || words.some((one) => one.startsWith(word))
    // Of several, the one with the fewest other words.
    if (query.every(isMeant)) return base + query.length / (words.length + query.length)
  }
  const similarity = Math.max(...names.map((name) => similarityOf(written, name)))
  return similarity >= minSimilarity ? 1 + similarity : 0
}

/** The Sørensen–Dice coefficient of their pairs of letters. */
function similarityOf(a: string, b: string): number {
  const [first, second] = [pairsOf(a), pairsOf(b)]
  if (first.length === 0 || second.length === 0) return 0
  const left = new Map<string, number>()
  for (const pair of first) left.set(pair, (left.get(pair) ?? 0) + 1)
  let shared = 0
  for (const pair of second) {
    const count = left.get(pair) ?? 0
    if (count === 0) continue
    left.set(pair, count - 1)
    shared++
  }
  return (2 * shared) / (first.length + second.length)
}

function pairsOf(text: string): string[] {
  const letters = [...text.replaceAll(' ', '')]
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
}
