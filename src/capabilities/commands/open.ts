import type { Clock, Ids } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Alerts } from '../alerts/alerts.ts'
import type { Chat } from '../chat/chat.ts'
import type { Events } from '../events/events.ts'
import type { Points } from '../points/points.ts'
import type { RewardLinks } from '../rewards/reward-links.ts'
import type { Rewards } from '../rewards/rewards.ts'
import type { Settings } from '../settings/settings.ts'
import type { Games } from '../stream/games.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewers } from '../viewers/viewers.ts'
import { createCategoryFilter } from './category-filter.ts'
import { createCharges } from './charges.ts'
import { createChatCommands } from './chat-commands.ts'
import { createCommandIndex } from './command-index.ts'
import type { Commands } from './commands.ts'
import { createRewardCommands } from './reward-commands.ts'
import { createRunQueue } from './run-queue.ts'
import type { CommandRunner } from './runner.ts'

export type TriggeredCommandParts = ReturnType<typeof openTriggeredCommands>

/** Commands that viewers run: by a line in chat, or by a reward. The runner, which runs their steps, exists already. */
export function openTriggeredCommands(needs: {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  bus: Bus
  alerts: Alerts
  chat: Chat
  commandRunner: CommandRunner
  commands: Commands
  events: Events
  games: Games
  platforms: Platforms
  points: Points
  rewardLinks: RewardLinks
  rewards: Rewards
  settings: Settings
  standing: Standing
  streamStates: StreamStates
  viewers: Viewers
  /** Ends everything that runs in the channel. */
  stopAll: (caller: Caller) => Promise<unknown>
}) {
  const charges = createCharges(needs)
  const isCategoryAllowed = createCategoryFilter(needs)
  const commandIndex = createCommandIndex(needs)
  const queue = createRunQueue()
  return {
    charges,
    chatCommands: createChatCommands({ ...needs, charges, commandIndex, isCategoryAllowed, queue }),
    rewardCommands: createRewardCommands({ ...needs, isCategoryAllowed, queue }),
    /** Resolves when no command of a viewer runs. */
    commandsSettled: queue.settled,
  }
}
