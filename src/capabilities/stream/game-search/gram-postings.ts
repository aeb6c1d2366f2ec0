import { GRAM_SLOTS } from './title-grams.ts'

/**
 * An inverted index of consecutive titles, `from` to before `to`: those that contain trigram slot s are `titles` from
 * starts[s] to starts[s + 1].
 */
export interface GramPostings {
  readonly from: number
  readonly to: number
  readonly starts: Uint32Array<ArrayBuffer>
  readonly titles: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>
}

/** `grams` are the trigrams of the titles from `from` on, each title's once. */
export function buildPostings(from: number, grams: readonly Uint16Array[]): GramPostings {
  const to = from + grams.length
  const starts = new Uint32Array(GRAM_SLOTS + 2)
  // Shifted by two slots, so that filling moves each start to its final position.
  for (const slots of grams) for (const slot of slots) starts[slot + 2] = (starts[slot + 2] ?? 0) + 1
  for (let slot = 2; slot < starts.length; slot++) starts[slot] = (starts[slot - 1] ?? 0) + (starts[slot] ?? 0)
  const total = starts[GRAM_SLOTS + 1] ?? 0
  // Uses half the memory if all title numbers fit into 16 bits.
  const titles = to <= 0x10000 ? new Uint16Array(total) : new Uint32Array(total)
  for (const [offset, slots] of grams.entries()) {
    for (const slot of slots) {
      const at = starts[slot + 1] ?? 0
      titles[at] = from + offset
      starts[slot + 1] = at + 1
    }
  }
  return { from, to, starts, titles }
}
