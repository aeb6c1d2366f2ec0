import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { rulesOf } from '../../platforms/chat-rules.ts'
import { type ChatMode, defaultSlowSeconds } from '../../platforms/contract/chat-modes.ts'
import { type Platform, platformTitles } from '../../platforms/contract/platforms.ts'
import { type PlatformAction, platformActions, platformMessages } from '../../platforms/messages.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import { capability, inTime, type PlatformConnection, type Platforms } from '../../platforms/platforms.ts'
import { requireAny } from '../../platforms/require-any.ts'
import { streamErrors } from './messages.ts'

/** The result on one platform; a success if there is no failure. */
export interface ActionOutcome {
  readonly platform: Platform
  readonly failure?: Failure
  /** The length of an ad break that was started. */
  readonly seconds?: number
}

export interface WantedMode {
  readonly mode: ChatMode
  readonly enabled: boolean
  readonly seconds?: number | undefined
}

export type ChannelActions = ReturnType<typeof createChannelActions>

/**
 * Raids, shoutouts, announcements, chat modes and ad breaks. The event of each is written when the platform reports it
 * through the feed. Without a platform every connected one is tried, and one that cannot do it says so.
 */
export function createChannelActions({ platforms }: { platforms: Platforms }) {
  async function onEach(
    channel: Channel,
    platform: Platform | undefined,
    action: (connection: PlatformConnection) => Promise<number | undefined>,
  ): Promise<readonly ActionOutcome[]> {
    const connections =
      platform === undefined ? await platforms.connected(channel.id) : [await platforms.get(channel.id, platform)]
    if (connections.length === 0) throw new Failure('platform_not_connected', { message: streamErrors.noAccount() })
    return requireAny(await Promise.all(connections.map((connection) => attempt(connection, action))))
  }

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

    announce(channel: Channel, platform: Platform | undefined, text: string): Promise<readonly ActionOutcome[]> {
      return onEach(channel, platform, async (connection) => {
        const { send } = capability(connection, 'announcements', 'sendAnnouncement')
        await inTime(connection, (signal) => send(connection.account, text, signal))
        return undefined
      })
    },

    setChatMode(
      channel: Channel,
      platform: Platform | undefined,
      wanted: WantedMode,
    ): Promise<readonly ActionOutcome[]> {
      return onEach(channel, platform, async (connection) => {
        const { account, connector } = connection
        const set = connector.moderation?.setChatRules
        if (set === undefined) throw unsupported(connection, 'changeChatModes')
        const rules = rulesOf({ ...wanted, seconds: wanted.seconds ?? null }, defaultSlowSeconds)
        await inTime(connection, (signal) => set(account, rules, signal))
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
    throw new Failure('user_not_found', { message: streamErrors.noSuchChannel({ service, username }) })
  }
  if (found.id === account.accountId) throw new Failure('same_user', { message: streamErrors.ownChannel() })
  return found
}

function unsupported({ account }: PlatformConnection, action: PlatformAction): Failure {
  const message = platformMessages.unsupported({
    service: platformTitles[account.platform],
    action: platformActions[action],
  })
  return new Failure('invalid_parameter', { message })
}

async function attempt(
  connection: PlatformConnection,
  action: (connection: PlatformConnection) => Promise<number | undefined>,
): Promise<ActionOutcome> {
  const { platform } = connection.account
  try {
    const seconds = await action(connection)
    return { platform, ...(seconds !== undefined && { seconds }) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { platform, failure: error }
  }
}
