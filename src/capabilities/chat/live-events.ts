import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { LiveEvent, NewLiveEvent } from '../../registry/live-events.ts'
import type { ChatBacklog } from './backlog.ts'

export type LiveEvents = ReturnType<typeof createLiveEvents>

/** Sends events that are not stored to whoever is connected, on every node. The newest messages of chats are kept in memory. */
export function createLiveEvents({ clock, bus, backlog }: { clock: Clock; bus: Bus; backlog: ChatBacklog }) {
  return {
    /** False while nobody could receive anything. */
    hasReaders: (): boolean => bus.hasListeners('live-event'),

    publish(channelId: number, event: NewLiveEvent): void {
      const live: LiveEvent = { ...event, at: clock.now() }
      // Not by the bus: what is only kept has no reader, for whom more would be put together.
      backlog.take(channelId, live)
      bus.publish('live-event', { channelId, event: live })
    },
  }
}
