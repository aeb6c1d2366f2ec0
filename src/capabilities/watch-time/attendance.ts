import type { Log } from '../../kernel/log.ts'
import { type Minute, minuteMs } from '../../kernel/minute-jobs.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import { inTime, type PlatformConnection } from '../../platforms/platforms.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import { isExcluded } from '../points/earning.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { Presence } from './presence.ts'

/** Few enough per transaction that a concurrent call waits a few milliseconds at most. */
const atOnce = 50

/** Who is there: by the platform's viewer list where it has one, otherwise by who writes. Bots and the broadcaster do not count. */
export function createAttendance(needs: { db: Database; log: Log; presence: Presence; viewers: Viewers }) {
  const { db, log, presence, viewers } = needs

  /** By the platform's viewer list; undefined if there is none. */
  async function whoIsThere(channel: Channel, connection: PlatformConnection, set: ChannelSettings) {
    const chatters = await findChatters(connection)
    return chatters && idsOf(channel, connection, chatters, set)
  }

  /** The viewers who wrote within the window before the end of the minute. */
  async function whoWrote(
    channel: Channel,
    connection: PlatformConnection,
    { endedAt: until }: Minute,
    isNewest: boolean,
    set: ChannelSettings,
  ) {
    const since = until - set.watch_time.presence_minutes * minuteMs
    const { platform } = connection.account
    const written = await (isNewest
      ? presence.between(channel.id, platform, since, until)
      : presence.storedBetween(channel.id, platform, since, until))
    const ids: number[] = []
    for (const id of written) {
      const viewer = await viewers.getById(db, channel.id, id)
      if (viewer === undefined || viewer.isBot || viewer.userId === connection.account.accountId) continue
      if (!isExcluded(set, viewer.username)) ids.push(id)
    }
    return ids
  }

  async function findChatters(connection: PlatformConnection): Promise<readonly PlatformUser[] | undefined> {
    const { account, connector } = connection
    const listPresent = connector.listPresent?.bind(connector)
    if (listPresent === undefined) return undefined
    return inTime(connection, (signal) => listPresent(account, signal)).catch((error: unknown) => {
      log.warn('the viewer list could not be read', { platform: account.platform, error })
      return undefined
    })
  }

  async function idsOf(
    channel: Channel,
    connection: PlatformConnection,
    users: readonly PlatformUser[],
    set: ChannelSettings,
  ) {
    const { platform, accountId } = connection.account
    const counted = users.filter(({ id, isBot, username }) => {
      return isBot !== true && id !== accountId && !isExcluded(set, username)
    })
    const ids = new Set<number>()
    for (let from = 0; from < counted.length; from += atOnce) {
      await db.write(async (tx) => {
        for (const fresh of counted.slice(from, from + atOnce)) {
          const viewer = await viewers.ensure(tx, channel, { platform, fresh })
          if (!viewer.isBot) ids.add(viewer.id)
        }
      })
    }
    return [...ids].sort((a, b) => a - b)
  }

  return { whoIsThere, whoWrote }
}
