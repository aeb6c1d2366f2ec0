import type { RegExpMatcher } from 'obscenity'
import { type Folded, fold, joinSpans, originalSpan, type Span } from './fold.ts'

export interface WordFilter {
  /** The spans of the words to hide, in order. */
  find(text: string): Span[]
}

/** Harmless words that the built-in list would match. Lowercase; spaces are significant. */
const innocent =
  `arsenal|assort|blue tit|great tit|coal tit|booby trap|booby prize|cockpit|cocker|coriolanus|cum laude|cumin|cummings
dick tracy|dick grayson|dick van dyke|moby dick|philip k. dick|dickinson|dickson|dick clark|dick dale|riddick|vandyke
fagus|fagioli|fu xuan|fu hua|fu manchu|fukushima|fukuoka|fuku|hooke|john lee hooker|kanal|sanal|penistone|pissarro|pissed
pussycat|pussy cat|pussy willow|pussyfoot|rapeseed|rapel|retardant|scat singing|shiitake|shiite|tit for tat|turducken|wankel
chink in the armor|chink in the armour|chinks in|spasticity|therapist|analgesic|analects|sextant|scunthorpe|hancock|hentaigana`
    .split(/[|\n]/)
    .map((term) => term.trim())

/** Letters separated by single marks, which hide a word from filters but not from readers. */
const spelt = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}$@!*][ .\-_~]{1,2}){2,30}[\p{L}\p{N}$@!*](?![\p{L}\p{N}])/gu
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u
/** Scripts without spaces between words: a word may begin and end anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Finds words to hide. The operator's words match as whole words in any script and case. The built-in list covers English
 * and common obfuscations. The operator's words are compared as plain text, not as patterns.
 */
export async function createWordFilter({
  words = [],
  builtIn = false,
}: {
  readonly words?: readonly string[]
  readonly builtIn?: boolean
}): Promise<WordFilter> {
  const own = [...new Set(words.map((word) => fold(word.trim().replace(/\s+/g, ' ')).text))].filter(
    (word) => word !== '',
  )
  const matcher = builtIn ? await loadMatcher() : undefined

  function spansIn(folded: Folded): Span[] {
    const found = own.flatMap((word) => wholeWords(folded.text, word))
    for (const { startIndex, endIndex } of matcher?.getAllMatches(folded.text) ?? []) {
      // The built-in list reads 455 as an obfuscated swear word. Numbers are never hidden.
      if (/\p{L}/u.test(folded.text.slice(startIndex, endIndex + 1)))
        found.push(wholeWord(folded.text, startIndex, endIndex + 1))
    }
    return found
  }

  return {
    find(text) {
      const folded = fold(text)
      const spans = spansIn(folded)
      for (const { 0: run, index } of folded.text.matchAll(spelt)) {
        const joined = run.replace(/[ .\-_~]/g, '')
        if (spansIn(fold(joined)).length > 0) spans.push({ start: index, end: index + run.length })
      }
      return joinSpans(spans.map(({ start, end }) => originalSpan(folded, start, end)))
    },
  }
}

/** Loaded on first use, for a faster start. */
async function loadMatcher(): Promise<RegExpMatcher> {
  const { DataSet, englishDataset, englishRecommendedTransformers, RegExpMatcher } = await import('obscenity')
  const dataset = new DataSet<{ originalWord: string }>().addAll(englishDataset)
  const { whitelistedTerms = [], ...rest } = dataset.build()
  return new RegExpMatcher({
    ...rest,
    ...englishRecommendedTransformers,
    whitelistedTerms: [...whitelistedTerms, ...innocent],
  })
}

function wholeWords(text: string, word: string): Span[] {
  const spans: Span[] = []
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
    const end = start + word.length
    if (isEdge(text, start - 1, word.at(0) ?? '') && isEdge(text, end, word.at(-1) ?? '')) spans.push({ start, end })
  }
  return spans
}

function isEdge(text: string, neighbour: number, edge: string): boolean {
  return (
    unspaced.test(edge) ||
    !wordCharacter.test(edge) ||
    !wordCharacter.test(text.at(neighbour < 0 ? text.length : neighbour) ?? '')
  )
}

/** Extends a match to the whole word, so that no part of it stays visible. */
function wholeWord(text: string, start: number, end: number): Span {
  while (start > 0 && wordCharacter.test(text.charAt(start - 1))) start--
  while (end < text.length && wordCharacter.test(text.charAt(end))) end++
  return { start, end }
}
