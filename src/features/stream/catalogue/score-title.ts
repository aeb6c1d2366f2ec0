import type { CatalogueGame, MatchType } from './catalogue-game.ts'
import { createLongEditDistances, distanceInside, editDistances } from './edit-distance.ts'
import { BY_ACRONYM, BY_KEY, placeOf } from './find-by-keys.ts'
import { isSameName, plainLetters } from './fold-text.ts'
import type { SearchQuery } from './search-query.ts'
import { LETTER, MAX_LETTERS, WORD_START } from './title-letters.ts'
import { HAD_ROMAN, IS_ALIAS, type TitleStore } from './title-store.ts'
import { createWordCoverage } from './word-coverage.ts'

export interface Similarity {
  points: number
  matchType: MatchType
}

/** How alike query and title are, 0 to 100, before popularity; the object is reused by the next call. */
export function createTitleScorer() {
  const result: Similarity = { points: 0, matchType: 'similar' }
  const longEditDistances = createLongEditDistances(MAX_LETTERS)
  const cover = createWordCoverage()

  function offer(points: number, matchType: MatchType) {
    if (points <= result.points) return
    result.points = points
    result.matchType = matchType
  }

  return function score(query: SearchQuery, store: TitleStore, title: number, via: number): Similarity {
    result.points = 0
    result.matchType = 'similar'
    const flags = store.flags[title] ?? 0
    if (via !== 0) {
      const game = store.games[store.gameOf[title] ?? 0]
      if (game) scoreKeys(query, game, via, flags)
      if (result.points >= 96) return result
    }
    const from = store.letterStart[title] ?? 0
    const to = store.letterStart[title + 1] ?? 0
    const length = to - from
    const { letters, length: asked } = query.title
    if (length === 0 || asked === 0) return result
    if ((flags & IS_ALIAS) !== 0 && length < 5) return result

    let same = 0
    const most = Math.min(length, asked)
    while (same < most && (((letters[same] ?? 0) ^ (store.letters[from + same] ?? 0)) & LETTER) === 0) same++
    const gap = length - asked
    if (same === asked && gap > 0) {
      const rest = from + asked
      let toWordEnd = 0
      while (rest + toWordEnd < to && ((store.letters[rest + toWordEnd] ?? 0) & WORD_START) === 0) toWordEnd++
      if (toWordEnd === 0) offer(90.5 - Math.min(14, 0.5 * gap), 'starts_with')
      else offer(89.5 - Math.min(22, 1.5 * toWordEnd + 0.4 * (gap - toWordEnd)), 'starts_with')
    }
    if (same === length && asked > length && length >= 3 && ((letters[length] ?? 0) & WORD_START) !== 0) {
      offer(62 + (24 * length) / asked, 'contains_word')
    }

    const distances = query.fitsMasks
      ? editDistances(query.masks, 0, asked, store.letters, from, to)
      : longEditDistances(letters, asked, store.letters, from, to, 12)
    const whole = distances & 255
    const prefix = (distances >> 8) & 255
    const prefixEnd = distances >> 16
    const coverage = cover(query, store.letters, from, to)
    const romanGap = ((flags & HAD_ROMAN) !== 0) !== query.title.hadRoman ? 1 : 0
    const numbers = coverage.missingNumbers * 5 + romanGap
    if (whole <= 12 || query.fitsMasks) {
      offer(94 * (1 - whole / Math.max(length, asked)) - numbers - coverage.extraNumbers * 2, 'similar')
    }
    if (prefix <= 12 || query.fitsMasks) {
      offer(88 * (1 - prefix / asked) - Math.min(14, 0.4 * (length - prefixEnd)) - numbers, 'similar')
    }
    const words = 87 * coverage.share - Math.min(12, 0.3 * Math.max(0, gap)) - numbers
    offer(words, coverage.isExact ? 'contains_word' : 'similar')
    if (gap > 0 && asked >= 5 && query.fitsMasks) {
      const inside = distanceInside(query.masks, asked, store.letters, from, to)
      if (inside === 0) {
        const at = placeOf(query.title, store.letters, from, to)
        const ends = at + asked === to || ((store.letters[at + asked] ?? 0) & WORD_START) !== 0
        if (((store.letters[at] ?? 0) & WORD_START) !== 0)
          offer((ends ? 87 : 80) - Math.min(12, 0.3 * gap), ends ? 'contains_word' : 'similar')
      }
      offer(80 * (1 - inside / asked) - Math.min(12, 0.3 * gap) - numbers, 'similar')
    }
    if ((flags & IS_ALIAS) !== 0) result.points -= 2
    return result
  }

  function scoreKeys(query: SearchQuery, game: CatalogueGame, via: number, flags: number) {
    if ((via & BY_KEY) !== 0) {
      if (isSameName(query.text, game.name)) return offer(100, 'exact_name')
      if (query.plain === plainLetters(game.name) || query.plain === plainLetters(game.slug))
        return offer(97, 'exact_slug')
      if ((flags & IS_ALIAS) !== 0) return offer(96, 'exact_slug')
      return offer(98, 'similar')
    }
    offer((query.plain.length > 2 ? 88 : 84) - ((via & BY_ACRONYM) !== 0 ? 0 : 2), 'similar')
  }
}
