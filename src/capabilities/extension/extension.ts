import type { ConnectedBrowser } from '../../platforms/contract/mirrored-events.ts'
import type { Pairings } from './pairings.ts'

/** The clip extension as the panel sees it: the paired browsers, and which of them are connected. */
export interface Extension {
  readonly pairings: Pairings
  /** The connected browsers, by the id of the pairing. */
  presence(channelId: number): ReadonlyMap<string, ConnectedBrowser>
}
