import type { Clock } from '../../kernel/ambient.ts'
import type { Text } from '../../kernel/text/message.ts'
import { platformMessages } from '../messages.ts'
import { type Service, serviceTitles } from '../services/services.ts'

const maxAnswerBytes = 2 * 1024 * 1024

export interface HttpRequest {
  readonly service: Service
  /** The account that makes the call. Each account has its own circuit breaker. */
  readonly account: string
  /** For a call with a circuit breaker of its own, whose failures do not stop the account's other calls. */
  readonly circuit?: string | undefined
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  /** Whether the call changes something. Default: true for every method except GET. */
  readonly hasSideEffects?: boolean
  /** The status says everything: the body of a success is never parsed. That of a refusal is, for its reason. */
  readonly ignoresBody?: boolean
  /** Reads the rate-limit wait from the headers, for a service that does not send Retry-After. */
  readonly waitSeconds?: ((headers: Headers, now: number) => number | undefined) | undefined
}

export interface HttpAnswer {
  readonly status: number
  /** Parsed JSON; undefined for an empty body, and for one that the request ignores. */
  readonly body: unknown
}

/** Why a call has no usable answer. */
export interface CallError {
  readonly message: Text
  /** The outcome for the circuit breaker. */
  readonly verdict: 'answered' | 'failed' | 'unknown'
  /** Whether a retry may succeed. */
  readonly isTemporary: boolean
  readonly waitSeconds?: number | undefined
  readonly mayHaveHappened: boolean
  /** The status of the answer, if there was one. */
  readonly serviceStatus?: number
  /** For the log. A new error, because errors of `fetch` may quote headers. */
  readonly cause: Error
}

/** Sends one request and reads its answer. */
export async function exchange(
  request: HttpRequest,
  clock: Clock,
  signal: AbortSignal,
): Promise<HttpAnswer | CallError> {
  const { method, url } = request
  const service = serviceTitles[request.service]
  const hasSideEffects = request.hasSideEffects ?? method !== 'GET'
  const callError = (message: Text, detail: string, more: Partial<CallError> = {}): CallError => ({
    message,
    verdict: 'failed',
    isTemporary: false,
    mayHaveHappened: hasSideEffects,
    cause: new Error(`${method} ${url.origin}${url.pathname}: ${detail}`),
    ...more,
  })

  let response: Response
  let text: string | undefined
  try {
    response = await fetch(url, { method, ...contentOf(request), redirect: 'manual', signal })
    if (request.ignoresBody === true && response.ok) {
      // The rest is read without anybody waiting for it, so that the connection can be used again.
      void readText(response).catch(() => undefined)
      return { status: response.status, body: undefined }
    }
    text = await readText(response)
  } catch (error) {
    if (signal.aborted) {
      const isLate = (signal.reason as Error | undefined)?.name === 'TimeoutError'
      return callError(platformMessages.timedOut.of({ service }), 'aborted', { verdict: isLate ? 'failed' : 'unknown' })
    }
    const code = codeOf(error)
    return callError(platformMessages.unreachable.of({ service }), code, {
      isTemporary: true,
      mayHaveHappened: hasSideEffects && !neverSent.has(code),
    })
  }

  const { status, headers } = response
  if (status === 429) {
    const waitSeconds = request.waitSeconds?.(headers, clock.now()) ?? retryAfterSeconds(headers, clock.now())
    const message =
      waitSeconds === undefined
        ? platformMessages.rateLimited.of({ service })
        : platformMessages.rateLimitedFor.of({ service, seconds: waitSeconds })
    const more = {
      verdict: 'answered',
      isTemporary: true,
      waitSeconds,
      mayHaveHappened: false,
      serviceStatus: status,
    } as const
    return callError(message, 'status 429', more)
  }
  if (status >= 500) {
    // A 503 means that nothing was done. Another status may come from a proxy after the service did the work.
    const mayHaveHappened = hasSideEffects && status !== 503
    const waitSeconds = retryAfterSeconds(headers, clock.now())
    return callError(platformMessages.serverError.of({ service, status }), `status ${status}`, {
      isTemporary: true,
      waitSeconds,
      mayHaveHappened,
      serviceStatus: status,
    })
  }
  if (status >= 300 && status < 400) return callError(platformMessages.redirected.of({ service }), `status ${status}`)
  if (text === undefined)
    return callError(platformMessages.answerTooLarge.of({ service }), `more than ${maxAnswerBytes} bytes`)
  const body = parse(text)
  // An error status is valid without JSON; a success status is not.
  if (body === unreadable && response.ok)
    return callError(platformMessages.answerUnreadable.of({ service }), `status ${status}`)
  return { status, body: body === unreadable ? undefined : body }
}

function contentOf({ headers, json, form }: HttpRequest): { headers: Record<string, string>; body?: string } {
  const all = { Accept: 'application/json', 'User-Agent': 'showcaller', ...headers }
  if (json !== undefined) {
    return { headers: { ...all, 'Content-Type': 'application/json' }, body: JSON.stringify(json) }
  }
  if (form === undefined) return { headers: all }
  const type = 'application/x-www-form-urlencoded'
  return { headers: { ...all, 'Content-Type': type }, body: new URLSearchParams(form).toString() }
}

/** Undefined if the body is larger than `maxAnswerBytes`. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxAnswerBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const unreadable = Symbol('unreadable')

function parse(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}

function retryAfterSeconds(headers: Headers, now: number): number | undefined {
  const given = headers.get('retry-after')
  if (given === null) return undefined
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** Error codes of a connection that was never established: the request was not sent. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function codeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: unknown }
  const code = cause?.code ?? name
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'unknown'
}
