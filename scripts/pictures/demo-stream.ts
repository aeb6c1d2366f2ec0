import { sql } from '../../src/kernel/storage/database.ts'
import type { Platform } from '../../src/platforms/contract/platforms.ts'
import type { TestApp } from '../../test/create-test-app.ts'

const minuteMs = 60_000

const insertMinute = sql<{ channel: number; platform: string; minute: number; total: number; at: number }>(
  `INSERT INTO watch_minutes (channel_id, platform, minute, source, viewers, total, credited, is_open, at)
   VALUES (:channel, :platform, :minute, 'reported', '', :total, 0, 0, :at)
   ON CONFLICT (channel_id, platform, minute) DO NOTHING`,
)

/**
 * The viewers of a stream that began some minutes ago: they come within half an hour, a raid brings more, and some leave
 * at the end of each hour.
 */
export function viewersAt(minute: number, raid: number): number {
  const arriving = 58 * (1 - Math.exp(-minute / 16))
  const raiders = minute < raid ? 0 : 38 * Math.exp(-(minute - raid) / 45)
  const wave = 6 * Math.sin(minute / 7) + 3 * Math.sin(minute / 2.3)
  return Math.max(1, Math.round(8 + arriving + raiders + wave))
}

/** How lively the chat is: messages in one minute, most when something happens. */
export function messagesAt(minute: number, moments: readonly number[]): number {
  const lively = moments.reduce((sum, at) => sum + (minute < at ? 0 : 9 * Math.exp(-(minute - at) / 2.5)), 0)
  return Math.round(2 + 1.5 * Math.sin(minute / 5) ** 2 + lively)
}

/** Writes the viewers of each minute, as the server reads them from the platforms while a stream runs. */
export async function recordViewers(
  { ctx }: TestApp,
  channel: number,
  {
    from,
    minutes,
    shares,
    raid,
  }: { from: number; minutes: number; shares: Partial<Record<Platform, number>>; raid: number },
): Promise<void> {
  await ctx.db.write(async (tx) => {
    for (let minute = 0; minute < minutes; minute++) {
      for (const [platform, share] of Object.entries(shares)) {
        const at = from + minute * minuteMs
        const total = Math.round(viewersAt(minute, raid) * share)
        await tx.run(insertMinute, { channel, platform, minute: Math.floor(at / minuteMs), total, at })
      }
    }
  })
}
