import type { CatalogueGame, MatchType } from './catalogue-game.ts'
import { createLongEditDistances, distanceInside, editDistances } from './edit-distance.ts'
import { BY_ACRONYM, BY_KEY, placeOf } from './find-by-keys.ts'
import { isSameName, plainLetters } from './fold-text.ts'
import type { SearchQuery } from './search-query.ts'
import { isArticle, isSameLetter, MAX_LETTERS, WORD_START } from './title-letters.ts'
import { HAD_ROMAN, IS_ALIAS, type TitleStore } from './title-store.ts'
import { createWordCoverage, type WordCoverage } from './word-coverage.ts'

export interface Similarity {
  points: number
  matchType: MatchType
}

/** The similarity of query and title, 0 to 100, before popularity. The object is reused by the next call. */
export function createTitleScorer() {
  const result: Similarity = { points: 0, matchType: 'similar' }
  const longEditDistances = createLongEditDistances(MAX_LETTERS)
  const cover = createWordCoverage()

  return function score(query: SearchQuery, store: TitleStore, title: number, via: number): Similarity {
    result.points = 0
    result.matchType = 'similar'
    const from = store.letterStart[title] ?? 0
    const to = store.letterStart[title + 1] ?? 0
    const flags = store.flags[title] ?? 0
    const isAlias = (flags & IS_ALIAS) !== 0
    if (via !== 0) {
      const game = store.games.at(store.gameOf[title] ?? 0)
      const isAlike = isSpeltAlike(query, store, title)
      if (game && (via & BY_KEY) !== 0 && scoreEqual(query, game, isAlias, isAlike)) return result
      if ((via & ~BY_KEY) !== 0) offer(acronymPoints(query, via))
    }
    if (query.title.length === 0 || from === to) return result
    // Short names such as "gta" or "lol" with one letter more or less are other words.
    if (isAlias && to - from < SHORTEST_FUZZY_ALIAS) return result

    const coverage = cover(query, store.letters, from, to)
    const sameRoman = ((flags & HAD_ROMAN) !== 0) === query.title.hadRoman
    const deduction = coverage.missingNumbers * MISSING_NUMBER + (sameRoman ? 0 : 1)
    scoreBeginning(query, store.letters, from, to, deduction)
    offer(
      (coverage.isInOrder ? 87 : 81) * coverage.share - tooLong(0.3, 12, to - from - query.title.length) - deduction,
    )
    if (coverage.isExact) label('contains_word')
    scoreSpelling(query, store.letters, from, to, coverage, deduction)
    scoreInside(query, store.letters, from, to, coverage, deduction)
    if (isAlias) {
      result.points = Math.max(0, result.points - 2)
      // The match types above refer to the name.
      result.matchType = 'similar'
    }
    return result
  }

  function offer(points: number) {
    if (points > result.points) result.points = points
  }

  function label(matchType: MatchType) {
    if (result.matchType === 'similar') result.matchType = matchType
  }

  /** The query equals the name, the slug or an alias. */
  function scoreEqual(query: SearchQuery, game: CatalogueGame, isAlias: boolean, isAlike: boolean): boolean {
    if (isSameName(query.text, game.name)) {
      offer(100)
      label('exact_name')
    } else if (query.plain === plainLetters(game.name) || query.plain === plainLetters(game.slug)) {
      offer(97)
      label('exact_slug')
    } else if (isAlias && (isAlike || game.aliases.some((alias) => plainLetters(alias) === query.plain))) {
      offer(96)
      label('exact_slug')
    } else if (isAlike) {
      // "Diablo 4" for "Diablo IV".
      offer(98)
    }
    return result.points > 0
  }

  /** The title begins with the query, or the query with the title. */
  function scoreBeginning(query: SearchQuery, text: Uint8Array, from: number, to: number, deduction: number) {
    const { letters, length: asked } = query.title
    const length = to - from
    const shorter = Math.min(length, asked)
    for (let i = 0; i < shorter; i++) if (!isSameLetter(letters[i], text[from + i])) return
    if (length > asked) {
      let wordEnd = from + asked
      while (wordEnd < to && ((text[wordEnd] ?? 0) & WORD_START) === 0) wordEnd++
      const toWordEnd = wordEnd - from - asked
      if (toWordEnd === 0) offer(91.5 - tooLong(0.5, 14, length - asked))
      else offer(90.5 - Math.min(22, 1.5 * toWordEnd + 0.4 * (to - wordEnd)))
      label('starts_with')
    } else if (asked > length && length >= 3 && ((letters[length] ?? 0) & WORD_START) !== 0) {
      // "rust game", "chess.com": the name with additional text.
      offer(62 + (24 * length) / asked - deduction)
      if (deduction === 0) label('contains_word')
    }
  }

  /** Spelling errors in the whole title, or in the prefix that was typed so far. */
  function scoreSpelling(
    query: SearchQuery,
    text: Uint8Array,
    from: number,
    to: number,
    coverage: WordCoverage,
    deduction: number,
  ) {
    const asked = query.title.length
    const length = to - from
    const longer = Math.max(length, asked)
    const fewest = coverage.missingLetters
    const bestWhole = 94 * (1 - Math.max(fewest, Math.abs(length - asked)) / longer)
    const bestPrefix = 88 * (1 - fewest / asked) - tooLong(0.4, 14, length - asked - fewest)
    if (Math.max(bestWhole, bestPrefix) - deduction <= result.points) return
    const distances = query.fitsMasks
      ? editDistances(query.masks, 0, asked, text, from, to)
      : longEditDistances(query.title.letters, asked, text, from, to, MOST_ERRORS_WHEN_LONG)
    const whole = distances & 255
    const prefix = (distances >> 8) & 255
    const prefixEnd = distances >> 16
    const most = query.fitsMasks ? asked + length : MOST_ERRORS_WHEN_LONG
    if (whole <= most) {
      offer(94 * (1 - whole / longer) - deduction - coverage.extraNumbers * EXTRA_NUMBER)
    }
    if (prefix <= most) offer(88 * (1 - prefix / asked) - tooLong(0.4, 14, length - prefixEnd) - deduction)
  }

  /** The title contains the query, perhaps without spaces: "spiderman" in "Marvel's Spider-Man". */
  function scoreInside(
    query: SearchQuery,
    text: Uint8Array,
    from: number,
    to: number,
    coverage: WordCoverage,
    deduction: number,
  ) {
    const asked = query.title.length
    const gap = to - from - asked
    const less = tooLong(0.3, 12, gap)
    const best = 90 * (1 - coverage.missingLetters / asked) - less
    // In scripts without spaces a word often has two characters.
    const isOtherScript = query.title.hasOtherLetters
    const shortest = isOtherScript ? 2 : SHORTEST_INSIDE
    if (gap <= 0 || asked < shortest || !query.fitsMasks || best <= result.points) return
    const errors = distanceInside(query.masks, asked, text, from, to)
    offer(80 * (1 - errors / asked) - less - deduction)
    if (errors > 0) return
    const at = placeOf(query.title, text, from, to)
    const isWhole = at + asked === to || ((text[at + asked] ?? 0) & WORD_START) !== 0
    if (!isOtherScript && (((text[at] ?? 0) & WORD_START) === 0 || !isWhole)) return
    offer((isArticle(text, from, at) ? 90 : 87) - less)
    label('contains_word')
  }
}

function acronymPoints(query: SearchQuery, via: number): number {
  return (query.plain.length > 2 ? 88 : 84) - ((via & BY_ACRONYM) !== 0 ? 0 : 2)
}

function isSpeltAlike(query: SearchQuery, store: TitleStore, title: number): boolean {
  const from = store.letterStart[title] ?? 0
  const { letters, length } = query.title
  // Letters of other scripts share codes, so equal codes do not prove equal letters.
  if ((store.letterStart[title + 1] ?? 0) - from !== length || query.title.hasOtherLetters) return false
  for (let i = 0; i < length; i++) {
    if (!isSameLetter(letters[i], store.letters[from + i])) return false
  }
  return true
}

/** The penalty for letters of the title that are not in the query. */
function tooLong(perLetter: number, atMost: number, letters: number): number {
  return letters <= 0 ? 0 : Math.min(atMost, perLetter * letters)
}

/** "Dota 2" is not a misspelling of "Dota 3". */
const MISSING_NUMBER = 5
const EXTRA_NUMBER = 2
const MOST_ERRORS_WHEN_LONG = 12
const SHORTEST_FUZZY_ALIAS = 5
const SHORTEST_INSIDE = 5
