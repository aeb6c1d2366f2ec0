import type { Database } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { MessageCounts } from './message-counts.ts'

/** Longer than the longest window a broadcaster can set. */
const rememberedForMs = 4 * 60 * 60 * 1000

export type Presence = ReturnType<typeof createPresence>

/**
 * Recent chat authors, for platforms without a viewer list. Cached in memory and read from the rows after a start;
 * with several nodes always read from the rows.
 */
export function createPresence({ db, counts, isShared }: { db: Database; counts: MessageCounts; isShared: boolean }) {
  const places = new Map<string, Promise<Map<number, number>>>()

  function lastSeen(channelId: number, platform: Platform, now: number): Promise<Map<number, number>> {
    const key = `${channelId} ${platform}`
    const known = places.get(key)
    if (known !== undefined) return known
    const read = counts
      .writersSince(db, channelId, platform, now - rememberedForMs)
      .then((rows) => new Map(rows.map(({ viewer, at }) => [viewer, at])))
    if (isShared) return read
    places.set(key, read)
    read.catch(() => places.delete(key))
    return read
  }

  return {
    /** Called after the commit. Does nothing before the first query, which reads the rows. */
    note(channelId: number, platform: Platform, viewerId: number, at: number): void {
      void places.get(`${channelId} ${platform}`)?.then(
        (seen) => seen.set(viewerId, Math.max(at, seen.get(viewerId) ?? 0)),
        () => undefined,
      )
    },

    /** An erased viewer is no longer present. */
    forget(channelId: number, platform: Platform, viewerId: number): void {
      void places.get(`${channelId} ${platform}`)?.then(
        (seen) => seen.delete(viewerId),
        () => undefined,
      )
    },

    /** The ids of the viewers who wrote at `since` or later and before `until`. */
    async between(channelId: number, platform: Platform, since: number, until: number): Promise<number[]> {
      const seen = await lastSeen(channelId, platform, until)
      const present: number[] = []
      for (const [viewer, at] of seen) {
        if (at < until - rememberedForMs) seen.delete(viewer)
        else if (at >= since) present.push(viewer)
      }
      return present.sort((a, b) => a - b)
    },

    /** The same from the rows, for a time that is over: the cache only knows the last message of each viewer. */
    async storedBetween(channelId: number, platform: Platform, since: number, until: number): Promise<number[]> {
      return counts.writersBetween(db, channelId, platform, since, until)
    },
  }
}
