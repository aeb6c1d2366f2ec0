import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export type FakeStreamlabs = Awaited<ReturnType<typeof startFakeStreamlabs>>

/**
 * The socket of Streamlabs: Socket.IO 2 over Engine.IO 3, where the client has to say that it is there. The payloads of
 * its tests are written by us with the fields of recorded ones: a test in the log of iGoodie/TwitchSpawn (issue 28: the
 * streamer in `name`, the donor in `from`), a charity donation in the tests of a raffle program, and the merchandise of
 * typed clients, which has no amount.
 */
export async function startFakeStreamlabs({ pingIntervalMs = 25_000, pingTimeoutMs = 5_000 } = {}) {
  const token = 'streamlabs-socket-token-0123456789'
  const server = createServer((_req, res) => res.writeHead(400).end())
  const sockets = new WebSocketServer({ noServer: true })
  const open = new Set<WebSocket>()
  const pings: number[] = []
  const faults: string[] = []
  let connects = 0
  let isSilent = false

  server.on('upgrade', (req, socket, head) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://fake')
    const isRight = pathname === '/socket.io/' && searchParams.get('EIO') === '3'
    if (!isRight || searchParams.get('transport') !== 'websocket') {
      faults.push(req.url ?? '')
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
      return
    }
    sockets.handleUpgrade(req, socket, head, (client) => welcome(client, searchParams.get('token')))
  })

  function welcome(client: WebSocket, given: string | null): void {
    connects++
    const hello = { sid: 'abc', upgrades: [], pingInterval: pingIntervalMs, pingTimeout: pingTimeoutMs }
    client.send(`0${JSON.stringify(hello)}`)
    if (given !== token) {
      client.send('44"Authentication error"')
      return
    }
    client.send('40')
    open.add(client)
    client.on('close', () => open.delete(client))
    client.on('message', (data) => {
      if (String(data) !== '2') return faults.push(String(data))
      pings.push(Date.now())
      if (!isSilent) client.send('3')
    })
  }

  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo

  return {
    token,
    url: `ws://127.0.0.1:${port}`,
    pings,
    /** What came that a client does not send. */
    faults,

    get connects() {
      return connects
    },
    get isConnected() {
      return open.size === 1
    },

    send(event: object): void {
      for (const client of open) client.send(`42${JSON.stringify(['event', event])}`)
    },

    sendRaw(frame: string): void {
      for (const client of open) client.send(frame)
    },

    donate(donation: object, more: object = {}): void {
      this.send({ type: 'donation', event_id: 'evt_1', message: [donation], ...more })
    },

    /** The line goes dead. */
    cut(): void {
      for (const client of open) client.terminate()
    },

    stopAnswering(isSo: boolean): void {
      isSilent = isSo
    },

    async close(): Promise<void> {
      for (const client of sockets.clients) client.terminate()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
