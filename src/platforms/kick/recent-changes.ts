import type { Clock } from '../../kernel/ambient.ts'
import type { PlatformCategory } from '../platform.ts'

/** How long Kick's API may return the old title after a change. */
const laggingMs = 60_000
const maxRemembered = 10_000

interface StreamInfo {
  readonly title: string
  readonly category: PlatformCategory
}

interface Change<T> {
  readonly value: T
  readonly at: number
}

export type RecentChanges = ReturnType<typeof createRecentChanges>

/** Recent title and category changes: Kick applies them at once, but its API returns the old values for a while. */
export function createRecentChanges({ clock }: { clock: Clock }) {
  const changes = new Map<number, { readonly [K in keyof StreamInfo]?: Change<StreamInfo[K]> }>()

  function fresh<T>(change: Change<T> | undefined): T | undefined {
    return change !== undefined && clock.steady() - change.at < laggingMs ? change.value : undefined
  }

  return {
    note(channelId: number, { title, category }: Partial<StreamInfo>): void {
      const at = clock.steady()
      if (changes.size >= maxRemembered) changes.clear()
      changes.set(channelId, {
        ...changes.get(channelId),
        ...(title !== undefined && { title: { value: title, at } }),
        ...(category !== undefined && { category: { value: category, at } }),
      })
    },

    /** Kick's values, overridden by recent changes. */
    over(channelId: number, reported: StreamInfo): StreamInfo {
      const { title, category } = changes.get(channelId) ?? {}
      return { title: fresh(title) ?? reported.title, category: fresh(category) ?? reported.category }
    },
  }
}
