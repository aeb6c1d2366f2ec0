import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

interface TrackedConnection {
  readonly socket: Socket
  bytesRead: number
  idleChecks: number
}

/**
 * Closes idle keep-alive connections. One timer checks all connections and closes those that received nothing during
 * `maxIdleChecks` checks. Node's own `keepAliveTimeout` would set a timer after every response and clear it with the
 * next request.
 */
export function closeIdleConnections(
  server: Server,
  options: { everyMs: number; maxIdleChecks: number; busy: () => Iterable<Duplex> },
) {
  const { everyMs, maxIdleChecks, busy } = options
  const connections = new Map<Duplex, TrackedConnection>()
  let timer: NodeJS.Timeout | undefined

  function check(): void {
    const inUse = new Set(busy())
    for (const connection of connections.values()) {
      const { socket } = connection
      if (inUse.has(socket) || socket.bytesRead !== connection.bytesRead) {
        connection.bytesRead = socket.bytesRead
        connection.idleChecks = 0
      } else if (++connection.idleChecks > maxIdleChecks) {
        socket.destroy()
      }
    }
  }

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { socket, bytesRead: 0, idleChecks: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('listening', () => {
    timer = setInterval(check, everyMs).unref()
  })
  server.on('close', () => clearInterval(timer))

  return {
    check,
    /** For a connection that was upgraded or left by its server: it no longer speaks HTTP. */
    ignore: (socket: Duplex) => void connections.delete(socket),
  }
}
