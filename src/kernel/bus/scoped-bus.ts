import type { Bus } from './bus.ts'

/** The same bus for a part that may be replaced while the server runs: `close` ends every subscription of that part. */
export function createScopedBus(bus: Bus): Bus & { close(): void } {
  const ends = new Set<() => void>()
  return {
    publish: bus.publish,
    hasListeners: bus.hasListeners,
    subscribe(topic, listener) {
      const unsubscribe = bus.subscribe(topic, listener)
      const end = () => {
        ends.delete(end)
        unsubscribe()
      }
      ends.add(end)
      return end
    },
    close(): void {
      for (const end of ends) end()
    },
  }
}
