import type { FailureCode } from './failure-code.ts'

/** What is left of a limit, from the latest answer. */
export interface Limit {
  /** How many calls are possible in any 60 seconds. */
  limit: number
  remaining: number
  /** In how many seconds the oldest call stops counting. */
  resetSeconds: number
}

/** `no_answer`: nobody there, or the connection broke. `not_showcaller`: something else answered, such as a proxy. */
type ClientCode = 'no_answer' | 'timed_out' | 'not_showcaller'

/** The server may have learned new codes; an unknown one means what its status means. */
export type ErrorCode = FailureCode | ClientCode | (string & {})

export interface FailureFacts {
  readonly code: ErrorCode
  readonly operation: string
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly limit?: Limit | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly idempotencyKey?: string | undefined
  readonly body?: Readonly<Record<string, unknown>> | undefined
  readonly cause?: unknown
}

/** Why a call did not happen. `message` is a sentence for a person, `code` a word for the program. */
export class ShowcallerError extends Error {
  override readonly name = 'ShowcallerError'
  readonly code: ErrorCode
  readonly operation: string
  /** Absent when there was no answer. */
  readonly status: number | undefined
  /** Names the call in the server's log. */
  readonly requestId: string | undefined
  readonly limit: Limit | undefined
  readonly retryAfterSeconds: number | undefined
  /** Give it to the next call to try once more without doing anything twice. */
  readonly idempotencyKey: string | undefined
  /** The failure body, with `details`, `required_scope` or `results` where there are any. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(message: string, facts: FailureFacts) {
    super(message, { cause: facts.cause })
    this.code = facts.code
    this.operation = facts.operation
    this.status = facts.status
    this.requestId = facts.requestId
    this.limit = facts.limit
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.idempotencyKey = facts.idempotencyKey
    this.body = facts.body ?? {}
  }
}
