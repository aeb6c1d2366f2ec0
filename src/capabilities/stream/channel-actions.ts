import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { BroadcastStatus, SnoozedAd, StreamMarker } from '../../platforms/channel-capabilities.ts'
import { type Platform, platformTitles } from '../../platforms/contract/platforms.ts'
import type { PlatformCategory, PlatformUser } from '../../platforms/platform.ts'
import { capability, inTime, type PlatformConnection, type Platforms, unsupported } from '../../platforms/platforms.ts'
import { streamErrors } from './messages.ts'
import { type ActionOutcome, createOnEachPlatform } from './on-each-platform.ts'

export type ChannelActions = ReturnType<typeof createChannelActions>

/**
 * Raids, shoutouts, ad breaks, markers, tags and broadcasts. The event of each is written when the platform reports it
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
      })
    },

    async cancelRaid(channel: Channel, platform: Platform): Promise<void> {
      const connection = await platforms.get(channel.id, platform)
      const { cancel } = capability(connection, 'raids', 'cancelRaid')
      await inTime(connection, (signal) => cancel(connection.account, signal))
    },

    shoutOut(channel: Channel, platform: Platform | undefined, username: string): Promise<readonly ActionOutcome[]> {
      return onEach(channel, platform, async (connection) => {
        const { give } = capability(connection, 'shoutouts', 'giveShoutout')
        const target = await getOther(connection, username)
        await inTime(connection, (signal) => give(connection.account, target, signal))
      })
    },

    /** A platform with a shorter maximum gets its maximum. */
    startCommercial(
      channel: Channel,
      platform: Platform | undefined,
      seconds: number,
    ): Promise<readonly ActionOutcome<number>[]> {
      return onEach(channel, platform, async (connection) => {
        const { start, maxSeconds } = capability(connection, 'commercials', 'startAdBreak')
        const length = Math.min(seconds, maxSeconds)
        return (await inTime(connection, (signal) => start(connection.account, length, signal))).seconds
      })
    },

    /** On every connected platform that can: an ad break moved on one of them is moved. */
    snoozeAd(channel: Channel): Promise<readonly ActionOutcome<SnoozedAd>[]> {
      return onEach(channel, undefined, async (connection) => {
        const { snooze } = capability(connection, 'commercials', 'snoozeAd')
        if (snooze === undefined) throw unsupported(connection.account.platform, 'snoozeAd')
        return inTime(connection, (signal) => snooze(connection.account, signal))
      })
    },

    createMarker(channel: Channel, text: string | undefined): Promise<readonly ActionOutcome<StreamMarker>[]> {
      return onEach(channel, undefined, async (connection) => {
        const { create } = capability(connection, 'markers', 'createMarker')
        return inTime(connection, (signal) => create(connection.account, text, signal))
      })
    },

    async setTags(channel: Channel, platform: Platform, tags: readonly string[]): Promise<void> {
      const connection = await platforms.get(channel.id, platform)
      const { set } = capability(connection, 'tags', 'setTags')
      await inTime(connection, (signal) => set(connection.account, tags, signal))
    },

    async setVideoCategory(channel: Channel, platform: Platform, name: string): Promise<PlatformCategory> {
      const connection = await platforms.get(channel.id, platform)
      const { set } = capability(connection, 'videoCategory', 'setVideoCategory')
      return inTime(connection, (signal) => set(connection.account, name, signal))
    },

    async moveBroadcast(channel: Channel, platform: Platform, to: 'start' | 'end'): Promise<BroadcastStatus> {
      const connection = await platforms.get(channel.id, platform)
      const move = capability(connection, 'broadcasts', 'runBroadcasts')[to]
      return inTime(connection, (signal) => move(connection.account, signal))
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
