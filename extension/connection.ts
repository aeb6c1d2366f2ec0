import {
  type ClipOrder,
  type ClipResult,
  aliveMs as defaultAliveMs,
  type ExtensionByeReason,
  type ToExtension,
} from '../src/capabilities/extension/contract/extension-messages.ts'
import { messages } from './messages.ts'
import type { MirrorMessage } from './mirror.ts'

/**
 * The connection to the server. A browser ends a worker that is idle for 30 s, so the extension sends a message every
 * 20 s. A lost connection is opened again for as long as the browser runs, with growing pauses.
 */

const firstRetryMs = 1_000
const longestRetryMs = 30_000
/** A connection without a message for this many intervals is considered dead. */
const silentIntervals = 2.5

export type Status = 'starting' | 'unpaired' | 'connecting' | 'disconnected' | 'connected'

export interface State {
  readonly status: Status
  readonly server: string
  /** Empty while this browser is not paired. */
  readonly channel: string
  /** A sentence for the popup; empty when there is nothing to report. */
  readonly error: string
}

export interface Pairing {
  readonly server: string
  readonly token: string
  readonly channel: string
}

/** What the extension sends; the result of a clip stands beside the id of its order. */
type Sent =
  | { readonly type: 'pair'; readonly code: string; readonly browser: string; readonly version: string }
  | { readonly type: 'hello'; readonly token: string; readonly version: string; readonly tab: boolean }
  | { readonly type: 'alive'; readonly tab: boolean }
  | ({ readonly type: 'clip-result'; readonly id: string } & ClipResult)
  | MirrorMessage
  | { readonly type: 'unpair' }

/** Reasons that end the pairing, since connecting again would be refused too. */
const finalReasons: Partial<Readonly<Record<ExtensionByeReason, () => string>>> = {
  unpaired: messages.wasUnpaired,
  invalid_token: messages.unknownBrowser,
}
const refusals: Partial<Readonly<Record<ExtensionByeReason, () => string>>> = {
  invalid_code: messages.invalidCode,
  too_many_tries: messages.tooManyTries,
  too_many_browsers: messages.tooManyBrowsers,
}

export function createConnection(needs: {
  readonly version: string
  readonly browser: string
  readonly readPairing: () => Promise<Pairing | undefined>
  readonly savePairing: (pairing: Pairing | undefined) => Promise<void>
  readonly hasTab: () => Promise<boolean>
  readonly createClip: (order: ClipOrder) => Promise<ClipResult>
  /** Whose page to mirror; null for none. */
  readonly onMirror: (channel: string | null) => void
  /** Called with every sign of life. */
  readonly onAlive: () => void
  readonly onState: (state: State) => void
}) {
  const { readPairing, savePairing, hasTab, createClip, onMirror, onAlive, version, browser, onState } = needs
  let socket: WebSocket | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let keepAlive: ReturnType<typeof setInterval> | undefined
  let failedAttempts = 0
  let lastMessageAt = 0
  /** Results that could not be sent; they go out with the next connection. */
  const unsent: Sent[] = []
  let state: State = { status: 'starting', server: '', channel: '', error: '' }

  function update(change: Partial<State>): void {
    state = { ...state, ...change }
    onState(state)
  }

  function send(message: Sent): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(message))
    return true
  }

  function sendOrKeep(message: Sent): void {
    if (!send(message)) unsent.push(message)
  }

  function close(): void {
    clearTimeout(retry)
    clearInterval(keepAlive)
    retry = undefined
    const old = socket
    socket = undefined
    old?.close()
  }

  function open(server: string, firstMessage: () => Promise<Sent>): void {
    close()
    let opened: WebSocket
    try {
      opened = new WebSocket(socketAddress(server))
    } catch {
      update({ status: 'unpaired', server, error: messages.invalidAddress() })
      return
    }
    socket = opened
    update({ status: 'connecting', server })
    opened.onopen = async () => {
      const message = await firstMessage()
      if (socket === opened) send(message)
    }
    opened.onmessage = ({ data }) => {
      if (socket === opened) void receive(JSON.parse(data), server)
    }
    opened.onclose = () => {
      if (socket === opened) void reconnectLater(server)
    }
  }

  async function receive(message: ToExtension, server: string): Promise<void> {
    lastMessageAt = Date.now()
    if (message.type === 'paired') {
      await savePairing({ server, token: message.token, channel: message.channel })
    } else if (message.type === 'welcome') {
      failedAttempts = 0
      update({ status: 'connected', channel: message.channel, error: '' })
      stayAlive(message.aliveMs ?? defaultAliveMs)
      for (const result of unsent.splice(0)) sendOrKeep(result)
    } else if (message.type === 'clip') {
      const result = await createClip(message)
      sendOrKeep({ type: 'clip-result', id: message.id, ...result })
    } else if (message.type === 'mirror') {
      onMirror(message.channel)
    } else if (message.type === 'bye') {
      await leave(message.reason)
    }
  }

  async function leave(reason: ExtensionByeReason): Promise<void> {
    const final = finalReasons[reason]
    const refusal = refusals[reason]
    if (final !== undefined) {
      close()
      await savePairing(undefined)
      onMirror(null)
      update({ status: 'unpaired', channel: '', error: final() })
    } else if (refusal !== undefined) {
      close()
      update({ status: 'unpaired', error: refusal() })
    } else if (reason === 'replaced') {
      close()
      update({ status: 'disconnected', error: messages.replaced() })
    }
  }

  function stayAlive(aliveMs: number): void {
    clearInterval(keepAlive)
    keepAlive = setInterval(async () => {
      if (Date.now() - lastMessageAt > silentIntervals * aliveMs) return socket?.close()
      send({ type: 'alive', tab: await hasTab() })
      onAlive()
    }, aliveMs)
  }

  async function reconnectLater(server: string): Promise<void> {
    close()
    const isPaired = (await readPairing()) !== undefined
    const error = messages.noAnswer({ server })
    if (!isPaired) return update({ status: 'unpaired', error })
    update({ status: 'disconnected', error })
    const waitMs = Math.min(firstRetryMs * 2 ** failedAttempts++, longestRetryMs) * (0.75 + Math.random() / 2)
    clearTimeout(retry)
    retry = setTimeout(wake, waitMs)
  }

  /** Connects if this browser is paired. An alarm calls it every 30 s, in case the browser had ended the worker. */
  async function wake(): Promise<void> {
    const pairing = await readPairing()
    if (pairing === undefined) {
      if (state.status === 'starting') update({ status: 'unpaired' })
      return
    }
    if (socket !== undefined) return
    update({ channel: pairing.channel })
    const { server, token } = pairing
    open(server, async () => ({ type: 'hello', token, version, tab: await hasTab() }))
  }

  return {
    wake,
    /** False while there is no connection. */
    send: (message: MirrorMessage): boolean => state.status === 'connected' && send(message),
    get state() {
      return state
    },

    pair(address: string, code: string): void {
      const server = serverAddress(address)
      update({ error: server === undefined ? messages.invalidAddress() : '' })
      if (server !== undefined) open(server, async () => ({ type: 'pair', code, browser, version }))
    },

    async unpair(): Promise<void> {
      send({ type: 'unpair' })
      close()
      await savePairing(undefined)
      onMirror(null)
      update({ status: 'unpaired', channel: '', error: '' })
    },
  }
}

/** What a person types, as an address: `localhost:4400` and any link into the panel are both fine. */
export function serverAddress(typed: string): string | undefined {
  const text = typed.trim()
  const isLocal = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[|[^/.]+(:|\/|$)|[^/]+\.local(:|\/|$))/i
  const whole = /^https?:\/\//i.test(text) ? text : `${isLocal.test(text) ? 'http' : 'https'}://${text}`
  if (text === '') return undefined
  try {
    return new URL(whole).origin
  } catch {
    return undefined
  }
}

function socketAddress(server: string): string {
  return `${server.replace(/^http/, 'ws')}/extension/socket`
}
