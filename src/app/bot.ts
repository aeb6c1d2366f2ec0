import type { Activity } from '../capabilities/activity/activity.ts'
import { createFeed } from '../capabilities/activity/feed.ts'
import type { AiParts } from '../capabilities/ai/open.ts'
import type { AutomationParts } from '../capabilities/automations/open.ts'
import type { TriggeredCommandParts } from '../capabilities/commands/open.ts'
import type { ChatLinks } from '../capabilities/discord/chat-links.ts'
import type { HandledReport, ReceivedLine } from '../capabilities/moderation/received-line.ts'
import type { ChatEntries } from '../capabilities/rounds/chat-entries.ts'
import { createStreamWatch } from '../capabilities/stream/stream-watch.ts'
import { createWatchMinutes } from '../capabilities/watch-time/watch-minutes.ts'
import { createMinuteProgress, startMinuteJobs } from '../kernel/minute-jobs.ts'
import type { Platform } from '../platforms/contract/platforms.ts'
import type { AudienceParts } from './audience.ts'
import type { BroadcastParts } from './broadcast.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'

export type Bot = ReturnType<typeof createBot>

/** Reads the chats, runs commands and moderation, and counts watch time. */
export function createBot(
  needs: NodeParts &
    ChannelParts &
    PlatformParts &
    AudienceParts &
    BroadcastParts &
    TriggeredCommandParts & {
      activity: Activity
      aiParts: AiParts
      automations: AutomationParts
      chatEntries: ChatEntries
      chatLinks: ChatLinks
    },
) {
  const { db, clock, log, automations, autoModeration, autoModerator } = needs
  const { charges, chatCommands, chatEntries, chatLinks } = needs
  const watchMinutes = createWatchMinutes(needs)
  let stopMinutes = async () => {}
  let stopTakingOver = () => {}

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
    for (const work of [respond(line), needs.liveChat.takeFirst(line)]) {
      const pending = work
        .catch((error: unknown) => log.error('could not process a chat line', { error }))
        .finally(() => pendingLines.delete(pending))
      pendingLines.add(pending)
    }
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
    await needs.commandsSettled()
    await chatEntries.settled()
    await autoModerator.settled()
    await automations.settled()
  }

  const feed = createFeed({ ...needs, onChat, onReport })
  const streamWatch = createStreamWatch({ ...needs, feed })

  return {
    runCommandFor: chatCommands.runFor,
    runCommandElsewhere: chatCommands.runElsewhere,

    /** Whether the rules for messages in chat allow this text. */
    async isAllowed(channelId: number, platform: Platform, userId: string, text: string): Promise<boolean> {
      const line = { id: needs.ids.next('line'), channelId, platform, userId, text }
      return (await autoModeration.judge(await needs.settings.of(channelId), line)) === undefined
    },

    /** Whether the rules for words and links allow this name in chat. People always have the same one. */
    async isNameAllowed(channelId: number, platform: Platform, name: string): Promise<boolean> {
      const settings = await needs.settings.of(channelId)
      const { caps, repeats, ...rules } = settings.auto_moderation
      const off = { caps: { ...caps, enabled: false }, repeats: { ...repeats, enabled: false } }
      const line = { id: needs.ids.next('line'), channelId, platform, userId: '', text: name }
      return (await autoModeration.judge({ ...settings, auto_moderation: { ...rules, ...off } }, line)) === undefined
    },

    feed,
    streamWatch,
    watchMinutes,

    /** First settles the charges that a crash left open. */
    async start({ isShared = false, isTimed = true } = {}): Promise<void> {
      // Other nodes may be running commands now. Charges older than any running command were interrupted.
      await charges.settleCutOff(isShared ? 60_000 : 0)
      stopTakingOver = await automations.takeOver({ isShared })
      const jobs = {
        streams: streamWatch.tick,
        'watch time': watchMinutes.tick,
        automations: automations.schedules.tick,
        'quiet chats': needs.aiParts.chat.tick,
        'runs of dead nodes': () => automations.tidy({ isShared }),
        columns: () => needs.watchTime.pack(),
      }
      if (isTimed) stopMinutes = await startMinuteJobs({ jobs, progress: createMinuteProgress(db), clock, log })
    },

    /** Resolves when no command and no moderation action is running. */
    settled,

    /** Stops the minute jobs. Chat lines are still processed. */
    stop(): Promise<void> {
      stopTakingOver()
      return stopMinutes()
    },

    async close(): Promise<void> {
      await stopMinutes()
      // Automations may wait for an hour, so they are cut off.
      await automations.close()
      await settled()
    },
  }
}
