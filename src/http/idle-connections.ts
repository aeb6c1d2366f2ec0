import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

interface Standing {
  readonly socket: Socket
  bytesRead: number
  quietLooks: number
}

/**
 * Closes connections that were kept and are not used. All are looked at now and then, and those on which nothing came
 * during so many looks go: left to Node, each has a timer that is set after every answer and cleared by the next request.
 */
export function watchIdleConnections(
  server: Server,
  options: { everyMs: number; looks: number; busy: () => Iterable<Duplex> },
) {
  const { everyMs, looks, busy } = options
  const standings = new Map<Duplex, Standing>()
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    const inUse = new Set(busy())
    for (const standing of standings.values()) {
      const { socket } = standing
      if (inUse.has(socket) || socket.bytesRead !== standing.bytesRead) {
        standing.bytesRead = socket.bytesRead
        standing.quietLooks = 0
      } else if (++standing.quietLooks > looks) {
        socket.destroy()
      }
    }
  }

  server.on('connection', (socket: Socket) => {
    standings.set(socket, { socket, bytesRead: 0, quietLooks: 0 })
    socket.once('close', () => standings.delete(socket))
  })
  server.on('listening', () => {
    timer = setInterval(look, everyMs).unref()
  })
  server.on('close', () => clearInterval(timer))

  return {
    look,
    /** It is no longer HTTP, and lives by other rules. */
    letGo: (socket: Duplex) => void standings.delete(socket),
  }
}
