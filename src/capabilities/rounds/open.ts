import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Channels } from '../channels/channels.ts'
import type { Chat } from '../chat/chat.ts'
import type { Events } from '../events/events.ts'
import type { Points } from '../points/points.ts'
import type { Polls } from '../polls/polls.ts'
import type { Settings } from '../settings/settings.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { createChatEntries } from './chat-entries.ts'
import { createRoundAnnouncer } from './round-announcer.ts'
import { createRoundClock } from './round-clock.ts'
import { createRoundRecords } from './round-records.ts'
import { createRounds } from './rounds.ts'

/** Polls, predictions and giveaways, which viewers enter in chat. */
export function openRounds(needs: {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  secret: () => string
  onClose: OnClose
  channels: Channels
  chat: Chat
  events: Events
  platforms: Platforms
  points: Points
  polls: Polls
  settings: Settings
  standing: Standing
  viewers: Viewers
}) {
  const announcer = createRoundAnnouncer(needs)
  needs.onClose(() => announcer.close())
  const rounds = createRounds({ ...needs, announcer })
  const chatEntries = createChatEntries({ ...needs, rounds })
  needs.onClose(() => chatEntries.close())
  return {
    rounds,
    chatEntries,
    roundClock: createRoundClock({ ...needs, rounds, announcer }),
    roundRecords: createRoundRecords(needs),
  }
}
