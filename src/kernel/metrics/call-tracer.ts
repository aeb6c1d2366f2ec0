export interface TracedCall {
  readonly operation: string
  readonly status: number
  readonly milliseconds: number
  readonly requestId: string
  /** The caller's `traceparent` and `tracestate`: the span becomes part of that trace. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Reports each call as one span. Nothing here is ever waited for by a call. */
export interface CallTracer {
  call(traced: TracedCall): void
  close(): Promise<void>
}
