import { type Candidates, comparePopularity, MAX_CANDIDATES, type SearchView } from './find-candidates.ts'
import type { SearchQuery } from './search-query.ts'
import { type EncodedTitle, hashLetters, LETTER } from './title-letters.ts'
import { ACRONYM_SEED, NAME_SEED, PART_ACRONYM_SEED } from './title-store.ts'

export const BY_KEY = 1
export const BY_ACRONYM = 2
export const BY_PART_ACRONYM = 4

/** Titles whose name, slug, alias or acronym the query may be, and those in other scripts that hold it. */
export function addByKeys(found: Candidates, view: SearchView, query: SearchQuery) {
  const { keys } = view.store
  const forms = [query.title, query.plainTitle]
  for (const form of forms) {
    keys.forEach(hashLetters(form, NAME_SEED), (title) => mark(found, view, title, BY_KEY))
  }
  for (const form of forms) {
    addAcronyms(found, view, hashLetters(form, ACRONYM_SEED), BY_ACRONYM)
    addAcronyms(found, view, hashLetters(form, PART_ACRONYM_SEED), BY_PART_ACRONYM)
  }
  if (query.title.hasOtherLetters) addInOtherScripts(found, view, query.title)
}

function addAcronyms(found: Candidates, view: SearchView, key: number, via: number) {
  const titles: number[] = []
  view.store.keys.forEach(key, (title) => {
    if (title < view.titleCount) titles.push(title)
  })
  titles.sort((a, b) => comparePopularity(view.store, a, b))
  for (const title of titles.slice(0, MAX_OF_ONE_ACRONYM)) mark(found, view, title, via)
}

/** Two signs can be a whole word where there are no spaces, and two signs have no piece of three in common. */
function addInOtherScripts(found: Candidates, view: SearchView, query: EncodedTitle) {
  const { letters, letterStart, titlesInOtherScripts } = view.store
  for (const title of titlesInOtherScripts) {
    const from = letterStart[title] ?? 0
    const to = letterStart[title + 1] ?? 0
    if (placeOf(query, letters, from, to) >= 0) mark(found, view, title, 0)
  }
}

/** Where in a title the query stands letter by letter, or -1. */
export function placeOf(query: EncodedTitle, text: Uint8Array, from: number, to: number): number {
  const first = (query.letters[0] ?? 0) & LETTER
  for (let at = from; at + query.length <= to; at++) {
    if (((text[at] ?? 0) & LETTER) !== first) continue
    let same = 1
    while (same < query.length && (((text[at + same] ?? 0) ^ (query.letters[same] ?? 0)) & LETTER) === 0) same++
    if (same === query.length) return at
  }
  return -1
}

function mark(found: Candidates, { store, titleCount }: SearchView, title: number, via: number) {
  if (title >= titleCount || store.gone[store.gameOf[title] ?? 0]) return
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
