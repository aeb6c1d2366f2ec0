import type { ListeningState } from '../../contract/listening.ts'
import type { PlatformEvent, PlatformUser } from '../platform.ts'

/** What is told about a stream; what is left out is as it was. */
export interface StreamNews {
  readonly live?: boolean
  readonly title?: string
  readonly viewers?: number
  readonly followers?: number
  readonly startedAt?: number
}

/** What an adapter tells, in the house's words. */
export type AdapterReport =
  /** Whose stream it tells of, where it knows. */
  | { readonly kind: 'account'; readonly user: PlatformUser }
  | { readonly kind: 'stream'; readonly news: StreamNews }
  /** Somebody is there. */
  | { readonly kind: 'person'; readonly user: PlatformUser }
  | { readonly kind: 'event'; readonly event: PlatformEvent }

export interface AdapterListener {
  report(report: AdapterReport): void
  /** How well it hears. While it is `failed`, nothing is known of the stream. */
  setStatus(state: ListeningState['state'], message: string): void
}

/**
 * A way to hear TikTok, which has no way of its own: other people's software does it, and that may stop working or be
 * replaced any day. Everything else here knows this interface only.
 */
export interface TikTokAdapter {
  /** What a person calls it, in a sentence. */
  readonly title: string
  /** Which figures of a stream it tells. */
  readonly counts: readonly ('viewers' | 'followers')[]
  /** Whose account it tells of. */
  identify(signal: AbortSignal): Promise<PlatformUser>
  /** Tells what happens until the answer is called. */
  open(listener: AdapterListener): () => void
}
