import { acronymsOf } from './acronyms.ts'
import type { CatalogueGame } from './catalogue-game.ts'
import { createGameRows, type GameColumns } from './game-rows.ts'
import { buildPostings, type GramPostings } from './gram-postings.ts'
import { grownUint8, grownUint16, grownUint32 } from './grown.ts'
import { createKeyTable, type KeyColumns } from './key-table.ts'
import { popularityPoints } from './popularity.ts'
import { createGramCollector, GRAM_SLOTS } from './title-grams.ts'
import { createEncodedTitle, encodePlain, encodeTitle, hashLetters } from './title-letters.ts'

/** Names (with slugs and aliases) and two kinds of acronyms share one table of keys under different seeds. */
export const NAME_SEED = 0x811c9dc5
export const ACRONYM_SEED = 0x2f0b4e1d
export const PART_ACRONYM_SEED = 0x5bd1e995

export const IS_ALIAS = 1
export const HAD_ROMAN = 2

/** Everything of a store that is saved. Columns of titles have one entry for each title, those of starts one more. */
export interface StoreColumns {
  readonly games: GameColumns
  readonly keys: KeyColumns
  readonly ids: KeyColumns
  readonly kickIds: KeyColumns
  readonly titles: TitleColumns
  readonly postings: Pick<GramPostings, 'starts' | 'titles'>
}

interface TitleColumns {
  readonly letters: Uint8Array<ArrayBuffer>
  readonly letterStart: Uint32Array<ArrayBuffer>
  readonly gramCount: Uint16Array<ArrayBuffer>
  readonly gramFrequency: Uint32Array<ArrayBuffer>
  readonly gameOf: Uint32Array<ArrayBuffer>
  readonly flags: Uint8Array<ArrayBuffer>
  readonly popularity: Uint8Array<ArrayBuffer>
  readonly inOtherScripts: Uint32Array<ArrayBuffer>
}

/** Column store of games and their titles (the name and each alias are one title): letters, trigrams, keys. Append-only. */
export function createTitleStore(from?: StoreColumns) {
  const titles = from?.titles ?? noTitles()
  const titleCount = titles.gameOf.length
  const store = {
    games: createGameRows(from?.games),
    /** Rows of games by id, and by their id on Kick. */
    ids: createKeyTable(from?.ids),
    kickIds: createKeyTable(from?.kickIds),
    titleCount,
    /** The letters of title t are at letterStart[t] to letterStart[t + 1]. */
    letters: titles.letters,
    letterStart: titles.letterStart,
    /** The number of distinct trigrams of each title. */
    gramCount: titles.gramCount,
    /** The number of titles that contain each trigram. */
    gramFrequency: titles.gramFrequency,
    gameOf: titles.gameOf,
    flags: titles.flags,
    /** Ten times the popularity points. */
    popularity: titles.popularity,
    titlesInOtherScripts: Array.from(titles.inOtherScripts),
    keys: createKeyTable(from?.keys),
    postings: from === undefined ? [] : [{ ...from.postings, from: 0, to: titleCount }],
    /** The trigrams of the last titles, which are not in the postings yet. */
    youngGrams: [] as Uint16Array[],
    append,
    columns,
  }

  function append(game: CatalogueGame): void {
    const row = store.games.push(game)
    store.ids.add(hashOfId(game.id), row)
    if (game.platformIds.kick !== undefined) store.kickIds.add(hashOfText(game.platformIds.kick), row)
    const popularity = Math.round(popularityPoints(game.rank) * 10)
    const name = appendTitle(game.name, row, 0, popularity)
    for (const alias of game.aliases) appendTitle(alias, row, IS_ALIAS, popularity)
    const { ofWhole, ofPart } = acronymsOf(game.name)
    for (const form of ofWhole) store.keys.add(hashLetters(encodePlain(form, plain), ACRONYM_SEED), name)
    for (const form of ofPart) store.keys.add(hashLetters(encodePlain(form, plain), PART_ACRONYM_SEED), name)
    const slugKey = hashLetters(encodePlain(game.slug, plain), NAME_SEED)
    if (slugKey !== hashLetters(encodePlain(game.name, plain), NAME_SEED)) store.keys.add(slugKey, name)
  }

  function appendTitle(text: string, row: number, flags: number, popularity: number): number {
    const title = store.titleCount++
    if (title >= store.gameOf.length) growColumns()
    encodeTitle(text, encoded)
    const { slots, size } = collectGrams(encoded)
    const lettersAt = store.letterStart[title] ?? 0
    const lettersEnd = lettersAt + encoded.length
    if (lettersEnd > store.letters.length) store.letters = grownUint8(store.letters, lettersEnd)
    store.letters.set(encoded.letters.subarray(0, encoded.length), lettersAt)
    const grams = slots.slice(0, size)
    for (const slot of grams) store.gramFrequency[slot] = (store.gramFrequency[slot] ?? 0) + 1
    store.youngGrams.push(grams)
    store.letterStart[title + 1] = lettersEnd
    store.gramCount[title] = size
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

  function growColumns(): void {
    store.gameOf = grownUint32(store.gameOf)
    store.flags = grownUint8(store.flags)
    store.popularity = grownUint8(store.popularity)
    store.gramCount = grownUint16(store.gramCount)
    store.letterStart = grownUint32(store.letterStart, store.gameOf.length + 1)
  }

  /** Of a store that began empty and whose titles are all in one list of postings. */
  function columns(): StoreColumns {
    const [postings = buildPostings(0, [])] = store.postings
    const count = store.titleCount
    return {
      games: store.games.columns(),
      keys: store.keys.columns(),
      ids: store.ids.columns(),
      kickIds: store.kickIds.columns(),
      titles: {
        letters: store.letters.slice(0, store.letterStart[count]),
        letterStart: store.letterStart.slice(0, count + 1),
        gramCount: store.gramCount.slice(0, count),
        gramFrequency: store.gramFrequency,
        gameOf: store.gameOf.slice(0, count),
        flags: store.flags.slice(0, count),
        popularity: store.popularity.slice(0, count),
        inOtherScripts: Uint32Array.from(store.titlesInOtherScripts),
      },
      postings: { starts: postings.starts, titles: postings.titles },
    }
  }

  return store
}

export type TitleStore = ReturnType<typeof createTitleStore>

/** Adds postings for the young titles. Those of the titles before them stay as they are. */
export function indexYoungTitles(store: TitleStore): void {
  store.postings.push(buildPostings(store.titleCount - store.youngGrams.length, store.youngGrams))
  store.youngGrams = []
}

export function hashOfId(id: number): number {
  return id % 2 ** 32
}

/** FNV-1a. */
export function hashOfText(text: string): number {
  let hash = NAME_SEED
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

function noTitles(): TitleColumns {
  return {
    letters: new Uint8Array(0),
    letterStart: new Uint32Array(1),
    gramCount: new Uint16Array(0),
    gramFrequency: new Uint32Array(GRAM_SLOTS),
    gameOf: new Uint32Array(0),
    flags: new Uint8Array(0),
    popularity: new Uint8Array(0),
    inOtherScripts: new Uint32Array(0),
  }
}

// Temporary buffers shared by all stores; their contents are valid during one call.
const encoded = createEncodedTitle()
const plain = createEncodedTitle()
const collectGrams = createGramCollector()
