import type { Socket } from 'node:net'
import { waitForRoom, writeBounded } from '../../kernel/bounded-write.ts'
import { asFailure } from '../../kernel/http/response.ts'
import { maxBufferedBytes } from '../../kernel/http/sse.ts'
import type { Failure } from '../../kernel/operation/contract/failures.ts'
import { english } from '../../kernel/text/message.ts'
import type { Names } from '../../registry/names.ts'
import type { Key } from '../keys/keys.ts'
import type { Envelope } from './envelope.ts'
import type { EventFilter } from './event-filter.ts'
import type { EventSubscription } from './event-hub.ts'
import { type EventReader, readerOf } from './event-reader.ts'
import type { EventReceiver, GapReason } from './event-room.ts'
import { gapOf } from './gap.ts'
import type { OpenStream } from './open-streams.ts'

/** Who has not read the reason for the end by then is disconnected. */
const endTimeoutMs = 2_000

/** A program on `GET /v1/events`. Thousands are connected for hours, so it has methods instead of functions of its own. */
export class StreamClient implements EventReceiver, OpenStream {
  readonly key: Key
  readonly filter: EventFilter
  readonly lastEventId: string | undefined
  subscription: EventSubscription | undefined = undefined
  readonly #socket: Socket
  readonly #names: Names
  /** The last position that the client knows. */
  #knownId = ''

  constructor(
    socket: Socket,
    { key, filter, lastEventId, names }: Pick<StreamClient, 'key' | 'filter' | 'lastEventId'> & { names: Names },
  ) {
    this.#socket = socket
    this.#names = names
    this.key = key
    this.filter = filter
    this.lastEventId = lastEventId
  }

  get reader(): EventReader {
    return readerOf(this.key)
  }

  send(envelopes: readonly Envelope[]): void {
    this.#knownId = envelopes.at(-1)?.id ?? this.#knownId
    const { data, encoding } = framesOf(envelopes)
    this.#write(data, encoding)
  }

  sendGap(reason: GapReason, id: string): void {
    this.#knownId = id
    this.#write(`id: ${id}\nevent: gap\ndata: ${JSON.stringify(gapOf(reason))}\n\n`)
  }

  onLive(id: string): void {
    if (id === this.#knownId) return
    this.#knownId = id
    this.#write(`id: ${id}\n\n`)
  }

  /** Keeps proxies from closing the connection. A filtered stream learns how far it is, so that it can resume. */
  sendHeartbeat(): void {
    const id = this.subscription?.lastId ?? this.#knownId
    const position = id === this.#knownId ? '' : `id: ${id}\n`
    this.#knownId = id
    this.#write(`: heartbeat\n${position}\n`)
  }

  onFailure(error: unknown): void {
    this.end(asFailure(error))
  }

  /** The client learns why: without it, a stream that ends looks like a broken connection. */
  end({ code, text }: Failure): void {
    const socket = this.#socket
    if (!socket.writable) return
    const reason = { code, error: text.write(english, this.#names.word) }
    this.#write(`event: closed\ndata: ${JSON.stringify(reason)}\n\n`)
    socket.destroySoon()
    setTimeout(() => socket.destroy(), endTimeoutMs).unref()
  }

  waitForRoom(): Promise<boolean> {
    return waitForRoom(this.#socket)
  }

  #write(data: string | Buffer, encoding?: 'latin1' | 'utf8'): void {
    writeBounded(this.#socket, data, maxBufferedBytes, encoding)
  }
}

interface Frames {
  readonly data: string | Buffer
  readonly encoding: 'latin1' | 'utf8'
}

let lastSent: readonly Envelope[] = []
let lastFrames: Frames = { data: '', encoding: 'latin1' }

/**
 * The same events go to many clients one after the other, so their bytes are written once. For the first client they stay
 * a text, because most channels have one: Node copies it to the socket without a buffer in between.
 */
function framesOf(envelopes: readonly Envelope[]): Frames {
  const { data, encoding } = lastFrames
  if (envelopes !== lastSent) {
    lastSent = envelopes
    let text = ''
    for (const { id, json } of envelopes) text += `id: ${id}\ndata: ${json}\n\n`
    // As long in bytes as in characters, it is ASCII, which is copied as it is.
    lastFrames = { data: text, encoding: Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8' }
  } else if (typeof data === 'string') lastFrames = { data: Buffer.from(data, encoding), encoding }
  return lastFrames
}
