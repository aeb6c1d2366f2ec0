import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Platform, platformTitles } from '../../platforms/contract/platforms.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import { capability, inTime, type PlatformConnection, type Platforms } from '../../platforms/platforms.ts'
import { streamErrors } from './messages.ts'
import { type ActionOutcome, createOnEachPlatform } from './on-each-platform.ts'

export type ChannelActions = ReturnType<typeof createChannelActions>

/**
 * Raids, shoutouts and ad breaks. The event of each is written when the platform reports it
 * through the feed. Without a platform every connected one is tried, and one that cannot do it says so.
 */
export function createChannelActions({ platforms }: { platforms: Platforms }) {
  const onEach = createOnEachPlatform({ platforms })

  return {
    raid(channel: Channel, platform: Platform | undefined, username: string): Promise<readonly ActionOutcome[]> {
      return onEach(channel, platform, async (connection) => {
        const { start } = capability(connection, 'raids', 'startRaid')
        const target = await getOther(connection, username)
        await inTime(connection, (signal) => start(connection.account, target, signal))
        return undefined
      })
    },

    shoutOut(channel: Channel, platform: Platform | undefined, username: string): Promise<readonly ActionOutcome[]> {
      return onEach(channel, platform, async (connection) => {
        const { give } = capability(connection, 'shoutouts', 'giveShoutout')
        const target = await getOther(connection, username)
        await inTime(connection, (signal) => give(connection.account, target, signal))
        return undefined
      })
    },

    /** A platform with a shorter maximum gets its maximum. */
    startCommercial(
      channel: Channel,
      platform: Platform | undefined,
      seconds: number,
    ): Promise<readonly ActionOutcome[]> {
      return onEach(channel, platform, async (connection) => {
        const { start, maxSeconds } = capability(connection, 'commercials', 'startAdBreak')
        const length = Math.min(seconds, maxSeconds)
        return (await inTime(connection, (signal) => start(connection.account, length, signal))).seconds
      })
    },
  }
}

/** Another broadcaster, who need not be a viewer of this channel. */
async function getOther(connection: PlatformConnection, username: string): Promise<PlatformUser> {
  const { account, connector } = connection
  const found = await inTime(connection, (signal) => connector.findUser(account, { username }, signal))
  if (found === undefined) {
    const service = platformTitles[account.platform]
    throw new Failure('user_not_found', { message: streamErrors.noSuchChannel.of({ service, username }) })
  }
  if (found.id === account.accountId) throw new Failure('same_user', { message: streamErrors.ownChannel.of() })
  return found
}
