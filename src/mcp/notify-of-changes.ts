import type { EventHub } from '../capabilities/published-events/event-hub.ts'
import type { EventReader } from '../capabilities/published-events/event-reader.ts'
import type { Channel } from '../kernel/operation/channel.ts'
import type { McpSubscription } from './mcp-server.ts'

/** A resource is read again after a notification, so a busy chat or a raid must not notify for every event. */
const holdMs = 1_000

/**
 * The messages of one `subscriptions/listen`: what it will notify about, and then that a resource changed whenever an
 * event of the channel did so, at most once a second. Returns how to stop.
 */
export function notifyOfChanges(
  subscription: McpSubscription,
  needs: {
    hub: EventHub
    channel: Channel
    reader: EventReader
    send: (message: object) => void
    onFailure: () => void
    isOpen: () => boolean
  },
): () => void {
  const { hub, channel, reader, send, onFailure, isOpen } = needs
  const changed = new Set<string>()
  let holding: NodeJS.Timeout | undefined

  function flush(): void {
    holding = undefined
    if (changed.size === 0) return
    for (const uri of changed) send(subscription.updated(uri))
    changed.clear()
    holding = setTimeout(flush, holdMs).unref()
  }

  send(subscription.acknowledged)
  const following = hub.follow(channel, {
    reader,
    filter: { types: undefined, platform: undefined },
    lastEventId: undefined,
    send(envelopes) {
      for (const { published } of envelopes)
        for (const uri of subscription.urisChangedBy(published.type)) changed.add(uri)
      if (holding === undefined) flush()
    },
    sendGap: () => {},
    onLive: () => {},
    onFailure,
    waitForRoom: async () => isOpen(),
  })
  return () => {
    following.leave()
    clearTimeout(holding)
  }
}
