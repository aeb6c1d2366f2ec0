import type { ChatRole } from '../../definitions/roles.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Standing } from './standing.ts'
import type { Viewer } from './viewer.ts'

export type ChatRoles = ReturnType<typeof createChatRoles>

/** The roles of somebody who writes in chat. */
export function createChatRoles(needs: { db: Database; platforms: Platforms; standing: Standing }) {
  const { db, platforms, standing } = needs

  /** The owner of the account is the broadcaster, whether or not the platform reports the role. */
  return async (
    channelId: number,
    platform: Platform,
    viewer: Pick<Viewer, 'userId' | 'roles' | 'followedAt'>,
  ): Promise<ReadonlySet<ChatRole>> => {
    const roles = await standing.rolesOf(db, channelId, platform, viewer)
    const account = (await platforms.find(channelId, platform))?.account
    return account?.accountId === viewer.userId ? new Set([...roles, 'broadcaster']) : roles
  }
}
