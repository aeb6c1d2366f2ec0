import { type DeckView, deckViewPath } from '../src/capabilities/decks/contract/deck-view.ts'
import type { DeckCall } from '../src/capabilities/decks/contract/decks.ts'
import { failureText } from './language.ts'
import { messages } from './messages.ts'

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
  readonly text: string
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
  let socket: WebSocket | undefined
  let isReady = false
  let isClosed = false
  let isOpening = false
  let failures = 0
  let lastId = 0
  let lastEventId: string | undefined
  let lastMessageAt = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  async function open(): Promise<void> {
    clearTimeout(retry)
    if (isClosed || isOpening) return
    isOpening = true
    drop()
    onState('connecting', '')
    try {
      const view = await fetchView()
      if (view !== undefined && !isClosed) openSocket(view)
    } catch {
      reconnectLater()
    } finally {
      isOpening = false
    }
  }

  /** Undefined: the link is refused. */
  async function fetchView(): Promise<DeckView | undefined> {
    const response = await fetch(deckViewPath, {
      headers: { Authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    if (response.ok) return (await response.json()) as DeckView
    if (![401, 403, 404].includes(response.status)) throw new Error(`status ${response.status}`)
    refuse()
    return undefined
  }

  function openSocket(view: DeckView): void {
    onView(view)
    const current = new WebSocket(Object.assign(new URL(socketPath, location.href), { protocol: socketProtocol() }))
    socket = current
    expectMessage(requestTimeoutMs)
    current.onopen = () =>
      current.send(
        JSON.stringify({
          key: token,
          types: view.event_types,
          ...(lastEventId === undefined ? {} : { last_event_id: lastEventId }),
        }),
      )
    current.onmessage = ({ data }) => {
      if (socket === current) receive(JSON.parse(String(data)) as Readonly<Record<string, unknown>>)
    }
    current.onclose = () => {
      if (socket === current) reconnectLater()
    }
  }

  function receive(message: Readonly<Record<string, unknown>>): void {
    lastMessageAt = Date.now()
    expectMessage(silenceMs)
    if (typeof message.status === 'number') finishCall(message)
    else if (message.type === 'closed') onServerClosed(String(message.code))
    else if (message.type === 'ready') begin(String(message.last_event_id))
    else if (message.type === 'heartbeat') lastEventId = String(message.last_event_id)
    else if (message.type === 'gap') onReady()
    else {
      lastEventId = String(message.id)
      onEvent(String(message.type))
    }
  }

  function begin(eventId: string): void {
    isReady = true
    failures = 0
    lastEventId = eventId
    onState('connected', '')
    for (const { text } of pending.values()) socket?.send(text)
    onReady()
  }

  function onServerClosed(code: string): void {
    if (['revoked_key', 'expired_key', 'invalid_key'].includes(code)) refuse()
    // The deck was changed: its new buttons are there at once.
    else if (code === 'key_changed') {
      drop()
      void open()
    }
  }

  function refuse(): void {
    isClosed = true
    drop()
    for (const call of pending.values()) call.reject(new CallError(messages.notConnected()))
    pending.clear()
    onState('refused', messages.refusedHelp())
  }

  function drop(): void {
    const old = socket
    socket = undefined
    isReady = false
    clearTimeout(silence)
    clearTimeout(retry)
    old?.close()
    for (const [id, call] of pending) {
      if (call.isRepeatable) continue
      pending.delete(id)
      call.reject(new CallError(messages.notConnected()))
    }
  }

  function reconnectLater(): void {
    drop()
    if (isClosed) return
    onState('away', messages.awayHelp())
    const backOffMs = Math.min(firstRetryMs * 2 ** failures++, longestRetryMs)
    retry = setTimeout(() => void open(), backOffMs * (0.5 + Math.random() / 2))
  }

  /** A connection that died without a word is noticed by its silence. */
  function expectMessage(withinMs: number): void {
    clearTimeout(silence)
    silence = setTimeout(reconnectLater, withinMs)
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
      const text = JSON.stringify({ id, ...call, ...(isRepeatable ? { idempotency_key: randomName() } : {}) })
      pending.set(id, { text, isRepeatable, resolve, reject })
      setTimeout(() => {
        if (pending.delete(id)) reject(new CallError(messages.noAnswer()))
      }, callTimeoutMs)
      socket?.send(text)
    })
  }

  /** The device woke up, or has a network again. */
  function wake(): void {
    if (isClosed || document.visibilityState === 'hidden') return
    if (isReady && Date.now() - lastMessageAt < staleMs) return
    if (isReady) reconnectLater()
    failures = 0
    void open()
  }

  document.addEventListener('visibilitychange', wake)
  window.addEventListener('pageshow', wake)
  window.addEventListener('online', wake)
  void open()

  return {
    /** Does something, once, also if the connection breaks before the answer. */
    press: (call: DeckCall) => send(call, true),
    read: (call: DeckCall) => send(call, false),

    close(): void {
      isClosed = true
      drop()
      document.removeEventListener('visibilitychange', wake)
      window.removeEventListener('pageshow', wake)
      window.removeEventListener('online', wake)
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
