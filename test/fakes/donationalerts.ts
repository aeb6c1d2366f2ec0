import { type WebSocket, WebSocketServer } from 'ws'
import { startFakeServer } from './fake-server.ts'

export type FakeDonationAlerts = Awaited<ReturnType<typeof startFakeDonationAlerts>>

const userId = 7
const channel = `$alerts:donation_${userId}`

/**
 * DonationAlerts: the two calls of its API and the frames of its Centrifugo 2 server, as its documentation (apidoc,
 * sections User and Centrifugo) has them, and as its clients in Go, Rust and JavaScript read them.
 */
export async function startFakeDonationAlerts() {
  const token = 'donationalerts-access-token-0123456789'
  const sockets = new WebSocketServer({ noServer: true })
  const subscribed = new Set<WebSocket>()
  const faults: string[] = []

  const api = await startFakeServer(({ method, path, headers, text }) => {
    if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: { message: 'Unauthenticated.' } }
    if (`${method} ${path}` === 'GET /api/v1/user/oauth') {
      const profile = { id: userId, code: 'streamer', name: 'Streamer', avatar: '', email: 's@example.com' }
      return { status: 200, body: { data: { ...profile, socket_connection_token: 'connection-token' } } }
    }
    if (`${method} ${path}` !== 'POST /api/v1/centrifuge/subscribe') return { status: 404 }
    const { channels, client } = JSON.parse(text)
    if (client !== 'client-uuid' || channels[0] !== channel) faults.push(text)
    return { status: 200, body: { channels: [{ channel, token: 'channel-token' }] } }
  })

  api.server.on('upgrade', (req, socket, head) => {
    if (req.url !== '/connection/websocket') faults.push(req.url ?? '')
    sockets.handleUpgrade(req, socket, head, (client) => {
      client.on('close', () => subscribed.delete(client))
      client.on('message', (data) => hear(client, JSON.parse(String(data))))
    })
  })

  function hear(client: WebSocket, command: { id: number; method?: number; params?: Record<string, string> }): void {
    const { id, method, params } = command
    const answer = (fields: object) => client.send(JSON.stringify({ id, ...fields }))
    if (method === undefined && params?.token === 'connection-token') {
      answer({ result: { client: 'client-uuid', version: '2.2.1' } })
    } else if (method === 1 && params?.channel === channel && params.token === 'channel-token') {
      // The answer and the news of who joined come in one frame.
      const join = { result: { type: 1, channel, data: { info: { user: String(userId), client: 'client-uuid' } } } }
      client.send(`${JSON.stringify({ id, result: { recoverable: true, seq: 1 } })}\n${JSON.stringify(join)}`)
      subscribed.add(client)
    } else if (method === 7) {
      answer({ result: {} })
    } else {
      faults.push(JSON.stringify(command))
      answer({ error: { code: 103, message: 'permission denied' } })
    }
  }

  return {
    token,
    url: `ws://127.0.0.1:${api.port}`,
    api,
    faults,

    get isConnected() {
      return subscribed.size === 1
    },

    publish(data: object): void {
      const frame = JSON.stringify({ result: { channel, data: { seq: 2, data } } })
      for (const client of subscribed) client.send(frame)
    },

    cut(): void {
      for (const client of subscribed) client.terminate()
    },

    async close(): Promise<void> {
      for (const client of sockets.clients) client.terminate()
      await api.close()
    },
  }
}

/** A donation with the fields of the documentation and of the recorded types of its clients. */
export function alertedDonation(more: object = {}): object {
  return {
    id: 30530030,
    name: 'donation',
    username: 'Ivan',
    message_type: 'text',
    message: 'Hello!',
    payin_system: null,
    amount: 500,
    amount_in_user_currency: 500,
    currency: 'RUB',
    recipient_name: 'Streamer',
    is_shown: 0,
    created_at: '2026-09-29 09:00:00',
    shown_at: null,
    ...more,
  }
}
