import type { Clock } from '../../ambient.ts'
import type { PlatformCategory } from '../platform.ts'

/** How long Kick may go on telling the old title after it took a new one. */
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

/** What was just changed through us: Kick takes it at once, but tells the old for a while. */
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

    /** What Kick says, except where we know better. */
    over(channelId: number, reported: StreamInfo): StreamInfo {
      const { title, category } = changes.get(channelId) ?? {}
      return { title: fresh(title) ?? reported.title, category: fresh(category) ?? reported.category }
    },
  }
}
