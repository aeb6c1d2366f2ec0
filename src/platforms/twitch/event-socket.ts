import { type RawData, WebSocket } from 'ws'
import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import type { Text } from '../../kernel/text/message.ts'
import { createConnection, type Ending, endingOf } from '../calls/connection.ts'
import { type Frame, readFrame, sessionAddress } from './events.external.ts'
import { twitchMessages } from './messages.ts'

const welcomeMs = 10_000
const closingMs = 5_000
/** Tolerance on top of the announced keepalive interval. */
const leniency = 1.2
const timings = { firstRetryMs: 1_000, longestRetryMs: 60_000 }
const maxFrameBytes = 1024 * 1024

interface Link {
  readonly socket: WebSocket
  silenceMs: number
  watchdog: NodeJS.Timeout | undefined
}

/** What Twitch accepted. */
export interface Subscribed {
  readonly state: 'connected' | 'limited' | 'missing_permission'
  readonly message: Text
  readonly missing: readonly string[]
}

/**
 * One EventSub session across several WebSocket connections. When Twitch asks to reconnect, the old connection stays open
 * until the new one is welcomed, so that no event is missed. A lost connection is reopened with exponential backoff.
 */
export function openEventSocket(needs: {
  clock: Clock
  address: string
  log: Log
  /** Subscribes to all topics. Throws if none was accepted, to retry later. */
  subscribe: (sessionId: string) => Promise<Subscribed>
  /** The session, with its subscriptions, goes on over another connection. */
  onMoved: (sessionId: string) => void
  onFrame: (frame: Extract<Frame, { kind: 'report' | 'revoked' }>) => void
  onStatus: (status: ConnectionStatus) => void
}): () => void {
  const { clock, address, log, subscribe, onMoved, onFrame, onStatus } = needs
  const connection = createConnection({ clock, timings, report: onStatus, connect: start })
  let current: Link | undefined
  let next: Link | undefined
  /** Connections that were replaced and are being closed; what was sent on them before still counts. */
  const closing = new Set<Link>()
  let isClosed = false
  /** Why Twitch refused the subscriptions of the connection that is ending. */
  let refusal: Ending | undefined

  function open(to: string): Link {
    const link: Link = {
      socket: new WebSocket(to, { maxPayload: maxFrameBytes }),
      silenceMs: welcomeMs,
      watchdog: undefined,
    }
    watch(link)
    link.socket.on('message', (data) => receive(link, data))
    link.socket.on('close', () => lost(link))
    // The `close` event that follows handles the error.
    link.socket.on('error', (error) =>
      log.info('error on the EventSub connection of Twitch', { reason: error.message }),
    )
    return link
  }

  /** Treats silence as a lost connection. */
  function watch(link: Link): void {
    clearTimeout(link.watchdog)
    link.watchdog = setTimeout(() => link.socket.terminate(), link.silenceMs)
    link.watchdog.unref()
  }

  function drop(link: Link | undefined): void {
    clearTimeout(link?.watchdog)
    link?.socket.terminate()
  }

  /**
   * Closes a connection that was replaced. With the closing handshake instead of at once: events that Twitch sent on it
   * before the move may still be on their way.
   */
  function retire(link: Link): void {
    clearTimeout(link.watchdog)
    closing.add(link)
    link.socket.close(1000)
    link.watchdog = setTimeout(() => link.socket.terminate(), closingMs)
    link.watchdog.unref()
  }

  function receive(link: Link, data: RawData): void {
    if (link !== current && link !== next && !closing.has(link)) return
    if (!closing.has(link)) watch(link)
    let frame: Frame
    try {
      frame = readFrame(String(data))
    } catch (error) {
      log.warn('Twitch sent an event that cannot be read', { error })
      return
    }
    if (frame.kind === 'welcome') welcome(link, frame)
    else if (frame.kind === 'move' && closing.has(link)) return
    else if (frame.kind === 'move') next ??= openSafely(frame.address)
    else if (frame.kind !== 'alive') onFrame(frame)
  }

  function openSafely(to: string): Link | undefined {
    // Never reconnects from an encrypted to an unencrypted address.
    const isSafe = URL.canParse(to) && new URL(to).protocol === new URL(address).protocol
    return isSafe ? open(to) : undefined
  }

  function welcome(link: Link, { sessionId, silenceMs }: Extract<Frame, { kind: 'welcome' }>): void {
    link.silenceMs = silenceMs * leniency
    watch(link)
    if (link === next) {
      // The session keeps its subscriptions on the new connection.
      const old = current
      current = next
      next = undefined
      if (old !== undefined) retire(old)
      onMoved(sessionId)
      return
    }
    subscribe(sessionId).then(
      ({ state, message, missing }) => {
        if (link === current) connection.up(message, state, missing)
      },
      (error: unknown) => {
        if (isClosed) return
        log.warn('could not subscribe to the events of Twitch', { error })
        refusal = endingOf(error, twitchMessages.reconnecting.of())
        link.socket.terminate()
      },
    )
  }

  function lost(link: Link): void {
    clearTimeout(link.watchdog)
    closing.delete(link)
    if (link === next) next = undefined
    if (link === current) current = undefined
    if (isClosed || current !== undefined || next !== undefined) return
    connection.down(refusal ?? { state: 'reconnecting', message: twitchMessages.reconnecting.of() })
    refusal = undefined
  }

  function start(): void {
    current = open(sessionAddress(address))
  }

  function close(): void {
    isClosed = true
    connection.close()
    drop(current)
    drop(next)
    for (const link of closing) drop(link)
  }

  connection.start(twitchMessages.checking.of())
  return close
}
