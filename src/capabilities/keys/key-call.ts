import type { Key } from './keys.ts'

/** A call of an operation as a client would make it with this key. */
export interface KeyCall {
  readonly key: Key
  /** Its name on the wire. */
  readonly operation: string
  readonly body: unknown
  readonly address: string
  readonly requestId: string
  /** As the client sent it; checked where it is used. */
  readonly idempotencyKey?: unknown
  /** The person at the panel who runs the call as this key: what grants something needs their recent sign-in. */
  readonly person?: { readonly signedInAt: number }
}

export interface KeyCallAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly milliseconds: number
}
