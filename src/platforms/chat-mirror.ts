import type { MirroredEvent } from './contract/mirrored-events.ts'

/** What a paired browser has read from the open page of a platform. */
export interface MirroredPage {
  /** The id of the account whose page this is. */
  readonly broadcaster: string
  readonly events: readonly MirroredEvent[]
}

/** Takes over the chat of a page that is open in a paired browser, for a platform that cannot reach this server. */
export interface ChatMirror {
  /** The name in the address of the page; null while mirroring is off or no account is connected. */
  pageOf(channelId: number): Promise<string | null>
  /** Ignores everything while mirroring is off, and pages of other channels always. */
  receive(channelId: number, page: MirroredPage): Promise<void>
}
