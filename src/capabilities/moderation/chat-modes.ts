import type { Channel } from '../../kernel/operation/channel.ts'
import { rulesOf } from '../../platforms/chat-rules.ts'
import { type ChatMode, defaultSlowSeconds } from '../../platforms/contract/chat-modes.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import { inTime, type Platforms, unsupported } from '../../platforms/platforms.ts'
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
        if (set === undefined) throw unsupported(account.platform, 'changeChatModes')
        const rules = rulesOf({ ...wanted, seconds: wanted.seconds ?? null }, defaultSlowSeconds)
        await inTime(connection, (signal) => set(account, rules, signal))
      })
    },
  }
}
