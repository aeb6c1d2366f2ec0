import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { findListenerMark, keepListenerMark } from '../listener-marks.ts'
import type { PlatformAccount, PlatformFeed } from '../platform.ts'
import { ownerOf } from './broadcasts.ts'
import type { DataApi } from './data-api.external.ts'
import type { YouTubeTiming } from './timing.ts'

const markName = 'new-subscribers'

/**
 * Reports who subscribed to the channel as follows. YouTube lists the newest public subscriptions and reports none, so the
 * list is read again and again; what was there at the first reading is not new.
 */
export async function followNewSubscribers(
  account: PlatformAccount,
  needs: { db: Database; log: Log; api: DataApi; feed: PlatformFeed; timing: YouTubeTiming },
  signal: AbortSignal,
): Promise<void> {
  const { db, log, api, feed, timing } = needs

  async function read(): Promise<void> {
    const listed = await api.listNewSubscribers(ownerOf(account), signal)
    const stored = await findListenerMark(db, account, markName)
    const [knownAccount, since] = stored === undefined ? [] : (JSON.parse(stored) as [string, number])
    const newest = Math.max(0, ...listed.map(({ at }) => at))
    if (knownAccount === account.accountId && since !== undefined) {
      const fresh = listed.filter(({ at }) => at > since).sort((one, other) => one.at - other.at)
      for (const { id, user } of fresh) await feed(account, { kind: 'follow', id: `subscription:${id}`, user })
      if (fresh.length === 0) return
    }
    await keepListenerMark(db, account, markName, JSON.stringify([account.accountId, newest]))
  }

  while (!signal.aborted) {
    await read().catch((error: unknown) => {
      if (!signal.aborted) log.warn('could not read the new subscribers of YouTube', { ...account, error })
    })
    await delay(timing.subscribersMs, undefined, { signal }).catch(() => undefined)
  }
}
