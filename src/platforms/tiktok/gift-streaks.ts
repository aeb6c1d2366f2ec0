import type { PlatformUser, ViewerEvent } from '../platform.ts'

/** How long the count of a streak is remembered after it was reported, for an end that comes late. */
const rememberedMs = 60_000
const maxStreaks = 5_000

/** One frame of a gift that is given several times in a row. */
export interface StreakFrame {
  readonly kind: 'streak'
  /** Identical for all frames of one streak. */
  readonly key: string
  /** Whether TikTok numbers the streak. Otherwise the key is that of the user and the gift, and a new streak has it too. */
  readonly isNumbered: boolean
  readonly id: string
  readonly user: PlatformUser
  readonly giftName: string
  /** For one gift. */
  readonly diamonds: number
  /** Gifts so far. */
  readonly count: number
  readonly isOver: boolean
}

interface Streak {
  frame: StreakFrame
  /** How many of its gifts were reported. */
  reported: number
  timer: NodeJS.Timeout | undefined
}

/**
 * Counts gift streaks. Their frames contain the count so far, so that only the last one is reported. TikTok does not
 * always send the frame that ends a streak; after `waitMs` without a frame the count so far is reported, and an end that
 * comes later adds only what is missing.
 */
export function createGiftStreaks({ waitMs, report }: { waitMs: number; report: (event: ViewerEvent) => void }) {
  const streaks = new Map<string, Streak>()

  function settle(streak: Streak): void {
    const { id, user, giftName: message, diamonds, count } = streak.frame
    const fresh = count - streak.reported
    streak.reported = count
    if (fresh > 0) report({ kind: 'bits', id, user, amount: diamonds * fresh, message })
    schedule(streak, rememberedMs, () => streaks.delete(streak.frame.key))
  }

  function schedule(streak: Streak, ms: number, work: () => void): void {
    clearTimeout(streak.timer)
    streak.timer = setTimeout(work, ms).unref()
  }

  /** The known streak that the frame continues. */
  function find(frame: StreakFrame): Streak | undefined {
    const known = streaks.get(frame.key)
    if (known === undefined || frame.isNumbered || frame.count >= known.frame.count) return known
    settle(known)
    clearTimeout(known.timer)
    return undefined
  }

  function begin(frame: StreakFrame): Streak {
    const [oldest] = streaks.values()
    if (streaks.size >= maxStreaks && oldest !== undefined) {
      settle(oldest)
      clearTimeout(oldest.timer)
      streaks.delete(oldest.frame.key)
    }
    const streak = { frame, reported: 0, timer: undefined }
    streaks.set(frame.key, streak)
    return streak
  }

  return {
    take(frame: StreakFrame): void {
      const streak = find(frame) ?? begin(frame)
      if (frame.count >= streak.frame.count) streak.frame = frame
      if (frame.isOver) settle(streak)
      else if (streak.frame.count > streak.reported) schedule(streak, waitMs, () => settle(streak))
    },

    close(): void {
      for (const { timer } of streaks.values()) clearTimeout(timer)
      streaks.clear()
    },
  }
}
