import type { Log } from '../../kernel/log.ts'

/** Events of a channel whose viewer is being read. While the database is slower than events come, more start nothing. */
const maxPending = 1_000

/** The work for events that cannot be done at once, limited for each channel. */
export function createPendingEvents(log: Log) {
  const pending = new Set<Promise<void>>()
  const pendingOf = new Map<number, number>()

  return {
    /** Whether there was room for it. */
    later(channelId: number, work: () => Promise<void>): boolean {
      const count = pendingOf.get(channelId) ?? 0
      if (count >= maxPending) return false
      pendingOf.set(channelId, count + 1)
      const done = work()
        .catch((error: unknown) => log.error('automations could not be triggered', { error }))
        .finally(() => {
          pending.delete(done)
          const left = (pendingOf.get(channelId) ?? 1) - 1
          if (left === 0) pendingOf.delete(channelId)
          else pendingOf.set(channelId, left)
        })
      pending.add(done)
      return true
    },

    /** Resolves when nothing is under way. */
    async settled(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
