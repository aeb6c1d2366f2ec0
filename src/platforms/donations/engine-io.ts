import { asObject, numberIn, UnexpectedAnswer } from '../calls/json-fields.ts'
import type { SocketProtocol, Step } from './donation-socket.ts'

/**
 * Socket.IO 2 over Engine.IO 3: a digit for the type of frame, one for the type of message, then JSON. In this version
 * the client sends the heartbeats.
 */
export function engineIo3(needs: {
  /** Of the server, without a path. */
  readonly url: string
  readonly query: Readonly<Record<string, string>>
  /** What to do once the server has accepted the connection. */
  readonly connected: readonly Step[]
  /** The frames with which the server ends the session. */
  readonly closed: Step
  readonly ended: Step
  readonly refused: Step
  readEvent(name: unknown, body: unknown): readonly Step[]
}): SocketProtocol {
  const { url, query, connected, closed, ended, refused, readEvent } = needs
  const address = new URL('/socket.io/', url)
  for (const [name, value] of Object.entries({ EIO: '3', transport: 'websocket', ...query })) {
    address.searchParams.set(name, value)
  }

  function readMessage(message: string): readonly Step[] {
    const rest = message.slice(1)
    switch (message[0]) {
      case '0':
        return connected
      case '1':
        return [ended]
      case '2': {
        const parts: unknown = JSON.parse(rest)
        if (!Array.isArray(parts)) throw new UnexpectedAnswer('an event is not a list')
        const [name, body] = parts
        return readEvent(name, body)
      }
      case '4':
        return [refused]
      default:
        return []
    }
  }

  return {
    address: address.href,
    read(frame) {
      const rest = frame.slice(1)
      switch (frame[0]) {
        case '0': {
          const opened = asObject(JSON.parse(rest))
          const everyMs = numberIn(opened, 'pingInterval')
          const patienceMs = typeof opened.pingTimeout === 'number' ? opened.pingTimeout : everyMs
          return [{ kind: 'beat', everyMs, text: '2', silenceMs: everyMs + patienceMs }]
        }
        case '1':
          return [closed]
        case '2':
          return [{ kind: 'send', text: '3' }]
        case '4':
          return readMessage(rest)
        default:
          return []
      }
    },
  }
}
