import { type RawData, WebSocket } from 'ws'
import type { Log } from '../../log.ts'
import { type Frame, readFrame, sessionAddress } from './events.external.ts'

const welcomeMs = 10_000
/** Silence is forgiven a little longer than was promised. */
const leniency = 1.2
const firstRetryMs = 1_000
const longestRetryMs = 60_000
const maxFrameBytes = 1024 * 1024

interface Link {
  readonly socket: WebSocket
  silenceMs: number
  watchdog: NodeJS.Timeout | undefined
}

/**
 * One session of events, whatever happens to the connections under it. When Twitch asks to move, the old connection
 * stays until the new one is welcomed, so that nothing is missed; a lost one is opened anew, ever more slowly.
 */
export function openEventSocket(needs: {
  address: string
  log: Log
  /** Asks for everything there is to hear. False ends it all: there is nothing to hear. Throws to try again later. */
  subscribe: (sessionId: string) => Promise<boolean>
  onFrame: (frame: Extract<Frame, { kind: 'report' | 'revoked' }>) => void
  /** Nothing is heard until it is subscribed to again. */
  lost: () => void
}): () => void {
  const { address, log, subscribe, onFrame } = needs
  let current: Link | undefined
  let next: Link | undefined
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  function open(to: string): Link {
    const link: Link = {
      socket: new WebSocket(to, { maxPayload: maxFrameBytes }),
      silenceMs: welcomeMs,
      watchdog: undefined,
    }
    watch(link)
    link.socket.on('message', (data) => receive(link, data))
    link.socket.on('close', () => lost(link))
    // The close that follows is where it is dealt with.
    link.socket.on('error', (error) => log.info('trouble on the event socket of Twitch', { reason: error.message }))
    return link
  }

  /** Silence and a lost connection are the same to us. */
  function watch(link: Link): void {
    clearTimeout(link.watchdog)
    link.watchdog = setTimeout(() => link.socket.terminate(), link.silenceMs)
    link.watchdog.unref()
  }

  function drop(link: Link | undefined): void {
    clearTimeout(link?.watchdog)
    link?.socket.terminate()
  }

  function receive(link: Link, data: RawData): void {
    if (link !== current && link !== next) return
    watch(link)
    let frame: Frame
    try {
      frame = readFrame(String(data))
    } catch (error) {
      log.warn('Twitch sent an event that cannot be read', { error })
      return
    }
    if (frame.kind === 'welcome') welcome(link, frame)
    else if (frame.kind === 'move') next ??= openSafely(frame.address)
    else if (frame.kind !== 'alive') onFrame(frame)
  }

  function openSafely(to: string): Link | undefined {
    // An address without encryption where there was some is not followed.
    const isSafe = URL.canParse(to) && new URL(to).protocol === new URL(address).protocol
    return isSafe ? open(to) : undefined
  }

  function welcome(link: Link, { sessionId, silenceMs }: Extract<Frame, { kind: 'welcome' }>): void {
    link.silenceMs = silenceMs * leniency
    watch(link)
    if (link === next) {
      // The session moved as it is, subscriptions and all.
      const old = current
      current = next
      next = undefined
      drop(old)
      return
    }
    subscribe(sessionId).then(
      (isWorthIt) => {
        failures = 0
        if (!isWorthIt) close()
      },
      (error: unknown) => {
        log.warn('Twitch does not take our subscriptions', { error })
        link.socket.terminate()
      },
    )
  }

  function lost(link: Link): void {
    clearTimeout(link.watchdog)
    if (link === next) next = undefined
    if (link === current) current = undefined
    if (isClosed || current !== undefined || next !== undefined || retry !== undefined) return
    needs.lost()
    const waitMs = Math.min(firstRetryMs * 2 ** failures++, longestRetryMs) * (0.5 + Math.random() / 2)
    retry = setTimeout(start, waitMs)
    retry.unref()
  }

  function start(): void {
    retry = undefined
    current = open(sessionAddress(address))
  }

  function close(): void {
    isClosed = true
    clearTimeout(retry)
    drop(current)
    drop(next)
  }

  start()
  return close
}
