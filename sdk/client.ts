import { type ErrorCode, type FailureFacts, type Limit, ShowcallerError } from './error.ts'
import { type EventOptions, readEvents } from './events.ts'

/** What a call needs beside its parameters. Written by hand; the methods in `showcaller.ts` are derived. */

export interface ShowcallerOptions {
  /** Where the server is, such as `http://127.0.0.1:4400`. */
  url: string
  /** An API key. Whoever has it can use it, so it stays out of web pages and repositories. */
  key: string | undefined
  /** How long a call may take in all, with its retries and the waits between them. Default 60,000. */
  timeoutMs?: number | undefined
  /** How long to wait for one answer before asking again. Default 15,000. */
  tryTimeoutMs?: number | undefined
  /** Whether to ask again when that may help. Default true. */
  retry?: boolean | undefined
  /** Another fetch, for a proxy or a test. */
  fetch?: typeof fetch | undefined
}

export interface CallOptions {
  /** Gives the call up; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** In place of the client's own. */
  timeoutMs?: number | undefined
  /** Calls with the same one within 24 hours happen once. A call that writes gets a new one unless you give yours. */
  idempotencyKey?: string | undefined
}

interface Attempt {
  readonly operation: string
  readonly idempotencyKey: string | undefined
  readonly headers: Headers
  readonly body: string
  readonly signal: AbortSignal | undefined
}

type Outcome =
  | { readonly answer: Record<string, unknown> }
  | { readonly error: ShowcallerError; readonly mayRetry: boolean }

export class Client {
  readonly #options: ShowcallerOptions
  readonly #limits = new Map<string, Limit>()

  constructor(options: ShowcallerOptions) {
    if (!options.key) throw new TypeError('key is missing. Make one in the panel and hand it in.')
    this.#options = { ...options, url: new URL(options.url).href.replace(/\/+$/, '') }
  }

  /** By operation, such as `get-points`. */
  get limits(): ReadonlyMap<string, Limit> {
    return this.#limits
  }

  protected read<T>(operation: string, input: object, options: CallOptions = {}): Promise<T> {
    return this.#call(operation, input, options)
  }

  /** A retry of a call that wrote gets the first answer, since both have the same key. */
  protected write<T>(operation: string, input: object, options: CallOptions = {}): Promise<T> {
    return this.#call(operation, input, { ...options, idempotencyKey: options.idempotencyKey ?? newKey() })
  }

  /** Continues by itself after a broken connection or a restart of the server, without missing or repeating events. */
  protected stream<E>(options: EventOptions<string, string> = {}): AsyncGenerator<E, void, undefined> {
    const { url, key, fetch: ask = fetch } = this.#options
    return readEvents<E>({ url, key, fetch: ask }, options)
  }

  async #call<T>(operation: string, input: object, options: CallOptions): Promise<T> {
    const { key, retry = true, tryTimeoutMs = 15_000 } = this.#options
    const { signal, idempotencyKey, timeoutMs = this.#options.timeoutMs ?? 60_000 } = options
    const headers = new Headers({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' })
    if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
    const attempt: Attempt = { operation, idempotencyKey, headers, body: JSON.stringify(input), signal }
    const endsAt = performance.now() + timeoutMs
    for (let tries = 1; ; tries++) {
      const outcome = await this.#try(attempt, Math.min(tryTimeoutMs, endsAt - performance.now()))
      if ('answer' in outcome) return outcome.answer as T
      const { error, mayRetry } = outcome
      const pauseMs = Math.max(backOffMs(tries), (error.retryAfterSeconds ?? 0) * 1_000)
      if (!retry || !mayRetry || performance.now() + pauseMs >= endsAt) throw error
      await pause(pauseMs, signal)
    }
  }

  async #try(attempt: Attempt, timeoutMs: number): Promise<Outcome> {
    const { url, fetch: ask = fetch } = this.#options
    const { operation, headers, body, signal } = attempt
    const cut = cutAfter(timeoutMs, signal)
    try {
      const response = await ask(`${url}/v1/${operation}`, {
        method: 'POST',
        headers,
        body,
        signal: cut.signal,
        // The key is for this address and no other.
        redirect: 'manual',
      })
      return this.#read(attempt, response, await response.text())
    } catch (cause) {
      signal?.throwIfAborted()
      const error = cut.isOver()
        ? failed(attempt, 'timed_out', `${url} did not answer within ${Math.round(timeoutMs)} ms.`, { cause })
        : failed(attempt, 'no_answer', `${url} could not be reached, or the connection broke.`, { cause })
      return { error, mayRetry: true }
    } finally {
      cut.release()
    }
  }

  #read(attempt: Attempt, { status, headers }: Response, text: string): Outcome {
    const limit = limitIn(headers)
    if (limit !== undefined) this.#limits.set(attempt.operation, limit)
    const { success, ...body } = asRecord(text)
    if (status === 200 && success === true) return { answer: body }
    const wait = /^\d+$/.exec(headers.get('retry-after') ?? '')?.[0]
    const retryAfterSeconds = wait === undefined ? undefined : Number(wait)
    const facts = { status, limit, retryAfterSeconds, body, requestId: headers.get('x-request-id') ?? undefined }
    if (typeof body.error === 'string' && typeof body.code === 'string') {
      // The server says when waiting helps. Without it a person has to do something first.
      return { error: failed(attempt, body.code, body.error, facts), mayRetry: retryAfterSeconds !== undefined }
    }
    const message = `${this.#options.url} answered ${status}, but not as Showcaller does. Is the address right?`
    return { error: failed(attempt, 'not_showcaller', message, facts), mayRetry: [429, 502, 503, 504].includes(status) }
  }
}

function failed(
  { operation, idempotencyKey }: Attempt,
  code: ErrorCode,
  message: string,
  facts: Partial<FailureFacts>,
): ShowcallerError {
  return new ShowcallerError(message, { ...facts, code, operation, idempotencyKey })
}

/** Unlike any other, which is all it has to be. Web Crypto is not everywhere: not in Node 18, not on http pages. */
function newKey(): string {
  const random = () => Math.random().toString(36).slice(2)
  return `sdk-${Date.now().toString(36)}-${random()}${random()}`
}

/** Ever longer, and not all clients at once. */
function backOffMs(tries: number): number {
  return Math.min(4_000, 250 * 2 ** (tries - 1)) * (0.5 + Math.random() / 2)
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
}

/** `AbortSignal.any` would say this in a line, but Node 18 does not have it. */
function cutAfter(ms: number, signal: AbortSignal | undefined) {
  const controller = new AbortController()
  let over = false
  const abort = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => {
    over = true
    controller.abort()
  }, ms)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  return {
    signal: controller.signal,
    isOver: () => over,
    release() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

/** `"get-points";q=120;w=60` and `"get-points";r=119;t=60`. */
function limitIn(headers: Headers): Limit | undefined {
  const limit = /;q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1]
  const [, remaining, reset] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined
  return { limit: Number(limit), remaining: Number(remaining), resetSeconds: Number(reset) }
}

function asRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
