import { createLanes } from '../../kernel/limits/lanes.ts'
import { createShares } from '../../kernel/limits/shares.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { letOthersRun } from '../../kernel/turns.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformEvent, PlatformFeed } from '../../platforms/platform.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import type { Channels } from '../channels/channels.ts'
import type { AutoModeration } from '../moderation/auto-moderation.ts'
import type { HandledReport, ReceivedChat, ReceivedLine } from '../moderation/received-line.ts'
import { defaultSettings, type Settings } from '../settings/settings.ts'
import type { Activity } from './activity.ts'
import type { ReportContext } from './report-context.ts'

/** Few enough per transaction that a concurrent call waits a few milliseconds at most. */
const maxAtOnce = 48
/**
 * Of all channels; one alone gets half of them, which is a few seconds of heavy chat. Beyond this limit a report is
 * refused, and the platform sends it again.
 */
const defaultMaxWaiting = 20_000

interface Report {
  readonly channelId: number
  readonly platform: Platform
  readonly event: PlatformEvent
  /** Makes room in the queue. */
  giveBack(): void
  resolve(): void
  reject(error: unknown): void
}

interface Prepared extends Report {
  readonly channel: Channel
  readonly context: ReportContext
  /** `shown`: whoever reads the chat gets it, and nothing is stored or counted. */
  readonly use: 'nothing' | 'shown' | 'all'
}

/**
 * The queue for all reports of the connectors: those of one channel in order of arrival, and channels in turn. Reports
 * that arrive together share a transaction; the next one starts after a turn of the event loop, so that heavy chat never
 * blocks API calls.
 */
export function createFeed(needs: {
  db: Database
  channels: Channels
  activity: Activity
  settings?: Settings
  autoModeration?: AutoModeration
  /** Called after the commit for every new chat message. */
  onChat?: (line: ReceivedLine) => void
  /** Called after the commit for every report, in order. */
  onReport?: (report: HandledReport) => void
  maxWaiting?: number
}): PlatformFeed {
  const { db, channels, activity, settings, autoModeration, onChat, onReport, maxWaiting = defaultMaxWaiting } = needs
  const waiting = createLanes<Report>()
  const shares = createShares({ places: maxWaiting })
  let working = false

  async function prepare(report: Report): Promise<Prepared> {
    const { channelId, platform, event } = report
    const channel = await channels.find(channelId)
    if (channel === undefined) throw new Error(`a report came for channel ${channelId}, which does not exist`)
    const set = settings === undefined ? defaultSettings() : await settings.of(channelId)
    const use = useOf(event, set)
    if (event.kind !== 'chat' || event.isOwn || autoModeration === undefined)
      return { ...report, channel, context: { settings: set }, use }
    const line = { id: event.id, channelId, platform, userId: event.user.id, text: event.text }
    const offence = use === 'nothing' ? undefined : await autoModeration.judge(set, line)
    // A guest is not moderated here: what violates a rule is left out.
    const isLeftOut = use === 'shown' && offence !== undefined
    return { ...report, channel, context: { settings: set, offence }, use: isLeftOut ? 'nothing' : use }
  }

  async function work(): Promise<void> {
    while (waiting.size() > 0) {
      const reports: Prepared[] = []
      for (const report of takeBatch()) {
        await prepare(report).then((prepared) => reports.push(prepared), report.reject)
      }
      try {
        if (reports.length > 0) await recordAll(reports)
      } catch (error) {
        if (reports.length === 1) reports[0]?.reject(error)
        // One report of the batch failed: each is retried in a transaction of its own.
        else for (const report of reports) await recordAll([report]).catch(report.reject)
      }
      await letOthersRun()
    }
    working = false
  }

  function takeBatch(): Report[] {
    const batch: Report[] = []
    for (let report = waiting.take(); report !== undefined; report = waiting.take()) {
      report.giveBack()
      batch.push(report)
      if (batch.length === maxAtOnce) break
    }
    return batch
  }

  async function recordAll(reports: readonly Prepared[]): Promise<void> {
    const received = await db.write(async (tx) => {
      const lines: (ReceivedChat | undefined)[] = []
      for (const { channel, platform, event, context, use } of reports) {
        lines.push(use === 'all' ? await activity.record(tx, channel, platform, event, context) : undefined)
      }
      return lines
    })
    for (const [index, { channel, platform, event, use, resolve }] of reports.entries()) {
      const line = received[index]
      resolve()
      if (use === 'nothing') continue
      onReport?.({ channelId: channel.id, platform, event, line })
      if (line !== undefined && event.kind === 'chat') onChat?.({ ...line, channel, platform, event })
    }
  }

  return async ({ channelId, platform }, event) => {
    if (!shares.hasRoom(channelId)) throw new Failure('overloaded', { retryAfterSeconds: 2 })
    await new Promise<void>((resolve, reject) => {
      const giveBack = shares.take(channelId)
      waiting.add(String(channelId), { channelId, platform, event, giveBack, resolve, reject })
      if (working) return
      working = true
      // Reports that arrive in the same turn join the batch.
      setImmediate(() => void work())
    })
  }
}

function useOf(event: PlatformEvent, { shared_chat }: ChannelSettings): Prepared['use'] {
  if (event.kind !== 'chat') return 'all'
  if (event.isOwn) return 'shown'
  if (event.guestOf === undefined || shared_chat.guests === 'counted') return 'all'
  return shared_chat.guests === 'shown' ? 'shown' : 'nothing'
}
