import type { ServerResponse } from 'node:http'
import type { Key } from '../../capabilities/keys/keys.ts'
import type { EventHub } from '../../capabilities/published-events/event-hub.ts'
import { readerOf } from '../../capabilities/published-events/event-reader.ts'
import type { OpenStreams } from '../../capabilities/published-events/open-streams.ts'
import { openEventStream } from '../../kernel/http/sse.ts'
import type { McpSubscription } from '../../mcp/mcp-server.ts'
import { notifyOfChanges } from '../../mcp/notify-of-changes.ts'

const heartbeatMs = 15_000

/** The stream of `subscriptions/listen`. It counts as a stream of events, with the same limits, and ends with its key. */
export function openMcpStream(
  res: ServerResponse,
  subscription: McpSubscription,
  { key, hub, open }: { key: Key; hub: EventHub; open: OpenStreams },
): void {
  const remove = open.add({ key, end })
  const stream = openEventStream(res)
  const send = (message: object) => stream.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
  const heartbeat = setInterval(() => stream.write(': heartbeat\n\n'), heartbeatMs).unref()

  function end(): void {
    if (res.writableEnded) return
    send(subscription.ended)
    res.end()
  }

  const { channel } = key
  const isOpen = () => !res.destroyed
  const stop = notifyOfChanges(subscription, { hub, channel, reader: readerOf(key), send, onFailure: end, isOpen })
  res.once('close', () => {
    stop()
    remove()
    clearInterval(heartbeat)
  })
}
