import type { MirroredEvent, MirrorState } from '../../../platforms/contract/mirrored-events.ts'

/** The messages on the socket of the clip extension, for both ends. One message per frame. */

/** How often the extension sends a sign of life: a browser ends a worker that is idle for 30 s. */
export const aliveMs = 20_000

/** Why there is no clip. */
export const clipFailureReasons = [
  'no_tab',
  'signed_out',
  'not_live',
  'page_changed',
  'rate_limited',
  'refused',
  'timed_out',
] as const
export type ClipFailureReason = (typeof clipFailureReasons)[number]

export interface ClipOrder {
  readonly id: string
  /** Whose stream, by the name in the address of its page. */
  readonly channel: string
  readonly title: string
  readonly seconds: number
  /** How long it may take. */
  readonly timeoutMs: number
}

export type ClipResult =
  | { readonly ok: true; readonly url: string }
  /** The detail is a stored text (`kernel/text/store-text.ts`), a plain sentence of an older extension, or empty. */
  | { readonly ok: false; readonly reason: ClipFailureReason; readonly detail: string }

export type ExtensionByeReason =
  | 'shutting_down'
  | 'unpaired'
  | 'invalid_token'
  | 'invalid_code'
  | 'too_many_tries'
  | 'too_many_browsers'
  | 'too_many_messages'
  | 'bad_message'
  | 'hello_expected'
  | 'replaced'

export type ToExtension =
  /** The answer to a code: what to say hello with from now on. */
  | { readonly type: 'paired'; readonly token: string; readonly channel: string }
  | { readonly type: 'welcome'; readonly channel: string; readonly aliveMs: number }
  | { readonly type: 'alive' }
  | ({ readonly type: 'clip' } & ClipOrder)
  /** Whose chat to mirror, by the name in the address of its page; null while mirroring is off. */
  | { readonly type: 'mirror'; readonly channel: string | null }
  | { readonly type: 'bye'; readonly reason: ExtensionByeReason }

export interface BrowserWords {
  /** What a person calls the browser, such as `Chrome on Windows`. */
  readonly browser: string
  /** Of the extension. */
  readonly version: string
}

export type FromExtension =
  | ({ readonly type: 'pair'; readonly code: string } & BrowserWords)
  | { readonly type: 'hello'; readonly token: string; readonly version: string; readonly tab: boolean }
  /** `tab` says whether a page of the platform is open. */
  | { readonly type: 'alive'; readonly tab: boolean }
  | { readonly type: 'clip-result'; readonly id: string; readonly result: ClipResult }
  | { readonly type: 'mirror-state'; readonly state: MirrorState }
  /** `broadcaster` is the id of the account whose page this is. */
  | { readonly type: 'mirrored'; readonly broadcaster: string; readonly events: readonly MirroredEvent[] }
  /** The person at the browser wants to be rid of the pairing. */
  | { readonly type: 'unpair' }
