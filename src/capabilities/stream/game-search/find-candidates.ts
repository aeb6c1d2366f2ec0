import { comparePopularity, MAX_CANDIDATES, type TitleCandidates } from './candidates.ts'
import { addByKeys } from './find-by-keys.ts'
import type { SearchQuery } from './search-query.ts'
import { GRAM_SLOTS } from './title-grams.ts'
import type { TitleStore } from './title-store.ts'

/** Selects titles for the detailed comparison. The result is valid until the next call. */
export function createCandidateFinder() {
  const found: TitleCandidates = {
    size: 0,
    titles: new Uint32Array(MAX_CANDIDATES),
    via: new Uint8Array(MAX_CANDIDATES),
  }
  const wanted = new Uint8Array(GRAM_SLOTS)
  const histogram = new Uint32Array(LIKENESS_STEPS + 1)
  let counts = new Uint8Array(0)
  let touched = new Uint32Array(0)
  let likeness = new Uint16Array(0)

  return function findCandidates(store: TitleStore, query: SearchQuery): TitleCandidates {
    if (store.titleCount > counts.length) {
      // Spare capacity, so that a single new category does not reallocate the arrays.
      const room = store.titleCount + 4096
      counts = new Uint8Array(room)
      touched = new Uint32Array(room)
      likeness = new Uint16Array(room)
    }
    found.size = 0
    addByKeys(found, store, query)
    const slots = rarestGrams(store, query)
    const touchedSize = countYoungTitles(store, slots, countPostings(store, slots))
    addLikest(store, keepLikely(store, slots.length, touchedSize))
    return found
  }

  function countPostings({ postings }: TitleStore, slots: readonly number[]): number {
    let size = 0
    for (const { starts, titles } of postings) {
      for (const slot of slots) {
        const end = starts[slot + 1] ?? 0
        for (let i = starts[slot] ?? 0; i < end; i++) {
          const title = titles[i] ?? 0
          const count = counts[title] ?? 0
          if (count === 0) touched[size++] = title
          counts[title] = count + 1
        }
      }
    }
    return size
  }

  /** Titles that are not in the postings yet are few: scanning them is cheaper than indexing each at once. */
  function countYoungTitles(store: TitleStore, slots: readonly number[], touchedSize: number): number {
    const first = store.titleCount - store.youngGrams.length
    let size = touchedSize
    for (const slot of slots) wanted[slot] = 1
    for (const [offset, grams] of store.youngGrams.entries()) {
      let count = 0
      for (const slot of grams) count += wanted[slot] ?? 0
      if (count === 0) continue
      counts[first + offset] = count
      touched[size++] = first + offset
    }
    for (const slot of slots) wanted[slot] = 0
    return size
  }

  /** Moves titles with enough shared trigrams to the front of `touched`, with their similarity, and clears the counts. */
  function keepLikely({ gramCount }: TitleStore, queryGrams: number, touchedSize: number): number {
    const least = Math.max(1, Math.floor(queryGrams * LEAST_SHARE))
    const perOwn = LIKENESS_STEPS * 0.8
    const perQuery = (LIKENESS_STEPS * 0.2) / queryGrams
    histogram.fill(0)
    let size = 0
    for (let i = 0; i < touchedSize; i++) {
      const title = touched[i] ?? 0
      const count = counts[title] ?? 0
      counts[title] = 0
      if (count < least) continue
      const own = gramCount[title] ?? 0
      // The Dice coefficient, and the share of the query, so that long titles that contain all of it are kept.
      const steps = Math.floor((count * 2 * perOwn) / (queryGrams + own) + count * perQuery)
      touched[size] = title
      likeness[size++] = steps
      histogram[steps] = (histogram[steps] ?? 0) + 1
    }
    return size
  }

  /** The most similar titles; ties are decided by popularity. */
  function addLikest(store: TitleStore, size: number) {
    const room = MAX_CANDIDATES - found.size
    let cutoff = LIKENESS_STEPS + 1
    let above = 0
    let likest = 0
    while (cutoff > 0 && above < room && (above < ENOUGH_TITLES || cutoff > likest * LEAST_OF_LIKEST)) {
      above += histogram[--cutoff] ?? 0
      if (likest === 0 && above > 0) likest = cutoff
    }
    const byKeys = found.size
    const edge: number[] = []
    for (let i = 0; i < size; i++) {
      const steps = likeness[i] ?? 0
      if (steps < cutoff) continue
      if (steps === cutoff && above > room) edge.push(touched[i] ?? 0)
      else put(touched[i] ?? 0, byKeys)
    }
    edge.sort((a, b) => comparePopularity(store, a, b))
    for (const title of edge) put(title, byKeys)
  }

  function put(title: number, byKeys: number) {
    if (found.size === MAX_CANDIDATES) return
    for (let i = 0; i < byKeys; i++) if (found.titles[i] === title) return
    found.titles[found.size] = title
    found.via[found.size++] = 0
  }
}

/** Frequent trigrams are expensive and not selective: they are skipped if enough rarer ones remain. */
function rarestGrams({ gramFrequency, titleCount }: TitleStore, { grams }: SearchQuery): readonly number[] {
  const slots = Array.from(grams.slots.subarray(0, grams.size))
  slots.sort((a, b) => (gramFrequency[a] ?? 0) - (gramFrequency[b] ?? 0) || a - b)
  const common = titleCount * COMMON_SHARE
  return slots.slice(0, MOST_GRAMS).filter((slot, i) => i < ENOUGH_GRAMS || (gramFrequency[slot] ?? 0) <= common)
}

const LIKENESS_STEPS = 1000
/** The minimum share of the query's trigrams that a candidate must contain. */
const LEAST_SHARE = 0.16
/** A page has at most fifty results. */
const ENOUGH_TITLES = 60
const LEAST_OF_LIKEST = 0.4
const ENOUGH_GRAMS = 9
/** Shared trigrams are counted in one byte. */
const MOST_GRAMS = 255
const COMMON_SHARE = 1 / 24
