import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Database, Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { FirstMessages } from '../activity/first-messages.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import type { Channels } from '../channels/channels.ts'
import { createCategoryFilter } from '../commands/category-filter.ts'
import type { Commands } from '../commands/commands.ts'
import type { CommandRunner } from '../commands/runner.ts'
import type { Events } from '../events/events.ts'
import type { Settings } from '../settings/settings.ts'
import type { StartAutomation } from '../steps/flow-steps.ts'
import type { StopSignals } from '../steps/stop-signals.ts'
import type { Games } from '../stream/games.ts'
import type { StreamStates } from '../stream/stream-states.ts'
import type { Standing } from '../viewers/standing.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { MessageCounts } from '../watch-time/message-counts.ts'
import { createAutomationRuns } from './automation-runs.ts'
import { createAutomations } from './automations.ts'
import { depthOf } from './chain.ts'
import { createCommandTimers } from './command-timers.ts'
import { commandTimer } from './contract/command-timer.ts'
import { createDryRun } from './dry-run.ts'
import { createAutomationEngine } from './engine.ts'
import { createHeldEvents } from './held-events.ts'
import { createLeftStarts } from './left-starts.ts'
import { createPlatformSchedules } from './platform-schedules.ts'
import { createSchedules } from './schedules.ts'
import { createTriggerIndex } from './trigger-index.ts'
import { createTriggers } from './triggers.ts'
import { createWaitingStarts } from './waiting-starts.ts'

export type AutomationParts = ReturnType<typeof openAutomations>

/** The parts of automations, connected. */
export function openAutomations(needs: {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  changeLog: ChangeLog
  channels: Channels
  commandRunner: CommandRunner
  commands: Commands
  counts: MessageCounts
  events: Events
  games: Games
  firstMessages: FirstMessages
  nodeId: string
  platforms: Platforms
  settings: Settings
  standing: Standing
  stops: StopSignals
  streamStates: StreamStates
  viewers: Viewers
}) {
  const { db, log, bus, events, stops } = needs
  const automations = createAutomations(needs)
  const runs = createAutomationRuns(needs)
  const index = createTriggerIndex(needs)
  const waiting = createWaitingStarts(needs)
  const engine = createAutomationEngine({ ...needs, runs, stepRunner: needs.commandRunner, waiting })
  const held = createHeldEvents(needs)
  const triggers = createTriggers({ ...needs, engine, held, index, waiting })
  const left = createLeftStarts({ ...needs, triggers, waiting })
  const isCategoryAllowed = createCategoryFilter(needs)
  const platformSchedules = createPlatformSchedules({ ...needs, engine, isCategoryAllowed })
  const schedules = createSchedules({ ...needs, engine, index, platformSchedules })
  const forgetQueues = bus.subscribe('runs-stopped', ({ channelId }) => engine.clearQueues(channelId))

  const startAutomation: StartAutomation = async (caller, reference, run) => {
    const { channel, requestId } = caller
    const { user, platform, args, data } = run
    const automation = await automations.get(db, channel.id, reference)
    const occurrence = {
      trigger: 'automation',
      platform,
      viewerId: user.viewerId,
      by: { user },
      args,
      data,
      depth: depthOf(requestId) + 1,
    } as const
    const runId = await db.write((tx) => engine.startNow(tx, channel, automation, occurrence))
    return { runId, name: automation.name }
  }

  return {
    automations,
    engine,
    runs,
    schedules,
    commandTimers: createCommandTimers({ index, times: platformSchedules }),

    /** Runs a command at an interval from now on. */
    addCommandTimer: (tx: Writer, caller: Caller, command: string, everyMinutes: number, minChatLines: number) =>
      automations.save(tx, caller, commandTimer(command, everyMinutes, minChatLines)),

    triggers,
    startAutomation,

    /** Ends everything that runs in the channel, waits included. Returns how many automations ran. */
    async stopAll(tx: Writer, caller: Caller): Promise<number> {
      const { channel } = caller
      const count = await runs.countRunning(tx, channel.id)
      await waiting.removeAll(tx, channel.id)
      await events.appendNew(tx, caller, { kind: 'automation.all-stopped', data: { count } })
      tx.onCommit(() => stops.stopAll(channel.id))
      return count
    },

    /** Shield mode was turned off on a platform. */
    async releaseHeld(tx: Writer, channelId: number, platform: Platform): Promise<void> {
      await triggers.onReleased(tx, channelId, await held.release(tx, channelId, platform))
    },

    /**
     * Closes the runs of nodes that are gone, and continues with the starts that they left. For the node that runs the
     * jobs. The returned function ends it.
     */
    async takeOver({ isShared }: { readonly isShared: boolean }) {
      const resume = () => left.resume({ isShared })
      await runs.closeCutOff({ isShared })
      await resume()
      return bus.subscribe('starts-left', () => {
        resume().catch((error: unknown) => log.warn('automations of another node could not be resumed', { error }))
      })
    },

    /** Of nodes that are gone since. */
    async tidy({ isShared }: { readonly isShared: boolean }): Promise<void> {
      await runs.closeCutOff({ isShared })
      await left.resume({ isShared })
    },

    dryRun: createDryRun({ ...needs, engine }),

    async settled(): Promise<void> {
      await triggers.settled()
      await engine.settled()
    },

    async close(): Promise<void> {
      triggers.close()
      await triggers.settled()
      await engine.close()
      if (await waiting.release()) bus.publish('starts-left', {})
      forgetQueues()
      index.close()
    },
  }
}
