import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { platformTitles } from '../contract/platforms.ts'
import type { PlatformAccount, PlatformUser } from '../platform.ts'
import type { SandboxChannelMemory } from './channel-memory.ts'
import type { SandboxMemory } from './memory.ts'
import { sandboxMessages } from './messages.ts'

/** The sandbox has no emotes, so an emote is a word in colons. */
const emotesOnly = /^\s*(?::\w+:\s*)+$/

/** Refuses messages that the modes of a sandbox chat do not allow. Viewers with a role are exempt, as on platforms. */
export function createChatAdmission(needs: { memory: SandboxMemory; channelMemory: SandboxChannelMemory }) {
  const { memory, channelMemory } = needs

  return async (account: PlatformAccount, user: PlatformUser, text: string): Promise<void> => {
    const { username, displayname: name, roles = [] } = user
    if (roles.length > 0) return
    const { followersOnly, subscribersOnly, emoteOnly, uniqueOnly } = await channelMemory.rules(account)
    const names = { name, platform: platformTitles[account.platform] }
    const refuse = (message: Text) => new Failure('platform_refused', { message })
    if (followersOnly && !(await memory.isFollower(account, username))) {
      throw refuse(sandboxMessages.followersOnly.of(names))
    }
    if (subscribersOnly) throw refuse(sandboxMessages.subscribersOnly.of(names))
    if (emoteOnly && !emotesOnly.test(text)) throw refuse(sandboxMessages.emoteOnly.of(names))
    if (uniqueOnly && (await memory.lines(account)).some((line) => line.text === text)) {
      throw refuse(sandboxMessages.uniqueOnly.of(names))
    }
  }
}
