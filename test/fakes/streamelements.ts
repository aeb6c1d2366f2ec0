import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export type FakeStreamElements = Awaited<ReturnType<typeof startFakeStreamElements>>

const account = '5f0c1d2e3b4a5f6e7d8c9b0a'

/**
 * The socket of StreamElements: a welcome, subscriptions with the token in them, and moves to another connection. The
 * payloads are written by us after the project's own documentation (StreamElements/docs, websockets) and its reading by
 * an independent client: a tip keeps its `_id` while `approved` goes from pending to allowed, the decision comes on
 * `channel.tips.moderation`, and after a move the service restores the subscriptions.
 */
export async function startFakeStreamElements() {
  const claims = Buffer.from(JSON.stringify({ channel: account, role: 'owner' })).toString('base64url')
  const token = `eyJhbGciOiJIUzI1NiJ9.${claims}.signature`
  const server = createServer((_req, res) => res.writeHead(426).end())
  const sockets = new WebSocketServer({ noServer: true })
  const subscribed = new Set<WebSocket>()
  const byTopic = new Map<string, Set<WebSocket>>([
    ['channel.tips', subscribed],
    ['channel.tips.moderation', new Set()],
  ])
  const restored = new Set<WebSocket>()
  let expectedMove: string | undefined
  let refusedTopic: string | undefined
  let tips = 0
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
      if (moved !== null && moved === expectedMove) {
        restored.add(client)
        for (const clients of byTopic.values()) clients.add(client)
      }
      client.send(JSON.stringify({ id: 'w1', type: 'welcome', data: { client_id: 'c1', message: 'Hello.' } }))
      client.on('message', (data) => hear(client, JSON.parse(String(data))))
      client.on('close', () => {
        for (const clients of byTopic.values()) clients.delete(client)
      })
    })
  })

  function hear(client: WebSocket, message: { type: string; nonce: string; data: Record<string, unknown> }): void {
    const { topic, room, token: given, token_type: kind, ...more } = message.data
    const answer = (fields: object) =>
      client.send(JSON.stringify({ id: 'r1', type: 'response', nonce: message.nonce, ...fields }))
    const clients = byTopic.get(String(topic))
    if (message.type !== 'subscribe' || Object.keys(more).length > 0 || kind !== 'jwt' || restored.has(client)) {
      faults.push(JSON.stringify(message))
      answer({ error: 'err_bad_request' })
    } else if (nextError !== undefined && topic === 'channel.tips') {
      answer({ error: nextError })
      nextError = undefined
    } else if (given !== token || room !== account || clients === undefined || topic === refusedTopic) {
      answer({ error: 'err_unauthorized', data: { message: 'unauthorized' } })
    } else {
      clients.add(client)
      answer({ data: { message: 'successfully subscribed to topic' } })
    }
  }

  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const tell = (message: object, topic = 'channel.tips') => {
    for (const client of byTopic.get(topic) ?? []) client.send(JSON.stringify(message))
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

    tip(donation: object, more: object = {}, topic = 'channel.tips'): void {
      const data = {
        _id: `65b0c0ffee00000000${String(++tips).padStart(6, '0')}`,
        channel: account,
        provider: 'paypal',
        approved: 'allowed',
        status: 'success',
        createdAt: '2026-11-01T12:00:00.000Z',
        updatedAt: '2026-11-01T12:00:08.000Z',
        transactionId: '2YH79902JR1691017',
        donation,
        ...more,
      }
      tell({ id: 'm1', ts: '2026-11-01T12:00:00Z', type: 'message', topic, room: account, data }, topic)
    },

    /** The streamer decides about a tip that waits. */
    decide(donation: object, more: object): void {
      this.tip(donation, { approvedBy: 'streamer', ...more }, 'channel.tips.moderation')
    },

    /** Nobody may subscribe to this topic. */
    refuseTopic(topic: string | undefined): void {
      refusedTopic = topic
    },

    send: tell,

    /** Asks everybody to come back on another connection. */
    move(reconnectToken: string): void {
      expectedMove = reconnectToken
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
