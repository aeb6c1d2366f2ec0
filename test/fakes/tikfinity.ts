import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * The local socket of TikFinity. It says nothing by itself and sends `{ event, data }`; the data has the fields of
 * tiktok-live-connector 1, by the same author: those in its README, and in a recorded chat message that 461772259/SCTT
 * keeps (the fields of the user beside those of the message, `followRole`, `isModerator`).
 */
export async function startFakeTikFinity() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const sockets = new Set<WebSocket>()
  let count = 0
  let begun = 0

  server.on('connection', (socket) => {
    begun++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  return {
    url: `ws://127.0.0.1:${port}`,

    get connections(): number {
      return sockets.size
    },

    get begun(): number {
      return begun
    },

    /** An event of a person, with a number of its own unless `data` has one. */
    tell(event: string, name: string, data: object = {}): void {
      const user = {
        userId: `65066462772958${name.length}`,
        secUid: 'MS4w',
        uniqueId: name,
        nickname: name.toUpperCase(),
      }
      const standing = { followRole: 0, userBadges: [], isModerator: false, isNewGifter: false, isSubscriber: false }
      const about = { createTime: '1683817200000', msgId: `72314${++count}`, ...user, ...standing }
      for (const socket of sockets) socket.send(JSON.stringify({ event, data: { ...about, ...data } }))
    },

    tellRaw(frame: string): void {
      for (const socket of sockets) socket.send(frame)
    },

    cut(): void {
      for (const socket of sockets) socket.terminate()
    },

    async close(): Promise<void> {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
