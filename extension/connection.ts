import { type Attempt, type KeptConnection, keepConnected } from '../sdk/keep-connected.ts'
import {
  type ClipOrder,
  type ClipResult,
  aliveMs as defaultAliveMs,
  type ExtensionByeReason,
  type ToExtension,
} from '../src/capabilities/extension/contract/extension-messages.ts'
import { openAttemptSocket } from '../src/kernel/gateway/contract/attempt-socket.ts'
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
  let connection: KeptConnection | undefined
  let socket: ReturnType<typeof openAttemptSocket> | undefined
  let keepAlive: ReturnType<typeof setInterval> | undefined
  let aliveMs = defaultAliveMs
  /** A pairing that somebody asked for. It is tried once; after it the stored pairing is used. */
  let asked: { readonly server: string; readonly code: string } | undefined
  /** Results that could not be sent; they go out with the next connection. */
  const unsent: Sent[] = []
  let state: State = { status: 'starting', server: '', channel: '', error: '' }

  function update(change: Partial<State>): void {
    state = { ...state, ...change }
    onState(state)
  }

  function send(message: Sent): boolean {
    return socket?.send(message) ?? false
  }

  function sendOrKeep(message: Sent): void {
    if (!send(message)) unsent.push(message)
  }

  function drop(): void {
    clearInterval(keepAlive)
    socket = undefined
  }

  function close(): void {
    connection?.close()
    connection = undefined
    asked = undefined
    drop()
  }

  function open(): void {
    connection?.close()
    connection = keepConnected({
      firstRetryMs,
      longestRetryMs,
      silenceMs: silentIntervals * defaultAliveMs,
      connect: (attempt) => void connect(attempt),
      onLost: () => void onLost(),
    })
  }

  async function connect(attempt: Attempt): Promise<void> {
    drop()
    const pairing = await readPairing()
    const target = asked ?? pairing
    if (attempt.signal.aborted) return
    if (target === undefined) return close()
    const { server } = target
    try {
      socket = openAttemptSocket<ToExtension>(attempt, socketAddress(server), {
        async onOpen() {
          const message = await greeting(target)
          if (!attempt.signal.aborted) send(message)
        },
        onMessage: (message) => void receive(attempt, message, server),
        silenceMs: () => silentIntervals * aliveMs,
      })
    } catch {
      close()
      return update({ status: 'unpaired', server, error: messages.invalidAddress() })
    }
    update({ status: 'connecting', server })
  }

  async function greeting(target: Pairing | NonNullable<typeof asked>): Promise<Sent> {
    if ('code' in target) return { type: 'pair', code: target.code, browser, version }
    return { type: 'hello', token: target.token, version, tab: await hasTab() }
  }

  async function receive(attempt: Attempt, message: ToExtension, server: string): Promise<void> {
    if (message.type === 'paired') {
      await savePairing({ server, token: message.token, channel: message.channel })
    } else if (message.type === 'welcome') {
      attempt.established()
      aliveMs = message.aliveMs ?? defaultAliveMs
      update({ status: 'connected', channel: message.channel, error: '' })
      stayAlive()
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

  function stayAlive(): void {
    clearInterval(keepAlive)
    keepAlive = setInterval(async () => {
      send({ type: 'alive', tab: await hasTab() })
      onAlive()
    }, aliveMs)
  }

  async function onLost(): Promise<void> {
    const mine = connection
    drop()
    asked = undefined
    const isPaired = (await readPairing()) !== undefined
    if (connection !== mine) return
    const error = messages.noAnswer({ server: state.server })
    if (!isPaired) close()
    update({ status: isPaired ? 'disconnected' : 'unpaired', error })
  }

  /** Connects if this browser is paired. An alarm calls it every 30 s, in case the browser had ended the worker. */
  async function wake(): Promise<void> {
    const pairing = await readPairing()
    if (pairing === undefined) {
      if (state.status === 'starting') update({ status: 'unpaired' })
      return
    }
    if (connection !== undefined) {
      // It is waiting for its next attempt.
      if (state.status === 'disconnected') connection.reconnect()
      return
    }
    update({ channel: pairing.channel })
    open()
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
      if (server === undefined) return
      asked = { server, code }
      open()
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
