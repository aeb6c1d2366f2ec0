import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export const eulerKey = 'euler_key_0123456789abcdef'
export const eulerUser = 'streamer'

export interface WebcastMessage {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

export type FakeEuler = Awaited<ReturnType<typeof startFakeEuler>>

/** `ws.eulerstream.com`: asks for name and key, and closes with codes of its own. */
export async function startFakeEuler() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const sockets = new Set<WebSocket>()
  let isLive = true
  let begun = 0
  let count = 0

  server.on('connection', (socket, request) => {
    begun++
    const { searchParams: query } = new URL(request.url ?? '', 'http://fake')
    const code = refusalOf(query)
    if (code !== undefined) return socket.close(code)
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    say(socket, [
      { type: 'workerInfo', data: { webSocketId: 'ws_1', agentId: 'agent', schemaVersion: 'v1' } },
      { type: 'roomInfo', data: { roomInfo: { title: 'Dancing', userCount: 23, createTime: 1_772_388_000 } } },
      { type: 'tiktok.connect', data: {} },
    ])
  })

  function refusalOf(query: URLSearchParams): number | undefined {
    if ([...query.keys()].sort().join() !== 'apiKey,uniqueId') return 4400
    if (query.get('apiKey') !== eulerKey) return 4401
    if (query.get('uniqueId') !== eulerUser) return 4403
    return isLive ? undefined : 4404
  }

  function say(socket: WebSocket, messages: readonly WebcastMessage[]): void {
    socket.send(JSON.stringify({ timestamp: Date.now(), messages }))
  }

  return {
    url: `ws://127.0.0.1:${port}`,

    get connections(): number {
      return sockets.size
    },

    get begun(): number {
      return begun
    },

    /** A message of TikTok's, with what stands in all of them. */
    message(type: string, data: object, id = `7100000000000000${++count}`): WebcastMessage {
      return { type, data: { common: { method: type, msgId: id, roomId: '70000' }, ...data } }
    },

    user(username: string): object {
      const userId = `7123456789${Buffer.from(username).toString('hex').slice(0, 10)}`.replace(/[a-f]/g, '7')
      return { userId, uniqueId: username, nickname: username.toUpperCase() }
    },

    tell(...messages: readonly WebcastMessage[]): void {
      for (const socket of sockets) say(socket, messages)
    },

    setLive(isSo: boolean): void {
      isLive = isSo
    },

    cut(code: number): void {
      for (const socket of sockets) {
        sockets.delete(socket)
        socket.close(code)
      }
    },

    async close(): Promise<void> {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
