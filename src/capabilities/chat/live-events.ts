import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { LiveEvent, NewLiveEvent } from '../../registry/live-events.ts'

export type LiveEvents = ReturnType<typeof createLiveEvents>

/** Sends events that are not stored to whoever is connected, on every node. */
export function createLiveEvents({ clock, bus }: { clock: Clock; bus: Bus }) {
  return {
    /** False while nobody could receive anything. */
    hasReaders: (): boolean => bus.hasListeners('live-event'),

    publish(channelId: number, event: NewLiveEvent): void {
      const live: LiveEvent = { ...event, at: clock.now() }
      bus.publish('live-event', { channelId, event: live })
    },
  }
}
