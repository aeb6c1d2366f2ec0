import { minuteMs } from '../../kernel/minute-jobs.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { localDay } from '../../kernel/text/local-day.ts'
import { letOthersRun } from '../../kernel/turns.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Earning } from '../points/earning.ts'
import type { Settings } from '../settings/settings.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { findMinute, listUnfinished, setCredited } from './minute-rows.ts'
import { readRanges } from './ranges.ts'
import type { WatchTime } from './watch-time.ts'

/** Few enough per transaction that a concurrent call waits a few milliseconds at most. */
const atOnce = 50

/** Adds stored minutes to the totals of the viewers who were there. */
export function createMinuteCredits(needs: {
  db: Database
  earning: Earning
  settings: Settings
  viewers: Viewers
  watchTime: WatchTime
}) {
  const { db, earning, settings, viewers, watchTime } = needs

  /** Each batch stores its progress in the same transaction, so that no minute counts twice. */
  async function credit(channel: Channel, platform: Platform, minute: number): Promise<void> {
    const set = await settings.of(channel.id)
    const key = { channel: channel.id, platform, minute }
    const at = minute * minuteMs
    const day = localDay(channel.timeZone, at)
    const cause = { channel, actor: `platform:${platform}`, requestId: `minute-${minute}` }
    for (let isDone = false; !isDone; ) {
      isDone = await db.write(async (tx) => {
        const row = await tx.get(findMinute, key)
        if (row === undefined || row.is_open === 0) return true
        const shared = {}
        const next = readRanges(row.viewers).slice(row.credited, row.credited + atOnce)
        for (const id of next) {
          const viewer = await viewers.getById(tx, channel.id, id)
          if (viewer === undefined) continue
          await watchTime.credit(tx, channel.id, viewer, day)
          await earning.reward(tx, cause, set, viewer, 'per_minute', { shared, at })
        }
        const credited = row.credited + next.length
        await tx.run(setCredited, { ...key, credited, isOpen: credited < row.total ? 1 : 0 })
        return credited >= row.total
      })
      await letOthersRun()
    }
  }

  /** The minutes that a server was adding when it stopped. */
  async function finish(channel: Channel): Promise<void> {
    for (const { platform, minute } of await db.all(listUnfinished, { channel: channel.id })) {
      await credit(channel, platform, minute)
    }
  }

  return { credit, finish }
}
