import type { Clock } from '../ambient.ts'
import type { Service } from './services.ts'

const maxAnswerBytes = 2 * 1024 * 1024

export interface HttpRequest {
  readonly service: Service
  /** Whose call it is, so that one account's trouble is not another's. */
  readonly account: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  /** Whether a repeat would be noticed, which is so for everything but reading unless it is said here. */
  readonly hasSideEffects?: boolean
  /** How long a service asks to be left alone, where it does not say it with Retry-After. */
  readonly waitSeconds?: ((headers: Headers, now: number) => number | undefined) | undefined
}

export interface HttpAnswer {
  readonly status: number
  /** Parsed JSON; undefined when there was none. */
  readonly body: unknown
}

/** Why there is no answer to work with. */
export interface CallError {
  /** The rest of a sentence that begins with the service's name. */
  readonly description: string
  /** What it says about the service. */
  readonly verdict: 'answered' | 'failed' | 'unknown'
  /** Whether another try might do better. */
  readonly isTemporary: boolean
  readonly waitSeconds?: number | undefined
  readonly mayHaveHappened: boolean
  /** For the log. Made here, because errors of fetch quote headers. */
  readonly cause: Error
}

/** One request and what came back. */
export async function exchange(
  request: HttpRequest,
  clock: Clock,
  signal: AbortSignal,
): Promise<HttpAnswer | CallError> {
  const { method, url } = request
  const hasSideEffects = request.hasSideEffects ?? method !== 'GET'
  const callError = (description: string, detail: string, more: Partial<CallError> = {}): CallError => ({
    description,
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
    text = await readText(response)
  } catch (error) {
    if (signal.aborted) {
      const isLate = (signal.reason as Error | undefined)?.name === 'TimeoutError'
      return callError('did not answer in time', 'aborted', { verdict: isLate ? 'failed' : 'unknown' })
    }
    const code = codeOf(error)
    return callError('could not be reached', code, {
      isTemporary: true,
      mayHaveHappened: hasSideEffects && !neverSent.has(code),
    })
  }

  const { status, headers } = response
  if (status === 429) {
    const waitSeconds = request.waitSeconds?.(headers, clock.now()) ?? retryAfterSeconds(headers, clock.now())
    const description = waitSeconds === undefined ? 'asks for a pause' : `asks for a pause of ${waitSeconds} s`
    const more = { verdict: 'answered', isTemporary: true, waitSeconds, mayHaveHappened: false } as const
    return callError(description, 'status 429', more)
  }
  if (status >= 500) {
    // A 503 says that nothing was done; any other may come from a go-between while the deed was done behind it.
    const mayHaveHappened = hasSideEffects && status !== 503
    const waitSeconds = retryAfterSeconds(headers, clock.now())
    return callError(`is in trouble (status ${status})`, `status ${status}`, {
      isTemporary: true,
      waitSeconds,
      mayHaveHappened,
    })
  }
  if (status >= 300 && status < 400) return callError('answered with a redirect', `status ${status}`)
  if (text === undefined) return callError('answered with too much', `more than ${maxAnswerBytes} bytes`)
  const body = parse(text)
  // A page instead of JSON still refuses, but says yes to nothing.
  if (body === unreadable && response.ok) return callError('answered with something unreadable', `status ${status}`)
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

/** Undefined when it is more than anyone has to say. */
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

/** With these no connection was made, so that nothing can have happened. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function codeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: unknown }
  const code = cause?.code ?? name
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : 'unknown'
}
