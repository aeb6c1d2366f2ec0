import type { ServerResponse } from 'node:http'
import type { Key } from '../features/keys/keys.ts'
import type { EventHub } from '../features/published-events/event-hub.ts'
import type { OpenStreams } from '../features/published-events/open-streams.ts'
import type { McpSubscription } from '../mcp/mcp-server.ts'
import { openEventStream } from './sse.ts'

const heartbeatMs = 15_000
/** A resource is read again after a notification, so a busy chat or a raid must not notify for every event. */
const holdMs = 1_000

/**
 * The stream of `subscriptions/listen`: says that a resource changed whenever an event of the channel did so, at most once
 * a second. It counts as a stream of events, with the same limits, and ends with its key.
 */
export function openMcpStream(
  res: ServerResponse,
  subscription: McpSubscription,
  { key, hub, open }: { key: Key; hub: EventHub; open: OpenStreams },
): void {
  const changed = new Set<string>()
  let holding: NodeJS.Timeout | undefined
  const remove = open.add({ key, end })
  const stream = openEventStream(res)
  const send = (message: object) => stream.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
  const heartbeat = setInterval(() => stream.write(': heartbeat\n\n'), heartbeatMs).unref()

  function flush(): void {
    holding = undefined
    if (changed.size === 0) return
    for (const uri of changed) send(subscription.updated(uri))
    changed.clear()
    holding = setTimeout(flush, holdMs).unref()
  }

  function end(): void {
    if (res.writableEnded) return
    send(subscription.ended)
    res.end()
  }

  send(subscription.acknowledged)
  const following = hub.follow(key.channel, {
    scopes: key.scopes,
    filter: { types: undefined, platform: undefined },
    lastEventId: undefined,
    send(envelopes) {
      for (const { published } of envelopes)
        for (const uri of subscription.urisChangedBy(published.type)) changed.add(uri)
      if (holding === undefined) flush()
    },
    sendGap: () => {},
    onLive: () => {},
    onFailure: end,
    waitForRoom: async () => !res.destroyed,
  })
  res.once('close', () => {
    following.leave()
    remove()
    clearInterval(heartbeat)
    clearTimeout(holding)
  })
}
