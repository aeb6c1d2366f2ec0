import type { Channel } from '../../kernel/operation/channel.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformUser, RoleChange } from '../../platforms/platform.ts'
import { inTime, type Platforms, unsupported } from '../../platforms/platforms.ts'
import { createOnEachPlatform } from '../stream/on-each-platform.ts'

export type ChatStanding = ReturnType<typeof createChatStanding>

/**
 * Warnings, roles in the chat, and the Shield Mode of a platform. The event of a warning or a role is written when the
 * platform reports it through the feed.
 */
export function createChatStanding({ platforms }: { platforms: Platforms }) {
  const onEach = createOnEachPlatform({ platforms })

  return {
    warn(channel: Channel, platform: Platform, warning: { readonly user: PlatformUser; readonly reason: string }) {
      return onEach(channel, platform, async (connection) => {
        const warn = connection.connector.moderation?.warn
        if (warn === undefined) throw unsupported(platform, 'warn')
        await inTime(connection, (signal) => warn(connection.account, warning, signal))
      })
    },

    setRole(channel: Channel, platform: Platform, change: RoleChange) {
      return onEach(channel, platform, async (connection) => {
        const setRole = connection.connector.moderation?.setRole
        if (setRole === undefined) throw unsupported(platform, 'changeRoles')
        await inTime(connection, (signal) => setRole(connection.account, change, signal))
      })
    },

    async setShieldMode(channel: Channel, platform: Platform, isOn: boolean): Promise<void> {
      const connection = await platforms.get(channel.id, platform)
      const set = connection.connector.moderation?.setShieldMode
      if (set === undefined) throw unsupported(platform, 'setShieldMode')
      await inTime(connection, (signal) => set(connection.account, isOn, signal))
    },
  }
}
