import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Platform, platformTitles } from '../../platforms/contract/platforms.ts'
import type { PlatformAction } from '../../platforms/messages.ts'
import { capability, inTime, type PlatformConnection, type Platforms } from '../../platforms/platforms.ts'
import { pinErrors } from './messages.ts'

export interface PinnedLine {
  readonly platform: Platform
  readonly messageId: string
}

export type PinnedMessages = ReturnType<typeof createPinnedMessages>

/** Pins and unpins chat messages. The event is written when the pin is reported through the feed. */
export function createPinnedMessages({ platforms }: { platforms: Platforms }) {
  /** Without a platform: the connected one that has pins. */
  async function choose(channel: Channel, platform: Platform | undefined, action: PlatformAction) {
    const connection = platform === undefined ? await findAble(channel) : await platforms.get(channel.id, platform)
    return { connection, pins: capability(connection, 'pins', action) }
  }

  async function findAble(channel: Channel): Promise<PlatformConnection> {
    const able = (await platforms.connected(channel.id)).find(({ connector }) => connector.pins !== undefined)
    if (able === undefined) throw new Failure('platform_not_connected', { message: pinErrors.noPinsAnywhere.of() })
    return able
  }

  return {
    /** Throws the failure of a platform that has no pins. */
    async requirePins(channel: Channel, platform: Platform): Promise<void> {
      await choose(channel, platform, 'pin')
    },

    async pin(
      channel: Channel,
      wanted: {
        readonly platform: Platform | undefined
        readonly messageId: string
        readonly seconds?: number | undefined
      },
    ): Promise<PinnedLine> {
      const { messageId, seconds } = wanted
      const { connection, pins } = await choose(channel, wanted.platform, 'pin')
      const { account } = connection
      const isThere = await inTime(connection, (signal) => pins.pin(account, messageId, seconds, signal))
      if (isThere) return { platform: account.platform, messageId }
      const message = pinErrors.noMessage.of({ service: platformTitles[account.platform], id: messageId })
      throw new Failure('message_not_found', { message })
    },

    /** Without a message id: whichever message is pinned. */
    async unpin(
      channel: Channel,
      wanted: { readonly platform: Platform | undefined; readonly messageId: string | undefined },
    ): Promise<PinnedLine> {
      const { connection, pins } = await choose(channel, wanted.platform, 'unpin')
      const { account } = connection
      const pinnedId = async () => (await inTime(connection, (signal) => pins.find(account, signal)))?.messageId
      const messageId = wanted.messageId ?? (await pinnedId())
      if (messageId === undefined) throw new Failure('message_not_found', { message: pinErrors.nothingPinned.of() })
      const was = await inTime(connection, (signal) => pins.unpin(account, messageId, signal))
      if (was) return { platform: account.platform, messageId }
      throw new Failure('message_not_found', { message: pinErrors.notPinned.of({ id: messageId }) })
    },
  }
}
