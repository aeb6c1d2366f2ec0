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
  readonly isDeed?: boolean
  /** How long a service asks to be left alone, where it does not say it with Retry-After. */
  readonly waitSeconds?: ((headers: Headers, now: number) => number | undefined) | undefined
}

export interface HttpAnswer {
  readonly status: number
  /** Parsed JSON; undefined when there was none. */
  readonly body: unknown
}

/** Why there is no answer to work with. */
export interface Trouble {
  /** The rest of a sentence that begins with the service's name. */
  readonly words: string
  /** What it says about the service. */
  readonly verdict: 'answered' | 'failed' | 'unknown'
  /** Whether another try might do better. */
  readonly isPassing: boolean
  readonly waitSeconds?: number | undefined
  readonly mayHaveHappened: boolean
  /** For the log. Made here, because errors of fetch quote headers. */
  readonly cause: Error
}

/** One request and what came back. */
export async function exchange(request: HttpRequest, clock: Clock, signal: AbortSignal): Promise<HttpAnswer | Trouble> {
  const { method, url } = request
  const isDeed = request.isDeed ?? method !== 'GET'
  const trouble = (words: string, detail: string, more: Partial<Trouble> = {}): Trouble => ({
    words,
    verdict: 'failed',
    isPassing: false,
    mayHaveHappened: isDeed,
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
      return trouble('did not answer in time', 'aborted', { verdict: isLate ? 'failed' : 'unknown' })
    }
    const code = codeOf(error)
    return trouble('could not be reached', code, { isPassing: true, mayHaveHappened: isDeed && !neverSent.has(code) })
  }

  const { status, headers } = response
  if (status === 429) {
    const waitSeconds = request.waitSeconds?.(headers, clock.now()) ?? retryAfterSeconds(headers, clock.now())
    const words = waitSeconds === undefined ? 'asks for a pause' : `asks for a pause of ${waitSeconds} s`
    const more = { verdict: 'answered', isPassing: true, waitSeconds, mayHaveHappened: false } as const
    return trouble(words, 'status 429', more)
  }
  if (status >= 500) {
    // A 503 says that nothing was done; any other may come from a go-between while the deed was done behind it.
    const mayHaveHappened = isDeed && status !== 503
    const waitSeconds = retryAfterSeconds(headers, clock.now())
    return trouble(`is in trouble (status ${status})`, `status ${status}`, {
      isPassing: true,
      waitSeconds,
      mayHaveHappened,
    })
  }
  if (status >= 300 && status < 400) return trouble('answered with a redirect', `status ${status}`)
  if (text === undefined) return trouble('answered with too much', `more than ${maxAnswerBytes} bytes`)
  const body = parse(text)
  // A page instead of JSON still refuses, but says yes to nothing.
  if (body === unreadable && response.ok) return trouble('answered with something unreadable', `status ${status}`)
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
