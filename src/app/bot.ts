import type { Activity } from '../capabilities/activity/activity.ts'
import { createFeed } from '../capabilities/activity/feed.ts'
import type { LiveChat } from '../capabilities/activity/live-chat.ts'
import type { AiParts } from '../capabilities/ai/open.ts'
import type { Alerts } from '../capabilities/alerts/alerts.ts'
import type { AutomationParts } from '../capabilities/automations/open-automations.ts'
import type { Channels } from '../capabilities/channels/channels.ts'
import type { Chat } from '../capabilities/chat/chat.ts'
import { createCategoryFilter } from '../capabilities/commands/category-filter.ts'
import { createCharges } from '../capabilities/commands/charges.ts'
import { createChatCommands } from '../capabilities/commands/chat-commands.ts'
import { createCommandIndex } from '../capabilities/commands/command-index.ts'
import type { Commands } from '../capabilities/commands/commands.ts'
import { createRewardCommands } from '../capabilities/commands/reward-commands.ts'
import type { CommandRunner } from '../capabilities/commands/runner.ts'
import { createChatLinks } from '../capabilities/discord/chat-links.ts'
import type { DiscordLinks } from '../capabilities/discord/links.ts'
import type { Events } from '../capabilities/events/events.ts'
import type { AutoModeration } from '../capabilities/moderation/auto-moderation.ts'
import type { AutoModerator } from '../capabilities/moderation/auto-moderator.ts'
import type { Moderation } from '../capabilities/moderation/moderation.ts'
import type { HandledReport, ReceivedLine } from '../capabilities/moderation/received-line.ts'
import type { Earning } from '../capabilities/points/earning.ts'
import type { Points } from '../capabilities/points/points.ts'
import type { RewardLinks } from '../capabilities/rewards/reward-links.ts'
import type { Rewards } from '../capabilities/rewards/rewards.ts'
import { createChatEntries } from '../capabilities/rounds/chat-entries.ts'
import type { Rounds } from '../capabilities/rounds/rounds.ts'
import type { Settings } from '../capabilities/settings/settings.ts'
import type { Games } from '../capabilities/stream/games.ts'
import type { ObservedStream } from '../capabilities/stream/observed-stream.ts'
import type { Stream } from '../capabilities/stream/stream.ts'
import type { StreamStates } from '../capabilities/stream/stream-states.ts'
import { createStreamWatch } from '../capabilities/stream/stream-watch.ts'
import type { Standing } from '../capabilities/viewers/standing.ts'
import type { Viewers } from '../capabilities/viewers/viewers.ts'
import type { MessageCounts } from '../capabilities/watch-time/message-counts.ts'
import type { Presence } from '../capabilities/watch-time/presence.ts'
import { createWatchMinutes } from '../capabilities/watch-time/watch-minutes.ts'
import type { WatchTime } from '../capabilities/watch-time/watch-time.ts'
import type { Clock, Ids } from '../kernel/ambient.ts'
import type { Bus } from '../kernel/bus/bus.ts'
import type { Log } from '../kernel/log.ts'
import { createMinuteProgress, startMinuteJobs } from '../kernel/minute-jobs.ts'
import type { Caller } from '../kernel/operation/caller.ts'
import type { Database } from '../kernel/storage/database.ts'
import type { Platform } from '../platforms/contract/platforms.ts'
import type { Platforms } from '../platforms/platforms.ts'

export type Bot = ReturnType<typeof createBot>

/** Reads the chats, runs commands and moderation, and counts watch time. */
export function createBot(needs: {
  db: Database
  clock: Clock
  ids: Ids
  log: Log
  bus: Bus
  activity: Activity
  aiParts: AiParts
  alerts: Alerts
  autoModeration: AutoModeration
  autoModerator: AutoModerator
  automations: AutomationParts
  channels: Channels
  commandRunner: CommandRunner
  commands: Commands
  counts: MessageCounts
  chat: Chat
  discordLinks: DiscordLinks
  earning: Earning
  events: Events
  games: Games
  liveChat: LiveChat
  moderation: Moderation
  observedStream: ObservedStream
  platforms: Platforms
  points: Points
  presence: Presence
  rewardLinks: RewardLinks
  rewards: Rewards
  rounds: Rounds
  settings: Settings
  standing: Standing
  stream: Stream
  streamStates: StreamStates
  viewers: Viewers
  watchTime: WatchTime
}) {
  const { db, clock, log } = needs
  const charges = createCharges(needs)
  const isCategoryAllowed = createCategoryFilter(needs)
  const commandIndex = createCommandIndex(needs)
  const { automations, autoModeration, autoModerator } = needs
  const stopAll = (caller: Caller) => db.write((tx) => automations.stopAll(tx, caller))
  const chatCommands = createChatCommands({ ...needs, charges, commandIndex, isCategoryAllowed, stopAll })
  const chatEntries = createChatEntries(needs)
  const chatLinks = createChatLinks(needs)
  const rewardCommands = createRewardCommands({ ...needs, isCategoryAllowed })
  const watchMinutes = createWatchMinutes(needs)
  let stopMinutes = async () => {}

  /** Chat lines that are still being checked for commands. */
  const pendingLines = new Set<Promise<void>>()

  /**
   * The word of an open round, and the code of a Discord account, come before a command of the same name, and all of them
   * before the AI bot.
   */
  async function respond(line: ReceivedLine): Promise<void> {
    if (await chatEntries.receive(line)) return
    if (await chatLinks.receive(line)) return
    if (await chatCommands.receive(line)) return
    await needs.aiParts.chat.receive(line)
  }

  function onChat(line: ReceivedLine): void {
    if (line.offence !== undefined) {
      autoModerator.handle(line)
      return
    }
    const pending = respond(line)
      .catch((error: unknown) => log.error('could not process a chat line', { error }))
      .finally(() => pendingLines.delete(pending))
    pendingLines.add(pending)
    automations.triggers.onChat(line)
  }

  function onReport(report: HandledReport): void {
    needs.liveChat.take(report)
    const event = report.event.kind === 'chat' ? undefined : needs.liveChat.eventOf(report)
    if (event !== undefined) automations.triggers.onLive(report.channelId, event)
  }

  async function settled(): Promise<void> {
    while (pendingLines.size > 0) await Promise.all(pendingLines)
    await needs.aiParts.chat.settled()
    await chatCommands.settled()
    await chatEntries.settled()
    await rewardCommands.settled()
    await autoModerator.settled()
    await automations.settled()
  }

  const feed = createFeed({ ...needs, onChat, onReport })
  const streamWatch = createStreamWatch({ ...needs, feed })

  return {
    onRedemption: rewardCommands.receive,
    runCommandFor: chatCommands.runFor,
    runCommandElsewhere: chatCommands.runElsewhere,

    /** Whether the rules for messages in chat allow this text. */
    async isAllowed(channelId: number, platform: Platform, userId: string, text: string): Promise<boolean> {
      const line = { id: needs.ids.next('line'), channelId, platform, userId, text }
      return (await autoModeration.judge(await needs.settings.of(channelId), line)) === undefined
    },

    feed,
    streamWatch,
    watchMinutes,

    /** First settles the charges that a crash left open. */
    async start({ isShared = false, isTimed = true } = {}): Promise<void> {
      // Other nodes may be running commands now. Charges older than any running command were interrupted.
      await charges.settleCutOff(isShared ? 60_000 : 0)
      await automations.runs.closeCutOff({ isShared })
      const jobs = {
        streams: streamWatch.tick,
        'watch time': watchMinutes.tick,
        automations: automations.schedules.tick,
        'quiet chats': needs.aiParts.chat.tick,
        'runs of dead nodes': () => automations.runs.closeCutOff({ isShared }),
        columns: () => needs.watchTime.pack(),
      }
      if (isTimed) stopMinutes = await startMinuteJobs({ jobs, progress: createMinuteProgress(db), clock, log })
    },

    /** Resolves when no command and no moderation action is running. */
    settled,

    /** Stops the minute jobs. Chat lines are still processed. */
    stop: () => stopMinutes(),

    async close(): Promise<void> {
      chatEntries.close()
      await stopMinutes()
      // Automations may wait for an hour, so they are cut off.
      await automations.close()
      await settled()
    },
  }
}
