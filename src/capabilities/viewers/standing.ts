import type { ChatRole } from '../../definitions/roles.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Reader } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Subscribers } from '../subscribers/subscribers.ts'
import type { Viewer } from './viewer.ts'

type Somebody = Pick<Viewer, 'userId' | 'roles' | 'followedAt'>

export type Standing = ReturnType<typeof createStanding>

/** A viewer's roles in the channel: those the platform reports, and those from stored follows and subscriptions. */
export function createStanding({ clock, subscribers }: { clock: Clock; subscribers: Subscribers }) {
  return {
    async rolesOf(
      reader: Reader,
      channelId: number,
      platform: Platform,
      { userId, roles, followedAt }: Somebody,
    ): Promise<ReadonlySet<ChatRole>> {
      const found = new Set<ChatRole>(roles)
      if (followedAt !== null) found.add('follower')
      const subscribes =
        found.has('subscriber') || (await subscribers.isRunning(reader, channelId, platform, userId, clock.now()))
      if (subscribes) found.add('subscriber')
      return found
    },
  }
}
