import type { RawData } from 'ws'
import { loadWs } from '../../kernel/load-ws.ts'
import { type GatewayFrame, gatewayAddress, heartbeatFrame, parseGatewayFrame } from './gateway.external.ts'

/** The description of a large server comes as one frame. */
const maxFrameBytes = 64 * 1024 * 1024

export type GatewaySocket = ReturnType<typeof openGatewaySocket>

/**
 * One WebSocket connection to the gateway, with its heartbeats and the time limit of its sign-in. It knows
 * no session, because a session outlives it: the next connection may resume it. After `close` nothing is reported.
 */
export function openGatewaySocket(needs: {
  url: string
  /** The time limit for the handshake, the greeting and the sign-in. */
  readyMs: number
  random: () => number
  /** The sequence number of the last event, which a heartbeat carries. */
  lastSequence: () => number | undefined
  /** Every frame but those of heartbeats. */
  onFrame: (frame: GatewayFrame) => void
  /** Called for a frame that cannot be read. */
  onUnreadable: (error: unknown) => void
  /** `ready` was not called in time. The connection is still open. */
  onLate: () => void
  /** A heartbeat without an answer: the connection is dead although it looks open. */
  onSilent: () => void
  /** Discord or the network closed the connection. */
  onClosed: (code: number) => void
}) {
  const { readyMs, random, lastSequence, onFrame, onUnreadable, onLate, onSilent, onClosed } = needs
  const socket = new (loadWs().WebSocket)(gatewayAddress(needs.url), {
    maxPayload: maxFrameBytes,
    handshakeTimeout: readyMs,
    followRedirects: false,
  })
  const watchdog = setTimeout(onLate, readyMs).unref()
  let heartbeats: NodeJS.Timeout | undefined
  let isAnswered = true
  let isOver = false

  socket.on('message', (data: RawData, isBinary) => {
    if (!isOver && !isBinary) receive(String(data))
  })
  // The `close` event that follows handles the error.
  socket.on('error', () => {})
  socket.on('close', (code) => {
    if (isOver) return
    end()
    onClosed(code)
  })

  function receive(text: string): void {
    let frame: GatewayFrame
    try {
      frame = parseGatewayFrame(text)
    } catch (error) {
      onUnreadable(error)
      return
    }
    if (frame.kind === 'heartbeat-wanted') sendHeartbeat()
    else if (frame.kind === 'heartbeat-ack') isAnswered = true
    else {
      if (frame.kind === 'hello') startHeartbeats(frame.heartbeatMs)
      onFrame(frame)
    }
  }

  /** The first heartbeat comes at a random time, so that bots that lost Discord together do not return together. */
  function startHeartbeats(everyMs: number): void {
    isAnswered = true
    const tick = () => {
      if (!isAnswered) {
        onSilent()
        return
      }
      isAnswered = false
      sendHeartbeat()
      heartbeats = setTimeout(tick, everyMs).unref()
    }
    clearTimeout(heartbeats)
    heartbeats = setTimeout(tick, everyMs * random()).unref()
  }

  function sendHeartbeat(): void {
    send(heartbeatFrame(lastSequence() ?? null))
  }

  function send(frame: string): void {
    socket.send(frame, () => {
      // A failed send is followed by a `close` event.
    })
  }

  function end(): void {
    isOver = true
    clearTimeout(watchdog)
    clearTimeout(heartbeats)
  }

  return {
    send,

    /** The sign-in is done. */
    ready: () => clearTimeout(watchdog),

    /** Destroys the socket, which is then reported as closed. */
    terminate: () => socket.terminate(),

    /** If Discord does not answer the close frame, the socket is destroyed after `terminateAfterMs`. */
    close(code: number, terminateAfterMs: number): void {
      end()
      socket.close(code)
      setTimeout(() => socket.terminate(), terminateAfterMs).unref()
    },
  }
}
