import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestInfo } from '../../kernel/http/page-route.ts'
import { openEventStream } from '../../kernel/http/sse.ts'
import type { Names } from '../../registry/names.ts'
import { type EventAccess, wantedIn } from './event-access.ts'
import type { EventHub } from './event-hub.ts'
import type { OpenStreams } from './open-streams.ts'
import { StreamClient } from './stream-client.ts'

const heartbeatEveryMs = 15_000

export type EventStream = ReturnType<typeof createEventStream>

/** `GET /v1/events`: the events of a channel as server-sent events, for programs with a key. */
export function createEventStream(needs: {
  access: EventAccess
  hub: EventHub
  open: OpenStreams
  names: Names
  heartbeatMs?: number | undefined
}) {
  const { access, hub, open, names, heartbeatMs = heartbeatEveryMs } = needs
  const clients = new Set<StreamClient>()
  let heartbeat: NodeJS.Timeout | undefined

  function sendHeartbeats(): void {
    for (const client of clients) client.sendHeartbeat()
  }

  async function handle(req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void> {
    const key = await access.keyOf(req.headers.authorization, info.address)
    const asked = wantedIn(info.url.searchParams)
    const lastEventId = req.headers['last-event-id']?.toString().trim() || asked.lastEventId
    const filter = access.filterOf(key, { ...asked, lastEventId })
    // The answers to what its client sent before on the same connection come first.
    if (res.socket === null) await once(res, 'socket')
    open.requirePlace(key)
    if (req.method === 'HEAD' || res.destroyed) {
      res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' }).end()
      return
    }
    openEventStream(res).write('retry: 2000\n\n')
    const socket = info.leaveConnection()
    if (socket !== null) follow(socket, new StreamClient(socket, { key, filter, lastEventId, names }))
  }

  /** Apart from `handle`, so that nothing of the request is kept for as long as the client is connected. */
  function follow(socket: Socket, client: StreamClient): void {
    const remove = open.add(client)
    clients.add(client)
    heartbeat ??= setInterval(sendHeartbeats, heartbeatMs).unref()
    socket.once('close', () => {
      client.subscription?.leave()
      remove()
      clients.delete(client)
      if (clients.size > 0) return
      clearInterval(heartbeat)
      heartbeat = undefined
    })
    client.subscription = hub.follow(client.key.channel, client)
  }

  return { handle }
}
