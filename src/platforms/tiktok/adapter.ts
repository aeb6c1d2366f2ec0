import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Text } from '../../kernel/text/message.ts'
import type { PlatformUser, ViewerEvent } from '../platform.ts'
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
  | { readonly kind: 'event'; readonly event: ViewerEvent }
  | { readonly kind: 'likes'; readonly user: PlatformUser; readonly likes: Omit<LikeFrame, 'userId'> }

export interface AdapterListener {
  report(report: AdapterReport): void
  /** The state of the connection. Unless it is `connected`, the stream state is unknown. */
  setStatus(status: ConnectionStatus): void
}

/**
 * Receives the events of TikTok, which has no public API for them, through third-party software. The rest of this folder
 * depends only on this interface, because that software may be replaced at any time.
 */
export interface TikTokAdapter {
  /** The name in the middle of a sentence. */
  readonly title: string | Text
  /** The same at the start of a sentence. */
  readonly titleAtStart: string | Text
  /** The counts of a stream that it reports. */
  readonly counts: readonly ('viewers' | 'followers')[]
  /** The account that it reports. */
  identify(signal: AbortSignal): Promise<PlatformUser>
  /** Reports events until the returned function is called. */
  open(listener: AdapterListener): () => void
}
