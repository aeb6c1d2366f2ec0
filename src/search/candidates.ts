import type { GramPostings } from './gram-postings.ts'
import type { TitleStore } from './title-store.ts'

/** What a search may see: titles of an addition that is not complete are not among the first `titleCount`. */
export interface SearchView {
  readonly store: TitleStore
  readonly titleCount: number
  readonly postings: GramPostings
}

export const MAX_CANDIDATES = 200

/** Titles worth comparing closely. */
export interface Candidates {
  size: number
  readonly titles: Uint32Array
  /** How each was found: 0 by shared pieces, else the bits of `find-by-keys`. */
  readonly via: Uint8Array
}

/** The order in which titles are kept when there are too many: the order of adding must not show in it. */
export function comparePopularity({ popularity, games, gameOf }: TitleStore, a: number, b: number): number {
  return (popularity[b] ?? 0) - (popularity[a] ?? 0) || games.idAt(gameOf[a] ?? 0) - games.idAt(gameOf[b] ?? 0) || a - b
}
