import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { rulesOf } from '../../platforms/chat-rules.ts'
import { type ChatMode, defaultSlowSeconds } from '../../platforms/contract/chat-modes.ts'
import { type Platform, platformTitles } from '../../platforms/contract/platforms.ts'
import { platformActions, platformMessages } from '../../platforms/messages.ts'
import { inTime, type Platforms } from '../../platforms/platforms.ts'
import { type ActionOutcome, createOnEachPlatform } from '../stream/on-each-platform.ts'

interface WantedMode {
  readonly mode: ChatMode
  readonly enabled: boolean
  readonly seconds?: number | undefined
}

export type ChatModes = ReturnType<typeof createChatModes>

/** Slow mode and others. The event of a change is written when the platform reports it through the feed. */
export function createChatModes({ platforms }: { platforms: Platforms }) {
  const onEach = createOnEachPlatform({ platforms })
  return {
    /** Without a platform every connected one is tried. */
    set(channel: Channel, platform: Platform | undefined, wanted: WantedMode): Promise<readonly ActionOutcome[]> {
      return onEach(channel, platform, async (connection) => {
        const { account, connector } = connection
        const set = connector.moderation?.setChatRules
        if (set === undefined) {
          const names = { service: platformTitles[account.platform], action: platformActions.changeChatModes }
          throw new Failure('invalid_parameter', { message: platformMessages.unsupported.of(names) })
        }
        const rules = rulesOf({ ...wanted, seconds: wanted.seconds ?? null }, defaultSlowSeconds)
        await inTime(connection, (signal) => set(account, rules, signal))
        return undefined
      })
    },
  }
}
