import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export interface TikTokUser {
  readonly id: string
  readonly username: string
  readonly displayname: string
}

const names = ['Streamer', 'alice', 'bob', 'carol', 'ivy']
/** Ids there are larger than a number can be. */
const people = names.map((name, index): TikTokUser => {
  return { id: `71234567890123456${index}0`, username: name.toLowerCase(), displayname: name }
})

export type FakeBridge = Awaited<ReturnType<typeof startFakeBridge>>

/** A bridge as docs/platforms/tiktok.md describes it, for one account. */
export async function startFakeBridge({ token }: { token?: string } = {}) {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    verifyClient: ({ req }, answer) => {
      headers.push(req.headers.authorization)
      const isKnown = token === undefined || req.headers.authorization === `Bearer ${token}`
      answer(isAccepting && isKnown, isKnown ? 503 : 401)
    },
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const headers: (string | undefined)[] = []
  const sockets = new Set<WebSocket>()
  let isAccepting = true
  let isSilent = false
  let heardFromUs = 0
  let account: TikTokUser = get('streamer')
  const stream = {
    live: true,
    title: 'Dancing',
    viewers: 23,
    followers: 4_567,
    started_at: '2026-03-01T18:00:00Z' as string | undefined,
  }

  function get(username: string): TikTokUser {
    const found = people.find((one) => one.username === username)
    if (found === undefined) throw new Error(`nobody is called ${username}`)
    return found
  }

  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('message', () => heardFromUs++)
    if (isSilent) return
    say(socket, { type: 'hello', protocol: 1, account })
    say(socket, { type: 'stream', ...stream })
    for (const username of ['alice', 'bob']) say(socket, { type: 'join', user: get(username) })
  })

  const ticker = setInterval(() => tell({ type: 'alive' }), 50)

  function say(socket: WebSocket, frame: unknown): void {
    socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  function tell(frame: unknown): void {
    if (!isSilent) for (const socket of sockets) say(socket, frame)
  }

  return {
    url: `ws://127.0.0.1:${port}`,
    stream,
    get,
    tell,
    /** What each connection said who it is. */
    headers,

    get connections(): number {
      return sockets.size
    },

    get heardFromUs(): number {
      return heardFromUs
    },

    /** As from now on, to those who are there as well. */
    change(news: Partial<typeof stream>): void {
      Object.assign(stream, news)
      tell({ type: 'stream', ...news })
    },

    beOf(username: string): void {
      account = get(username)
    },

    accept(isSo: boolean): void {
      isAccepting = isSo
    },

    goSilent(isSo: boolean): void {
      isSilent = isSo
    },

    cut(code?: number): void {
      for (const socket of sockets) {
        sockets.delete(socket)
        if (code === undefined) socket.terminate()
        else socket.close(code)
      }
    },

    async close(): Promise<void> {
      clearInterval(ticker)
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
