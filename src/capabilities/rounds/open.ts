import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { OnClose } from '../../kernel/closing.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Channels } from '../channels/channels.ts'
import type { Events } from '../events/events.ts'
import type { Points } from '../points/points.ts'
import type { Polls } from '../polls/polls.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { createChatEntries } from './chat-entries.ts'
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
  events: Events
  platforms: Platforms
  points: Points
  polls: Polls
  standing: Standing
  viewers: Viewers
}) {
  const rounds = createRounds(needs)
  const chatEntries = createChatEntries({ ...needs, rounds })
  needs.onClose(() => chatEntries.close())
  return {
    rounds,
    chatEntries,
    roundClock: createRoundClock({ ...needs, rounds }),
    roundRecords: createRoundRecords(needs),
  }
}
