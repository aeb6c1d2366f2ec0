import type { Clock } from '../ambient.ts'
import type { Log } from '../log.ts'
import { randomBytes } from '../node-crypto.ts'

const everyMs = 5_000
const sendTimeoutMs = 5_000
const maxWaiting = 2_048
/** The W3C's: version, trace, span, flags. */
const traceparent = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

export interface TracedCall {
  readonly operation: string
  readonly status: number
  readonly milliseconds: number
  readonly requestId: string
  /** The caller's `traceparent` header: the span becomes part of that trace. */
  readonly parent: string | string[] | undefined
}

export type Tracer = ReturnType<typeof createTracer>

/** One span a call, sent as OpenTelemetry's JSON over HTTP. What cannot be sent is dropped and counted, never waited for. */
export function createTracer(needs: { endpoint: string; version: string; clock: Clock; log: Log }) {
  const { endpoint, version, clock, log } = needs
  const url = endpoint.endsWith('/v1/traces') ? endpoint : `${endpoint.replace(/\/$/, '')}/v1/traces`
  const resource = { attributes: [text('service.name', 'showcaller'), text('service.version', version)] }
  let waiting: object[] = []
  let dropped = 0

  async function flush(): Promise<void> {
    if (waiting.length === 0) return
    const spans = waiting
    waiting = []
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'showcaller' }, spans }] }],
    })
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
        signal: AbortSignal.timeout(sendTimeoutMs),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
    } catch (error) {
      dropped += spans.length
      log.warn('traces could not be sent', { dropped, error })
    }
  }
  const timer = setInterval(() => void flush(), everyMs).unref()

  return {
    call({ operation, status, milliseconds, requestId, parent }: TracedCall): void {
      const [, traceId, parentSpanId, flags] = traceparent.exec(String(parent ?? '')) ?? []
      // The caller decided already that this trace is not kept.
      if (flags !== undefined && (Number.parseInt(flags, 16) & 1) === 0) return
      if (waiting.length >= maxWaiting) {
        dropped++
        return
      }
      const endedAt = clock.now()
      waiting.push({
        traceId: traceId ?? randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
        ...(parentSpanId === undefined ? {} : { parentSpanId }),
        name: operation,
        kind: 2,
        startTimeUnixNano: nanoseconds(endedAt - milliseconds),
        endTimeUnixNano: nanoseconds(endedAt),
        attributes: [
          text('http.request.method', 'POST'),
          text('http.route', `/v1/${operation}`),
          text('showcaller.request_id', requestId),
          { key: 'http.response.status_code', value: { intValue: String(status) } },
        ],
        status: status >= 500 ? { code: 2 } : {},
      })
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

function text(key: string, value: string) {
  return { key, value: { stringValue: value } }
}

function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1000)}000`
}
