import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export type FakeStreamElements = Awaited<ReturnType<typeof startFakeStreamElements>>

const account = '5f0c1d2e3b4a5f6e7d8c9b0a'

/** The socket of StreamElements: a welcome, a subscription with the token in it, and moves to another connection. */
export async function startFakeStreamElements() {
  const claims = Buffer.from(JSON.stringify({ channel: account, role: 'owner' })).toString('base64url')
  const token = `eyJhbGciOiJIUzI1NiJ9.${claims}.signature`
  const server = createServer((_req, res) => res.writeHead(426).end())
  const sockets = new WebSocketServer({ noServer: true })
  const subscribed = new Set<WebSocket>()
  const reconnectTokens: string[] = []
  const faults: string[] = []
  let connects = 0
  let nextError: string | undefined
  let refuseWith: number | undefined

  server.on('upgrade', (req, socket, head) => {
    if (refuseWith !== undefined) {
      socket.end(`HTTP/1.1 ${refuseWith} No\r\nRetry-After: 2\r\nConnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(req, socket, head, (client) => {
      connects++
      const moved = new URL(req.url ?? '', 'http://fake').searchParams.get('reconnect_token')
      if (moved !== null) reconnectTokens.push(moved)
      client.send(JSON.stringify({ id: 'w1', type: 'welcome', data: { client_id: 'c1', message: 'Hello.' } }))
      client.on('message', (data) => hear(client, JSON.parse(String(data))))
      client.on('close', () => subscribed.delete(client))
    })
  })

  function hear(client: WebSocket, message: { type: string; nonce: string; data: Record<string, unknown> }): void {
    const { topic, room, token: given, token_type: kind, ...more } = message.data
    const answer = (fields: object) =>
      client.send(JSON.stringify({ id: 'r1', type: 'response', nonce: message.nonce, ...fields }))
    if (message.type !== 'subscribe' || Object.keys(more).length > 0 || kind !== 'jwt') {
      faults.push(JSON.stringify(message))
      answer({ error: 'err_bad_request' })
    } else if (nextError !== undefined) {
      answer({ error: nextError })
      nextError = undefined
    } else if (given !== token || room !== account || topic !== 'channel.tips') {
      answer({ error: 'err_unauthorized', data: { message: 'unauthorized' } })
    } else {
      subscribed.add(client)
      answer({ data: { message: 'successfully subscribed to topic' } })
    }
  }

  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const tell = (message: object) => {
    for (const client of subscribed) client.send(JSON.stringify(message))
  }

  return {
    token,
    account,
    url: `ws://127.0.0.1:${port}/`,
    faults,
    reconnectTokens,

    get connects() {
      return connects
    },
    get isConnected() {
      return subscribed.size === 1
    },

    tip(donation: object, more: object = {}): void {
      const data = {
        _id: '65b0c0ffee0000000000aaaa',
        channel: account,
        provider: 'paypal',
        approved: 'allowed',
        status: 'success',
        createdAt: '2026-11-01T12:00:00.000Z',
        transactionId: 'tx-1',
        donation,
        ...more,
      }
      tell({ id: 'm1', ts: '2026-11-01T12:00:00Z', type: 'message', topic: 'channel.tips', room: account, data })
    },

    send: tell,

    /** Asks everybody to come back on another connection. */
    move(reconnectToken: string): void {
      tell({ type: 'reconnect', data: { reconnect_token: reconnectToken } })
    },

    /** The next subscription gets this for an answer. */
    failNext(error: string): void {
      nextError = error
    },

    /** Nobody is let in, with this status. */
    refuse(status: number | undefined): void {
      refuseWith = status
    },

    cut(): void {
      for (const client of sockets.clients) client.terminate()
    },

    async close(): Promise<void> {
      for (const client of sockets.clients) client.terminate()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
