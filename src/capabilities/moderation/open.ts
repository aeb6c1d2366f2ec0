import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { LiveEvents } from '../chat/live-events.ts'
import type { Events } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import { patternOf } from '../steps/patterns.ts'
import { createAutoModeration } from './auto-moderation.ts'
import { createAutoModerator } from './auto-moderator.ts'
import { createChatModes } from './chat-modes.ts'
import { createChatRooms } from './chat-rooms.ts'
import { createChatStanding } from './chat-standing.ts'
import { createModeration } from './moderation.ts'
import { createModerationLog } from './moderation-log.ts'

/** Moderation by people and by the automatic rules, and the chat modes. */
export function openModeration(needs: {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  onClose: OnClose
  events: Events
  live: LiveEvents
  platforms: Platforms
  settings: Settings
}) {
  const { db, log, bus, onClose, events } = needs
  const moderationLog = createModerationLog(needs)
  const moderation = createModeration({ ...needs, log: moderationLog })
  const reportedPatterns = new Map<number, string>()

  /** Once for each list: settings are read again now and then. */
  function reportDisabled(channelId: number, patterns: readonly string[]): void {
    const reported = patterns.join('\n')
    if (reportedPatterns.get(channelId) === reported) return
    reportedPatterns.set(channelId, reported)
    const cause = { channel: { id: channelId }, actor: 'rule:words', requestId: '' }
    const event = { kind: 'moderation.patterns-disabled', data: { patterns } } as const
    db.write((tx) => events.appendNew(tx, cause, event)).catch((error: unknown) =>
      log.warn('disabled moderation patterns could not be reported', { error }),
    )
  }

  const autoModeration = createAutoModeration({ ...needs, patternOf, onDisabled: reportDisabled })
  onClose(
    bus.subscribe('viewer-erased', ({ channelId, platform, userId }) =>
      autoModeration.forget(channelId, platform, userId),
    ),
  )
  return {
    moderation,
    moderationLog,
    autoModeration,
    autoModerator: createAutoModerator({ ...needs, moderation }),
    chatModes: createChatModes(needs),
    chatRooms: createChatRooms(needs),
    chatStanding: createChatStanding(needs),
  }
}
