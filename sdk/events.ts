import { connections } from './connections.ts'
import { type ErrorCode, ShowcallerError } from './error.ts'
import type { Attempt, ConnectionTimings } from './keep-connected.ts'

/** How events are received and lists are read page by page. Written by hand; the types of events are derived. */

export interface EventOptions<Type extends string, Platform extends string> {
  /** Only these types. Default: every type that the key may read. */
  types?: readonly Type[] | undefined
  /** Only events of this platform. */
  platform?: Platform | undefined
  /** Continues after this event, if it is not older than 24 hours. */
  lastEventId?: string | undefined
  /** Ends the loop; it then ends without an error. */
  signal?: AbortSignal | undefined
  /** Called when events were missed, for example because the program was away for more than 24 hours. */
  onGap?: ((gap: EventGap) => void) | undefined
  /** Called when the stream is open, and when it is lost; it is then opened again. */
  onConnection?: ((isOpen: boolean) => void) | undefined
}

export interface EventGap {
  reason: 'too_old' | 'unknown_event'
  message: string
}

export interface EventEnvelope<Type extends string, Platform extends string, Data> {
  /** Sorts in the order of the channel's history. */
  id: string
  type: Type
  platform: Platform | null
  /** ISO 8601 with milliseconds. */
  created_at: string
  /** Whether it happened on the test channel, or was sent as a test. */
  is_test: boolean
  data: Data
}

export interface EventSource {
  readonly url: string
  readonly key: string | undefined
  readonly fetch: typeof fetch
}

/** The server sends something at least every 15 seconds. */
const timings: ConnectionTimings = { firstRetryMs: 250, longestRetryMs: 30_000, silenceMs: 45_000 }
/** A server that is busy may ask for a longer pause, which is made up of several. */
const longestExtraMs = 30_000

/** Reads the stream and connects again, after the last event, until the signal ends it or the key is refused. */
export async function* readEvents<E>(
  source: EventSource,
  options: EventOptions<string, string>,
): AsyncGenerator<E, void, undefined> {
  let lastEventId = options.lastEventId
  for await (const attempt of connections(timings, options.signal)) {
    try {
      const response = await openStream(source, options, lastEventId, attempt.signal)
      const refusal = response.ok ? undefined : await refusalOf(response)
      if (refusal?.isFinal) throw refusal.error
      if (refusal === undefined) {
        options.onConnection?.(true)
        for await (const message of messagesIn(response, attempt)) {
          attempt.established()
          lastEventId = message.id ?? lastEventId
          if (message.name === 'gap') options.onGap?.(JSON.parse(message.data) as EventGap)
          else if (message.name === undefined && message.data !== '') yield JSON.parse(message.data) as E
        }
      } else attempt.lost(Math.min(refusal.waitMs, longestExtraMs))
    } catch (error) {
      if (error instanceof ShowcallerError) throw error
    }
    attempt.lost()
    if (!options.signal?.aborted) options.onConnection?.(false)
  }
}

function openStream(
  { url, key, fetch: ask }: EventSource,
  { types, platform }: EventOptions<string, string>,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const address = new URL(`${url}/v1/events`)
  if (types !== undefined) address.searchParams.set('types', types.join(','))
  if (platform !== undefined) address.searchParams.set('platform', platform)
  const headers = new Headers({ Authorization: `Bearer ${key}`, Accept: 'text/event-stream' })
  if (lastEventId !== undefined) headers.set('Last-Event-ID', lastEventId)
  // The key is for this address and no other.
  return ask(address.href, { headers, signal, redirect: 'manual' })
}

/** A server that is busy or restarts is tried again; a key that may not do this is an error. */
async function refusalOf(response: Response): Promise<{ error: ShowcallerError; isFinal: boolean; waitMs: number }> {
  const { status, headers } = response
  const body = (await response.json().catch(() => ({}))) as { error?: unknown; code?: unknown }
  const code: ErrorCode = typeof body.code === 'string' ? body.code : 'not_showcaller'
  const message = typeof body.error === 'string' ? body.error : `The server answered ${status}.`
  const facts = { code, operation: 'events', status, requestId: headers.get('x-request-id') ?? undefined }
  const isFinal = status !== 429 && status < 500
  return {
    error: new ShowcallerError(message, facts),
    isFinal,
    waitMs: Number(headers.get('retry-after') ?? 0) * 1_000,
  }
}

interface Message {
  readonly id: string | undefined
  readonly name: string | undefined
  readonly data: string
}

/** Server-sent events, as the HTML standard defines them. The server may be silent while the program handles one. */
async function* messagesIn(response: Response, attempt: Attempt): AsyncGenerator<Message, void, undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) return
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    attempt.expectMessage()
    const { done, value } = await reader.read()
    attempt.expectNothing()
    if (done) return
    rest += decoder.decode(value, { stream: true })
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      yield messageOf(rest.slice(0, end))
      rest = rest.slice(end + 2)
    }
  }
}

function messageOf(block: string): Message {
  let id: string | undefined
  let name: string | undefined
  const data: string[] = []
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'id') id = value
    else if (field === 'event') name = value
    else if (field === 'data') data.push(value)
  }
  return { id, name, data: data.join('\n') }
}

/**
 * Every entry of a list that is answered in pages, one after the other.
 * @example for await (const user of paginate((page) => show.getPointsTop({ platform: 'PlatformA', ...page }), 'users'))
 */
export async function* paginate<
  Name extends string,
  Answer extends { total: number } & Readonly<Record<Name, readonly unknown[]>>,
>(
  read: (page: { limit: number; offset: number }) => Promise<Answer>,
  name: Name,
  limit = 100,
): AsyncGenerator<Answer[Name][number], void, undefined> {
  for (let offset = 0; ; ) {
    const answer = await read({ limit, offset })
    const entries = answer[name]
    for (const entry of entries) yield entry as Answer[Name][number]
    offset += entries.length
    if (entries.length === 0 || offset >= answer.total) return
  }
}
