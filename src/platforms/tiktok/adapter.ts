import type { ListeningState } from '../../contract/listening.ts'
import type { PlatformEvent, PlatformUser } from '../platform.ts'
import type { LikeFrame } from './like-counter.ts'

/** A change of the stream state; absent fields are unchanged. */
export interface StreamUpdate {
  readonly live?: boolean
  readonly title?: string
  readonly viewers?: number
  readonly followers?: number
  readonly startedAt?: number
}

/** A report of an adapter. */
export type AdapterReport =
  /** The account of the stream, if the adapter knows it. */
  | { readonly kind: 'account'; readonly user: PlatformUser }
  | { readonly kind: 'stream'; readonly news: StreamUpdate }
  /** A user is present. */
  | { readonly kind: 'person'; readonly user: PlatformUser }
  | { readonly kind: 'event'; readonly event: PlatformEvent }
  | { readonly kind: 'likes'; readonly user: PlatformUser; readonly likes: Omit<LikeFrame, 'userId'> }

export interface AdapterListener {
  report(report: AdapterReport): void
  /** The state of the connection. While it is `failed`, the stream state is unknown. */
  setStatus(state: ListeningState['state'], message: string): void
}

/**
 * Receives the events of TikTok, which has no public API for them, through third-party software. The rest of this folder
 * depends only on this interface, because that software may be replaced at any time.
 */
export interface TikTokAdapter {
  /** The name in the middle of a sentence. */
  readonly title: string
  /** The counts of a stream that it reports. */
  readonly counts: readonly ('viewers' | 'followers')[]
  /** The account that it reports. */
  identify(signal: AbortSignal): Promise<PlatformUser>
  /** Reports events until the returned function is called. */
  open(listener: AdapterListener): () => void
}
