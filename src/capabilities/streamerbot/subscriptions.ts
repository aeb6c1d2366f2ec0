import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Key } from '../keys/keys.ts'
import type { EventHub, EventSubscription } from '../published-events/event-hub.ts'
import { readerOf } from '../published-events/event-reader.ts'
import { listEvents, type StreamerbotEvent, streamerbotEventsOf } from './events.ts'
import { streamerbotMessages as messages } from './messages.ts'

export type Subscriptions = ReturnType<typeof createSubscriptions>

/** The events that one client wants. It follows the channel from its first subscription on. */
export function createSubscriptions(needs: {
  key: Key
  hub: EventHub
  send: (events: readonly StreamerbotEvent[]) => void
  waitForRoom: () => Promise<boolean>
  onFailure: (error: unknown) => void
}) {
  const { key, hub, send, waitForRoom, onFailure } = needs
  const wanted = new Map<string, Set<string>>()
  let following: { readonly subscription: EventSubscription; readonly live: Promise<void> } | undefined

  function follow(): Promise<void> {
    const live = Promise.withResolvers<void>()
    const subscription = hub.follow(key.channel, {
      reader: readerOf(key),
      filter: { types: undefined, platform: undefined },
      lastEventId: undefined,
      send(envelopes) {
        const events = envelopes
          .flatMap(streamerbotEventsOf)
          .filter(({ source, type }) => wanted.get(source)?.has(type))
        if (events.length > 0) send(events)
      },
      sendGap() {},
      onLive: () => live.resolve(),
      onFailure(error) {
        live.resolve()
        onFailure(error)
      },
      waitForRoom,
    })
    following = { subscription, live: live.promise }
    return live.promise
  }

  const list = () => Object.fromEntries([...wanted].map(([source, types]) => [source, [...types]]))

  return {
    /** Events that there are not are left out, as Streamer.bot does. Returns all that the client receives now. */
    async add(events: Readonly<Record<string, unknown>>): Promise<Record<string, string[]>> {
      if (!key.scopes.has('events:read')) {
        throw new Failure('missing_scope', { message: messages.needsScope.of({ scope: 'events:read' }) })
      }
      for (const [source, types] of known(events)) {
        wanted.set(source, new Set([...(wanted.get(source) ?? []), ...types]))
      }
      if (wanted.size > 0) await (following?.live ?? follow())
      return list()
    },

    remove(events: Readonly<Record<string, unknown>>): Record<string, string[]> {
      for (const [source, types] of known(events)) {
        for (const type of types) wanted.get(source)?.delete(type)
        if (wanted.get(source)?.size === 0) wanted.delete(source)
      }
      return list()
    },

    leave(): void {
      following?.subscription.leave()
    },
  }
}

function known(events: Readonly<Record<string, unknown>>): [source: string, types: string[]][] {
  return Object.entries(listEvents()).flatMap(([source, offered]) => {
    const asked = Object.hasOwn(events, source) ? events[source] : undefined
    const types = Array.isArray(asked) ? offered.filter((type) => asked.includes(type)) : []
    return types.length === 0 ? [] : [[source, types] as [string, string[]]]
  })
}
