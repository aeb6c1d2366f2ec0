import { acronymsOf } from './acronyms.ts'
import type { CatalogueGame } from './catalogue-game.ts'
import { createGameRows } from './game-rows.ts'
import { grownUint8, grownUint16, grownUint32 } from './grown.ts'
import { createKeyTable } from './key-table.ts'
import { popularityPoints } from './popularity.ts'
import { createGramCollector, GRAM_SLOTS } from './title-grams.ts'
import { createEncodedTitle, encodePlain, encodeTitle, hashLetters } from './title-letters.ts'

/** Names (with slugs and aliases) and two kinds of acronyms share one table of keys under different seeds. */
export const NAME_SEED = 0x811c9dc5
export const ACRONYM_SEED = 0x2f0b4e1d
export const PART_ACRONYM_SEED = 0x5bd1e995

export const IS_ALIAS = 1
export const HAD_ROMAN = 2

/**
 * Column store of games and their titles (the name and each alias are one title): letters, trigrams, keys.
 * Append-only; a replaced game is marked as deleted.
 */
export function createTitleStore() {
  const store = {
    games: createGameRows(),
    gone: new Uint8Array(16),
    titleCount: 0,
    /** The letters of title t are at letterStart[t] to letterStart[t + 1]; its trigrams likewise. */
    letters: new Uint8Array(256),
    letterStart: new Uint32Array(17),
    grams: new Uint16Array(512),
    gramStart: new Uint32Array(17),
    /** The number of titles that contain each trigram. */
    gramFrequency: new Uint32Array(GRAM_SLOTS),
    gameOf: new Uint32Array(16),
    flags: new Uint8Array(16),
    /** Ten times the popularity points. */
    popularity: new Uint8Array(16),
    titlesInOtherScripts: [] as number[],
    keys: createKeyTable(),
    append,
  }

  function append(game: CatalogueGame): number {
    const row = store.games.push(game)
    if (row >= store.gone.length) store.gone = grownUint8(store.gone)
    const popularity = Math.round(popularityPoints(game.rank) * 10)
    const name = appendTitle(game.name, row, 0, popularity)
    for (const alias of game.aliases) appendTitle(alias, row, IS_ALIAS, popularity)
    const { ofWhole, ofPart } = acronymsOf(game.name)
    for (const form of ofWhole) store.keys.add(hashLetters(encodePlain(form, plain), ACRONYM_SEED), name)
    for (const form of ofPart) store.keys.add(hashLetters(encodePlain(form, plain), PART_ACRONYM_SEED), name)
    const slugKey = hashLetters(encodePlain(game.slug, plain), NAME_SEED)
    if (slugKey !== hashLetters(encodePlain(game.name, plain), NAME_SEED)) store.keys.add(slugKey, name)
    return row
  }

  function appendTitle(text: string, row: number, flags: number, popularity: number): number {
    const title = store.titleCount++
    if (title >= store.gameOf.length) growColumns()
    encodeTitle(text, encoded)
    const { slots, size } = collectGrams(encoded)
    const lettersAt = store.letterStart[title] ?? 0
    const gramsAt = store.gramStart[title] ?? 0
    const lettersEnd = lettersAt + encoded.length
    const gramsEnd = gramsAt + size
    if (lettersEnd > store.letters.length) store.letters = grownUint8(store.letters, lettersEnd)
    if (gramsEnd > store.grams.length) store.grams = grownUint16(store.grams, gramsEnd)
    store.letters.set(encoded.letters.subarray(0, encoded.length), lettersAt)
    store.grams.set(slots.subarray(0, size), gramsAt)
    for (let i = 0; i < size; i++) {
      const slot = slots[i] ?? 0
      store.gramFrequency[slot] = (store.gramFrequency[slot] ?? 0) + 1
    }
    store.letterStart[title + 1] = lettersEnd
    store.gramStart[title + 1] = gramsEnd
    store.gameOf[title] = row
    store.flags[title] = flags | (encoded.hadRoman ? HAD_ROMAN : 0)
    store.popularity[title] = popularity
    if (encoded.hasOtherLetters) store.titlesInOtherScripts.push(title)
    const key = hashLetters(encoded, NAME_SEED)
    const plainKey = hashLetters(encodePlain(text, plain), NAME_SEED)
    store.keys.add(key, title)
    if (plainKey !== key) store.keys.add(plainKey, title)
    return title
  }

  function growColumns() {
    store.gameOf = grownUint32(store.gameOf)
    store.flags = grownUint8(store.flags)
    store.popularity = grownUint8(store.popularity)
    store.letterStart = grownUint32(store.letterStart)
    store.gramStart = grownUint32(store.gramStart)
  }

  return store
}

export type TitleStore = ReturnType<typeof createTitleStore>

// Temporary buffers shared by all stores; their contents are valid during one call.
const encoded = createEncodedTitle()
const plain = createEncodedTitle()
const collectGrams = createGramCollector()
