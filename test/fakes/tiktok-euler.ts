import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export const eulerKey = 'euler_key_0123456789abcdef'
export const eulerUser = 'streamer'

export interface WebcastMessage {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

export type FakeEuler = Awaited<ReturnType<typeof startFakeEuler>>

/**
 * `ws.eulerstream.com`: asks for name and key, and closes with codes of its own. The messages are written by us in schema
 * v2, with fields that several independent programs test against: `userId` a long number in a string, `userIdentity` in
 * chat messages and gifts, `groupId` in streaks (0 where there is none), the marker of a follow in
 * `common.displayText.displayType` or `key`, `roomInfo` around the room or without it.
 */
export async function startFakeEuler() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const sockets = new Set<WebSocket>()
  let isLive = true
  let isBinary = false
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
      { type: 'workerInfo', data: { webSocketId: 'ws_1', agentId: 'agent', schemaVersion: 'v2' } },
      { type: 'roomInfo', data: { roomInfo: { title: 'Dancing', userCount: 23, createTime: 1_772_388_000 } } },
      { type: 'tiktok.connect', data: {} },
    ])
  })

  function refusalOf(query: URLSearchParams): number | undefined {
    if ([...query.keys()].sort().join() !== 'apiKey,features.schemaVersion,uniqueId') return 4400
    if (query.get('features.schemaVersion') !== 'v2') return 4400
    if (query.get('apiKey') !== eulerKey) return 4401
    if (query.get('uniqueId') !== eulerUser) return 4403
    return isLive ? undefined : 4404
  }

  function say(socket: WebSocket, messages: readonly WebcastMessage[]): void {
    const text = JSON.stringify({ timestamp: Date.now(), messages })
    socket.send(isBinary ? Buffer.from(text) : text)
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

    /** Whether frames are binary from now on. */
    sendBinary(isSo: boolean): void {
      isBinary = isSo
    },

    /** What a message of chat or a gift says about the user. */
    identity(more: object = {}): object {
      const nobody = { isGiftGiverOfAnchor: false, isMutualFollowingWithAnchor: false, isAnchor: false }
      const flags = { isSubscriberOfAnchor: false, isFollowerOfAnchor: false, isModeratorOfAnchor: false }
      return { ...nobody, ...flags, ...more }
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
