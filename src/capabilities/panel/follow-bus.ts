import type { Bus } from '../../kernel/bus/bus.ts'
import type { ChannelTabs } from './channel-tabs.ts'
import { sendEvent } from './tab.ts'

/** Sends open tabs what other parts and nodes report. Returns how to stop. */
export function followBus(bus: Bus, channels: ReadonlyMap<number, ChannelTabs>): () => void {
  const stops = [
    bus.subscribe('event', ({ channelId, event }) => {
      const room = channels.get(channelId)
      if (room === undefined) return
      // Before the event is sent: a person who lost a role must not read what comes after.
      if (event.kind === 'person.role-changed') room.setRole(event.data)
      if (event.kind === 'person.removed') room.removePerson(event.data.personId)
      for (const tab of room.tabs) sendEvent(tab, event)
      if (event.kind === 'stream.title-changed' || event.kind === 'stream.category-changed') void room.status.update()
    }),
    bus.subscribe('presence-changed', ({ channelId }) => {
      void channels.get(channelId)?.status.update()
      channels.get(channelId)?.connections.update()
    }),
    bus.subscribe('listener-status-announced', (announced) => {
      channels.get(announced.channelId)?.connections.updateAfter(announced)
    }),
    // What a node that is gone had announced is forgotten.
    bus.subscribe('node-left', () => {
      for (const room of channels.values()) room.connections.update()
    }),
    bus.subscribe('connection-changed', ({ channelId }) => channels.get(channelId)?.connections.update()),
    bus.subscribe('first-step-done', ({ channelId }) => channels.get(channelId)?.broadcast('reload', {})),
    bus.subscribe('player-changed', ({ channelId }) => channels.get(channelId)?.broadcast('player', {})),
    bus.subscribe('show-changed', ({ channelId, ownerId, showId }) => {
      channels.get(ownerId)?.broadcast('show', { id: showId, is_test: channelId !== ownerId })
    }),
    bus.subscribe('delivery-changed', ({ channelId, id }) => channels.get(channelId)?.broadcast('delivery', { id })),
    bus.subscribe('key-used', ({ ownerId, keyId, operation }) => {
      channels.get(ownerId)?.quotas.noteUse(keyId, operation)
    }),
    bus.subscribe('session-ended', ({ id }) => {
      for (const room of channels.values()) room.endSession(id)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
