import { comparePopularity, MAX_CANDIDATES, type TitleCandidates } from './candidates.ts'
import type { CatalogueGame } from './catalogue-game.ts'
import { isSameName } from './fold-text.ts'
import type { SearchQuery } from './search-query.ts'
import {
  createEncodedTitle,
  type EncodedTitle,
  encodePlain,
  encodeTitle,
  hashLetters,
  isSameLetter,
} from './title-letters.ts'
import { ACRONYM_SEED, HAD_ROMAN, NAME_SEED, PART_ACRONYM_SEED, type TitleStore } from './title-store.ts'

export const BY_KEY = 1
export const BY_ACRONYM = 2
export const BY_PART_ACRONYM = 4

/** Adds titles whose name, slug, alias or acronym may equal the query, and titles in other scripts that contain it. */
export function addByKeys(found: TitleCandidates, store: TitleStore, query: SearchQuery) {
  const forms = [query.title, query.plainTitle].filter((form) => form.length > 0)
  for (const form of forms) {
    store.keys.forEach(hashLetters(form, NAME_SEED), (title) => mark(found, title, BY_KEY))
  }
  for (const form of forms) {
    addAcronyms(found, store, form, ACRONYM_SEED, BY_ACRONYM)
    addAcronyms(found, store, form, PART_ACRONYM_SEED, BY_PART_ACRONYM)
  }
  if (query.title.hasOtherLetters) addInOtherScripts(found, store, query.title)
}

/** The most popular game with this name, ignoring case, accents and punctuation. */
export function findSameName(store: TitleStore, name: string): CatalogueGame | undefined {
  let best: CatalogueGame | undefined
  for (const form of [encodeTitle(name, scratch), encodePlain(name, plainScratch)]) {
    store.keys.forEach(hashLetters(form, NAME_SEED), (title) => {
      const game = store.games.at(store.gameOf[title] ?? 0)
      if (!game || !isSameName(name, game.name)) return
      if (!best || (game.rank ?? Infinity) < (best.rank ?? Infinity)) best = game
    })
  }
  return best
}

function addAcronyms(found: TitleCandidates, store: TitleStore, form: EncodedTitle, seed: number, via: number) {
  const titles: number[] = []
  store.keys.forEach(hashLetters(form, seed), (title) => {
    if (couldShorten(form, store, title)) titles.push(title)
  })
  titles.sort((a, b) => comparePopularity(store, a, b))
  for (const title of titles.slice(0, MAX_OF_ONE_ACRONYM)) mark(found, title, via)
}

/** Excludes hash collisions: the letters of an acronym appear in the title in the same order. */
function couldShorten(form: EncodedTitle, store: TitleStore, title: number): boolean {
  if (((store.flags[title] ?? 0) & HAD_ROMAN) !== 0) return true
  const end = store.letterStart[title + 1] ?? 0
  let found = 0
  for (let i = store.letterStart[title] ?? 0; i < end && found < form.length; i++) {
    if (isSameLetter(store.letters[i], form.letters[found])) found++
  }
  return found === form.length
}

/** In scripts without spaces a word may have two characters, which is too short for trigrams. */
function addInOtherScripts(
  found: TitleCandidates,
  { letters, letterStart, titlesInOtherScripts }: TitleStore,
  query: EncodedTitle,
) {
  for (const title of titlesInOtherScripts) {
    const from = letterStart[title] ?? 0
    const to = letterStart[title + 1] ?? 0
    if (placeOf(query, letters, from, to) >= 0) mark(found, title, 0)
  }
}

/** The position of the query in a title, or -1. */
export function placeOf(query: EncodedTitle, text: Uint8Array, from: number, to: number): number {
  for (let at = from; at + query.length <= to; at++) {
    let same = 0
    while (same < query.length && isSameLetter(text[at + same], query.letters[same])) same++
    if (same === query.length) return at
  }
  return -1
}

function mark(found: TitleCandidates, title: number, via: number) {
  for (let i = 0; i < found.size; i++) {
    if (found.titles[i] !== title) continue
    found.via[i] = (found.via[i] ?? 0) | via
    return
  }
  if (found.size === MAX_CANDIDATES) return
  found.titles[found.size] = title
  found.via[found.size++] = via
}

const MAX_OF_ONE_ACRONYM = 30
const scratch = createEncodedTitle()
const plainScratch = createEncodedTitle()
