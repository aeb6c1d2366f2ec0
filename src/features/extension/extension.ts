import type { Pairings } from './pairings.ts'

/** The clip extension as the panel sees it: which browsers may make clips, and which of them are there. */
export interface Extension {
  readonly pairings: Pairings
  /** Who is connected, by the id of the pairing. */
  presence(channelId: number): ReadonlyMap<string, { readonly hasTab: boolean }>
}
