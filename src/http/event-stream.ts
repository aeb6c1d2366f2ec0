import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Failure } from '../contract/failures.ts'
import type { Names } from '../contract/names.ts'
import { writeSentence } from '../contract/sentence.ts'
import type { Envelope } from '../features/published-events/envelope.ts'
import type { EventHub, Subscription } from '../features/published-events/event-hub.ts'
import { gapOf } from '../features/published-events/gap.ts'
import type { OpenStreams } from '../features/published-events/open-streams.ts'
import type { Overload } from '../limits/overload.ts'
import { type EventAccess, wantedIn } from './event-access.ts'
import { asFailure } from './response.ts'
import type { RequestInfo } from './server.ts'

const heartbeatEveryMs = 15_000
/** Who reads more slowly than events happen is disconnected, reconnects and gets what it missed. */
const maxBufferedBytes = 512 * 1024
/** While a client catches up: more is sent only below this many buffered bytes. */
const catchUpBufferBytes = 64 * 1024
const roomTimeoutMs = 30_000

interface Stream {
  readonly res: ServerResponse
  subscription: Subscription | undefined
  /** The last position that the client knows. */
  knownId: string
}

export type EventStream = ReturnType<typeof createEventStream>

/** `GET /v1/events`: the events of a channel as server-sent events, for programs with a key. */
export function createEventStream(needs: {
  access: EventAccess
  hub: EventHub
  open: OpenStreams
  overload: Overload
  names: Names
  heartbeatMs?: number | undefined
}) {
  const { access, hub, open, overload, names, heartbeatMs = heartbeatEveryMs } = needs
  const streams = new Set<Stream>()
  let heartbeat: NodeJS.Timeout | undefined

  /** Keeps proxies from closing the connection. A filtered stream learns how far it is, so that it can resume. */
  function sendHeartbeats(): void {
    for (const stream of streams) {
      const id = stream.subscription?.lastId ?? stream.knownId
      const position = id === stream.knownId ? '' : `id: ${id}\n`
      stream.knownId = id
      write(stream.res, `: heartbeat\n${position}\n`)
    }
  }

  async function handle(req: IncomingMessage, res: ServerResponse, { url, address }: RequestInfo): Promise<void> {
    const refusal = overload.refusal('none')
    if (refusal !== undefined) throw refusal
    const key = await access.keyOf(req.headers.authorization, address)
    const asked = wantedIn(url.searchParams)
    const lastEventId = req.headers['last-event-id']?.toString().trim() || asked.lastEventId
    const filter = access.filterOf(key, { ...asked, lastEventId })
    open.requirePlace(key)
    if (req.method === 'HEAD' || res.destroyed) {
      res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' }).end()
      return
    }
    const stream: Stream = { res, subscription: undefined, knownId: '' }
    const remove = open.add({ key, end: (reason) => end(stream, reason) })
    streams.add(stream)
    heartbeat ??= setInterval(sendHeartbeats, heartbeatMs).unref()
    res.once('close', () => {
      stream.subscription?.leave()
      remove()
      streams.delete(stream)
      if (streams.size > 0) return
      clearInterval(heartbeat)
      heartbeat = undefined
    })
    // The end of the connection is the end of the stream. Without chunks an event is one write.
    res.removeHeader('Transfer-Encoding')
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    })
    write(res, 'retry: 2000\n\n')
    stream.subscription = hub.follow(key.channel, {
      scopes: key.scopes,
      filter,
      lastEventId,
      send(envelopes) {
        stream.knownId = envelopes.at(-1)?.id ?? stream.knownId
        write(res, bytesOf(envelopes))
      },
      sendGap(reason, id) {
        stream.knownId = id
        write(res, `id: ${id}\nevent: gap\ndata: ${JSON.stringify(gapOf(reason))}\n\n`)
      },
      onLive(id) {
        if (id === stream.knownId) return
        stream.knownId = id
        write(res, `id: ${id}\n\n`)
      },
      onFailure: (error) => end(stream, asFailure(error)),
      waitForRoom: () => waitForRoom(res),
    })
  }

  /** The client learns why: without it, a stream that ends looks like a broken connection. */
  function end({ res }: Stream, { code, sentence }: Failure): void {
    if (res.writableEnded) return
    write(res, `event: closed\ndata: ${JSON.stringify({ code, error: writeSentence(sentence, names.word) })}\n\n`)
    res.end()
  }

  return { handle }
}

function write(res: ServerResponse, data: string | Buffer): void {
  if (res.writableEnded || res.destroyed) return
  if (res.writableLength > maxBufferedBytes) res.destroy()
  else res.write(data)
}

async function waitForRoom(res: ServerResponse): Promise<boolean> {
  if (res.writableLength > catchUpBufferBytes && !res.destroyed) {
    const signal = AbortSignal.timeout(roomTimeoutMs)
    const closed = new AbortController()
    const stop = () => closed.abort()
    res.once('close', stop)
    await once(res, 'drain', { signal: AbortSignal.any([signal, closed.signal]) }).catch(() => {})
    res.off('close', stop)
    if (signal.aborted) res.destroy()
  }
  return !res.destroyed && !res.writableEnded
}

let lastSent: readonly Envelope[] = []
let lastBytes: Buffer = Buffer.alloc(0)

/** The same events go to many clients one after the other, so their bytes are written once. */
function bytesOf(envelopes: readonly Envelope[]): Buffer {
  if (envelopes !== lastSent) {
    lastSent = envelopes
    lastBytes = Buffer.from(envelopes.map(({ id, json }) => `id: ${id}\ndata: ${json}\n\n`).join(''))
  }
  return lastBytes
}
