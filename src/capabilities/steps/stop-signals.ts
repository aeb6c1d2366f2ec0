import type { Bus } from '../../kernel/bus/bus.ts'

export type StopSignals = ReturnType<typeof createStopSignals>

/** The signals by which everything that runs in a channel is stopped at once, on every node. */
export function createStopSignals(bus: Bus) {
  const running = new Map<number, Set<AbortController>>()

  const close = bus.subscribe('runs-stopped', ({ channelId }) => {
    for (const controller of running.get(channelId) ?? []) controller.abort()
  })

  return {
    /** For one run. Call `end` when it is over. */
    begin(channelId: number): { readonly signal: AbortSignal; end(): void } {
      const controller = new AbortController()
      const those = running.get(channelId) ?? new Set()
      running.set(channelId, those.add(controller))
      return {
        signal: controller.signal,
        end() {
          those.delete(controller)
          if (those.size === 0 && running.get(channelId) === those) running.delete(channelId)
        },
      }
    },

    /** How many run on this node. */
    count: (channelId: number): number => running.get(channelId)?.size ?? 0,

    stopAll: (channelId: number): void => bus.publish('runs-stopped', { channelId }),

    close,
  }
}
