import { type Attempt, keepConnected } from '../sdk/keep-connected.ts'
import { type DeckView, deckViewPath } from '../src/capabilities/decks/contract/deck-view.ts'
import type { DeckCall } from '../src/capabilities/decks/contract/decks.ts'
import { messages } from '../src/capabilities/decks/contract/page-texts.ts'
import { openAttemptSocket } from '../src/kernel/gateway/contract/attempt-socket.ts'
import { failureText } from './language.ts'

/** `refused`: the link no longer works; only another link helps. */
export type ConnectionState = 'connecting' | 'connected' | 'away' | 'refused'

/** Why a call did not work, in a sentence for the person. */
export class CallError extends Error {
  /** How long to wait before it can work. */
  readonly retrySeconds: number
  constructor(message: string, retrySeconds = 0) {
    super(message)
    this.retrySeconds = retrySeconds
  }
}

interface PendingCall {
  readonly request: object
  /** Sent again on the next connection: the server does it once, by its idempotency key. */
  readonly isRepeatable: boolean
  resolve(body: Readonly<Record<string, unknown>>): void
  reject(error: CallError): void
}

const socketPath = '/v1/events/socket'
const firstRetryMs = 250
const longestRetryMs = 10_000
const requestTimeoutMs = 8_000
/** The server sends a heartbeat every 20 s. */
const silenceMs = 45_000
/** A page that wakes up cannot know whether its connection survived: this silent, it opens another one at once. */
const staleMs = 21_000
/** A press that got no answer is forgotten, so that it never happens long after the finger. */
const callTimeoutMs = 10_000

/** Stays connected to the server until the link is refused, whatever happens to the network or the device. */
export function openConnection(options: {
  readonly token: string
  onState(state: ConnectionState, message: string): void
  onView(view: DeckView): void
  /** All states have to be read: the connection is new, or events were missed. */
  onReady(): void
  onEvent(type: string): void
}) {
  const { token, onState, onView, onReady, onEvent } = options
  const pending = new Map<number, PendingCall>()
  let socket: ReturnType<typeof openAttemptSocket> | undefined
  let isReady = false
  let lastId = 0
  let lastEventId: string | undefined

  async function open(attempt: Attempt): Promise<void> {
    drop()
    onState('connecting', '')
    attempt.expectMessage(requestTimeoutMs)
    try {
      const view = await fetchView(attempt.signal)
      if (attempt.signal.aborted) return
      if (view === undefined) refuse()
      else openSocket(attempt, view)
    } catch {
      attempt.lost()
    }
  }

  /** Undefined: the link is refused. */
  async function fetchView(signal: AbortSignal): Promise<DeckView | undefined> {
    const headers = { Authorization: `Bearer ${token}` }
    const response = await fetch(deckViewPath, { headers, cache: 'no-store', signal })
    if (response.ok) return (await response.json()) as DeckView
    if (![401, 403, 404].includes(response.status)) throw new Error(`status ${response.status}`)
    return undefined
  }

  function openSocket(attempt: Attempt, view: DeckView): void {
    onView(view)
    attempt.expectMessage(requestTimeoutMs)
    const url = Object.assign(new URL(socketPath, location.href), { protocol: socketProtocol() })
    const opened = openAttemptSocket<Readonly<Record<string, unknown>>>(attempt, url, {
      onOpen() {
        const continued = lastEventId === undefined ? {} : { last_event_id: lastEventId }
        opened.send({ key: token, types: view.event_types, ...continued })
      },
      onMessage: (message) => receive(attempt, message),
    })
    socket = opened
  }

  function receive(attempt: Attempt, message: Readonly<Record<string, unknown>>): void {
    if (typeof message.status === 'number') finishCall(message)
    else if (message.type === 'closed') onServerClosed(String(message.code))
    else if (message.type === 'ready') {
      attempt.established()
      begin(String(message.last_event_id))
    } else if (message.type === 'heartbeat') lastEventId = String(message.last_event_id)
    else if (message.type === 'gap') onReady()
    else {
      lastEventId = String(message.id)
      onEvent(String(message.type))
    }
  }

  function begin(eventId: string): void {
    isReady = true
    lastEventId = eventId
    onState('connected', '')
    for (const { request } of pending.values()) socket?.send(request)
    onReady()
  }

  function onServerClosed(code: string): void {
    if (['revoked_key', 'expired_key', 'invalid_key'].includes(code)) refuse()
    // The deck was changed: its new buttons are there at once.
    else if (code === 'key_changed') connection.reconnect()
  }

  function refuse(): void {
    connection.close()
    drop()
    for (const call of pending.values()) call.reject(new CallError(messages.notConnected()))
    pending.clear()
    onState('refused', messages.refusedHelp())
  }

  function drop(): void {
    socket = undefined
    isReady = false
    for (const [id, call] of pending) {
      if (call.isRepeatable) continue
      pending.delete(id)
      call.reject(new CallError(messages.notConnected()))
    }
  }

  function finishCall({ id, status, headers, body }: Readonly<Record<string, unknown>>): void {
    const call = pending.get(Number(id))
    if (call === undefined) return
    pending.delete(Number(id))
    const answer = body as Readonly<Record<string, unknown>>
    if (status === 200) call.resolve(answer)
    else {
      const wait = (headers as Readonly<Record<string, string>> | undefined)?.['Retry-After']
      call.reject(new CallError(failureText(answer.code, String(answer.error)), Number(wait ?? 0)))
    }
  }

  function send(call: DeckCall, isRepeatable: boolean): Promise<Readonly<Record<string, unknown>>> {
    if (!isReady) return Promise.reject(new CallError(messages.notConnected()))
    const id = ++lastId
    return new Promise((resolve, reject) => {
      const request = { id, ...call, ...(isRepeatable ? { idempotency_key: randomName() } : {}) }
      pending.set(id, { request, isRepeatable, resolve, reject })
      setTimeout(() => {
        if (pending.delete(id)) reject(new CallError(messages.noAnswer()))
      }, callTimeoutMs)
      socket?.send(request)
    })
  }

  const connection = keepConnected({
    firstRetryMs,
    longestRetryMs,
    silenceMs,
    staleMs,
    connect: (attempt) => void open(attempt),
    onLost() {
      drop()
      onState('away', messages.awayHelp())
    },
  })

  return {
    /** Does something, once, also if the connection breaks before the answer. */
    press: (call: DeckCall) => send(call, true),
    read: (call: DeckCall) => send(call, false),

    close(): void {
      connection.close()
      drop()
    },
  }
}

export type Connection = ReturnType<typeof openConnection>

/** Not `randomUUID`, which pages without https do not have. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function socketProtocol(): string {
  return location.protocol === 'https:' ? 'wss:' : 'ws:'
}
