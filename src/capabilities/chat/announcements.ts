import type { Channel } from '../../kernel/operation/channel.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { capability, inTime, type Platforms } from '../../platforms/platforms.ts'
import { type ActionOutcome, createOnEachPlatform } from '../stream/on-each-platform.ts'

export type Announcements = ReturnType<typeof createAnnouncements>

/** Messages that a platform highlights. The event is written when the platform reports it through the feed. */
export function createAnnouncements({ platforms }: { platforms: Platforms }) {
  const onEach = createOnEachPlatform({ platforms })
  return {
    /** Without a platform every connected one is tried. */
    send(channel: Channel, platform: Platform | undefined, text: string): Promise<readonly ActionOutcome[]> {
      return onEach(channel, platform, async (connection) => {
        const { send } = capability(connection, 'announcements', 'sendAnnouncement')
        await inTime(connection, (signal) => send(connection.account, text, signal))
      })
    },
  }
}
