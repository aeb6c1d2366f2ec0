import { type WebSocket, WebSocketServer } from 'ws'
import { startFakeServer } from './fake-server.ts'

export type FakeTipeeeStream = Awaited<ReturnType<typeof startFakeTipeeeStream>>

/**
 * TipeeeStream: the lookup of the socket as sogeBot quotes its answer, then Socket.IO 2 with the room of the API key,
 * as Twitchat, sogeBot and Firebot speak it. The fields of an event are those of the types of sogeBot and Twitchat.
 */
export async function startFakeTipeeeStream() {
  const key = '0123456789abcdef0123456789abcdef01234567'
  let datas: object = {}
  const api = await startFakeServer(({ path }) =>
    path === '/v2.0/site/socket' ? { status: 200, body: { code: 200, message: 'success', datas } } : { status: 404 },
  )
  datas = { port: String(api.port), host: 'http://127.0.0.1' }
  const sockets = new WebSocketServer({ noServer: true })
  const joined = new Set<WebSocket>()
  const faults: string[] = []

  api.server.on('upgrade', (req, socket, head) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://fake')
    if (pathname !== '/socket.io/' || searchParams.get('EIO') !== '3') faults.push(req.url ?? '')
    sockets.handleUpgrade(req, socket, head, (client) => {
      client.send(`0${JSON.stringify({ sid: 'abc', upgrades: [], pingInterval: 25_000, pingTimeout: 5_000 })}`)
      if (searchParams.get('access_token') !== key) {
        client.send('44"Authentication error"')
        return
      }
      client.send('40')
      client.on('close', () => joined.delete(client))
      client.on('message', (data) => hear(client, String(data)))
    })
  })

  function hear(client: WebSocket, frame: string): void {
    const [name, { room }] = frame === '2' ? ['ping', {}] : JSON.parse(frame.replace(/^42/, ''))
    if (name === 'ping') client.send('3')
    else if (name === 'join-room' && room === key) joined.add(client)
    else faults.push(frame)
  }

  return {
    key,
    url: `ws://127.0.0.1:${api.port}`,
    api,
    faults,

    get isConnected() {
      return joined.size === 1
    },

    /** What the lookup answers. */
    moveTo(found: object): void {
      datas = found
    },

    send(event: object): void {
      for (const client of joined) client.send(`42${JSON.stringify(['new-event', { appKey: key, event }])}`)
    },

    cut(): void {
      for (const client of joined) client.terminate()
    },

    async close(): Promise<void> {
      for (const client of sockets.clients) client.terminate()
      await api.close()
    },
  }
}

/** A donation with the fields that sogeBot and Twitchat name. */
export function tipeeeDonation(parameters: object = {}, more: object = {}): object {
  return {
    type: 'donation',
    user: { avatar: {}, country: 'FR', username: 'streamer', currency: { code: 'EUR', symbol: '€' } },
    ref: 'TIP-1',
    inserted_at: '2026-11-01T20:00:00+0100',
    created_at: '2026-11-01T20:00:00+0100',
    display: 1,
    formattedAmount: '12,00 €',
    'parameters.amount': 12,
    ...more,
    parameters: {
      username: 'Camille',
      amount: 12,
      currency: 'EUR',
      message: 'Merci !',
      formattedMessage: 'Merci !',
      ...parameters,
    },
  }
}
