import type { TitleStore } from './title-store.ts'

export const MAX_CANDIDATES = 200

/** Titles for the detailed comparison. */
export interface TitleCandidates {
  size: number
  readonly titles: Uint32Array
  /** How each was found: 0 by shared trigrams, else the bits of `find-by-keys`. */
  readonly via: Uint8Array
}

/** The order in which titles are kept if there are too many; it does not depend on the order of insertion. */
export function comparePopularity({ popularity, games, gameOf }: TitleStore, a: number, b: number): number {
  return (popularity[b] ?? 0) - (popularity[a] ?? 0) || games.idAt(gameOf[a] ?? 0) - games.idAt(gameOf[b] ?? 0) || a - b
}
