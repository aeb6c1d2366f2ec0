import type { Clock } from '../../kernel/ambient.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Setting } from '../../registry/setting-schemas.ts'
import { channelCatalogue } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { MessageCounts } from '../watch-time/message-counts.ts'
import type { AiQuestion } from './ai.ts'
import { builtInTexts } from './messages.ts'
import type { AiState } from './state.ts'
import type { Asker } from './tools.ts'

const minuteMs = 60_000

const quietTask =
  'Task: nobody has written for a while. Say one short sentence that starts a conversation about the stream.'

/** Lets the bot speak where nobody has written for a while, once until somebody writes again. */
export function createQuietChat(needs: {
  db: Database
  clock: Clock
  counts: MessageCounts
  platforms: Platforms
  settings: Settings
  state: AiState
  streamStates: StreamStates
  fillTexts: (caller: Caller, texts: readonly string[], asker: Asker) => Promise<string[]>
  isWithinLimits: (channelId: number, viewerId: number | undefined, set: Setting<'ai'>) => Promise<boolean>
  answer: (question: AiQuestion, set: Setting<'ai'>, isAddressed: boolean) => Promise<void>
}) {
  const { db, clock, counts, platforms, settings, state, streamStates, fillTexts, isWithinLimits, answer } = needs

  async function isQuiet(channel: Channel, platform: Platform, minutes: number, quietAt: number): Promise<boolean> {
    const live = await streamStates.find(channel.id, platform)
    if (live?.live !== true) return false
    const since = clock.now() - minutes * minuteMs
    if ((live.startedAt ?? 0) > since || quietAt > since) return false
    if (await counts.hasLines(db, channel.id, platform, since, 1)) return false
    // After it has spoken once, the bot waits until somebody writes.
    return quietAt < (live.startedAt ?? 0) || counts.hasLines(db, channel.id, platform, quietAt, 1)
  }

  async function breakSilence(channel: Channel): Promise<void> {
    const set = (await settings.of(channel.id)).ai
    if (!set.enabled || set.quiet_minutes === 0 || (await state.isMuted(channel.id))) return
    const { quietAt } = await state.read(channel.id)
    for (const { account } of await platforms.connected(channel.id)) {
      const { platform, username, displayname } = account
      if (!(await isQuiet(channel, platform, set.quiet_minutes, quietAt))) continue
      if (!(await isWithinLimits(channel.id, undefined, set))) return
      if (!(await state.claimQuiet(channel.id, quietAt))) return
      const caller = { channel, actor: 'ai', requestId: `ai-quiet-${clock.now()}` }
      const asker: Asker = { username, displayname, platform, viewer: undefined, roles: new Set() }
      const catalogue = await channelCatalogue(settings, channel.id)
      const [builtIn = ''] = await fillTexts(caller, [builtInTexts.quietChat(undefined, catalogue)], asker)
      const question = { caller, asker, text: '', trigger: 'quiet-chat', task: quietTask, builtIn } as const
      await answer(question, set, false)
      return
    }
  }

  return { breakSilence }
}
