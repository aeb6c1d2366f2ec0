import type { Clock } from '../../kernel/ambient.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import { modesOf, noChatRules } from '../../platforms/chat-rules.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { ChannelEvent } from '../../platforms/platform.ts'
import type { Cause, Events } from '../events/events.ts'
import { settlingMs } from './observed-stream.ts'
import { nothingKnown, readState, writeState } from './state-rows.ts'

type RulesReport = Extract<ChannelEvent, { kind: 'chat-rules' }>
type PinReport = Extract<ChannelEvent, { kind: 'pin' }>

export type ObservedChat = ReturnType<typeof createObservedChat>

/** Turns reports about the rules and the pinned message of a chat into events of the log, each change once. */
export function createObservedChat({ clock, events }: { clock: Clock; events: Events }) {
  return {
    /** Platforms report all rules together, so the changed ones are found by comparison. */
    async recordRules(tx: Writer, cause: Cause, platform: Platform, { rules, isPoll }: RulesReport): Promise<void> {
      const now = clock.now()
      const known = (await readState(tx, cause.channel.id, platform)) ?? nothingKnown
      if (isPoll && now - known.changedAt < settlingMs) return
      const before = known.chatRules ?? noChatRules
      const chatRules = { ...before, ...rules }
      const modesBefore = modesOf(before)
      const changed = modesOf(chatRules).filter(({ enabled, seconds }, index) => {
        return enabled !== modesBefore[index]?.enabled || seconds !== modesBefore[index]?.seconds
      })
      // What a poll finds first may have been so for days.
      const news = isPoll && known.chatRules === undefined ? [] : changed
      for (const data of news) await events.appendNew(tx, cause, { kind: 'chat.mode-changed', platform, data })
      if (changed.length === 0 && known.chatRules !== undefined) return
      const changedAt = news.length > 0 ? now : known.changedAt
      await writeState(tx, cause.channel.id, platform, { ...known, chatRules, changedAt })
    },

    async recordPin(tx: Writer, cause: Cause, platform: Platform, { pin, isPoll }: PinReport): Promise<void> {
      const known = (await readState(tx, cause.channel.id, platform)) ?? nothingKnown
      const pinnedId = pin?.messageId ?? null
      if (pinnedId === known.pinnedId) return
      const isNews = pin !== null && !(isPoll && known.pinnedId === undefined)
      if (isNews) {
        const { author, text, messageId, moderator, endsAt } = pin
        const { id: user_id, username, displayname } = author
        const data = { user_id, username, displayname, text, messageId, moderator, ends_at: endsAt }
        await events.appendNew(tx, cause, { kind: 'chat.pinned', platform, data })
      }
      await writeState(tx, cause.channel.id, platform, { ...known, pinnedId })
    },
  }
}
