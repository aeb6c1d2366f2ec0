import type { Channel } from '../../kernel/operation/channel.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import type { Viewers } from './viewers.ts'

/** Only a viewer with an account on the platform can be banned there. */
export async function resolvePlatformUser(
  viewers: Viewers,
  channel: Channel,
  platform: Platform,
  username: string,
): Promise<PlatformUser> {
  const found = await viewers.resolve(channel, platform, { username })
  if ('fresh' in found) return found.fresh
  const { userId: id, username: name, displayname } = found.known
  return { id, username: name, displayname }
}
