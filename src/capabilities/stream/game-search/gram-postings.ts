import type { Slices } from './slices.ts'
import { GRAM_SLOTS } from './title-grams.ts'
import type { TitleStore } from './title-store.ts'

/** An inverted index: the titles that contain trigram slot s are `titles` from starts[s] to starts[s + 1]. */
export interface GramPostings {
  readonly starts: Uint32Array
  readonly titles: Uint16Array | Uint32Array
  /** Titles from this one on are not in the postings yet. */
  readonly titleCount: number
}

export async function buildPostings(store: TitleStore, slices: Slices): Promise<GramPostings> {
  const { grams, gramStart, gramFrequency, titleCount } = store
  const starts = new Uint32Array(GRAM_SLOTS + 2)
  // Shifted by one slot, so that filling moves each start to its final position.
  for (let slot = 0; slot < GRAM_SLOTS; slot++) {
    starts[slot + 2] = (starts[slot + 1] ?? 0) + (gramFrequency[slot] ?? 0)
  }
  const total = gramStart[titleCount] ?? 0
  // Uses half the memory if all title numbers fit into 16 bits.
  const titles = titleCount <= 0x10000 ? new Uint16Array(total) : new Uint32Array(total)
  for (let title = 0; title < titleCount; title++) {
    const end = gramStart[title + 1] ?? 0
    for (let i = gramStart[title] ?? 0; i < end; i++) {
      const slot = (grams[i] ?? 0) + 1
      const at = starts[slot] ?? 0
      titles[at] = title
      starts[slot] = at + 1
    }
    if ((title & 255) === 0 && slices.isDue()) await slices.rest()
  }
  return { starts, titles, titleCount }
}

export const NO_POSTINGS: GramPostings = {
  starts: new Uint32Array(GRAM_SLOTS + 2),
  titles: new Uint16Array(0),
  titleCount: 0,
}
