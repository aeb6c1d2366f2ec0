import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { type Minute, newestMinute } from '../../kernel/minute-jobs.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { ChannelEvent, PlatformFeed } from '../../platforms/platform.ts'
import { inTime, type PlatformConnection, type Platforms } from '../../platforms/platforms.ts'
import type { Channels } from '../channels/channels.ts'
import { isNew, type ObservedStream } from './observed-stream.ts'
import type { Stream } from './stream.ts'

/** A platform that reports changes is read this often, for the changes that it reported while this server was off. */
const checkEveryMinutes = 5
/** An ad break within this time is announced. The schedule is read every minute, so at least half of it is left. */
const adWarningMs = 2 * 60_000

export type StreamWatch = ReturnType<typeof createStreamWatch>

/**
 * Reads, every minute, what platforms do not report by themselves: live state, title and category, the chat modes, the
 * pinned message and the next ad break. It runs on one node. What it reads passes the feed like every report, which
 * finds out whether it is new.
 */
export function createStreamWatch(needs: {
  db: Database
  clock: Clock
  log: Log
  channels: Channels
  platforms: Platforms
  stream: Stream
  observedStream: ObservedStream
  feed: PlatformFeed
}) {
  const { db, clock, log, channels, platforms, stream, observedStream, feed } = needs

  async function check(channel: Channel, connection: PlatformConnection, minute: Minute): Promise<void> {
    const { account, connector } = connection
    const { platform } = account
    const known = await observedStream.find(db, channel.id, platform)
    const isDue = minute.number % checkEveryMinutes === 0
    let live = known?.live
    if (isDue || live === undefined || !isReported(connection)) {
      const state = await stream.read(connection, 'poll')
      live = state.live
      const { title, category, startedAt } = state
      const read = { kind: 'stream', id: idOf(minute), live, title, category, startedAt, isPoll: true } as const
      // Most polls find nothing new, and need no transaction.
      if (isNew(read, known)) await report(connection, read)
    }
    const readRules = connector.moderation?.readChatRules
    if (readRules !== undefined && (isDue || known?.chatRules === undefined)) {
      const rules = await inTime(connection, (signal) => readRules(account, signal, 'poll'))
      await report(connection, { kind: 'chat-rules', id: idOf(minute), rules, isPoll: true })
    }
    if (!live) return
    await attempt(() => checkAds(connection))
    await attempt(() => checkPin(connection, minute, known?.pinnedId))
  }

  async function checkAds(connection: PlatformConnection): Promise<void> {
    const { account, connector } = connection
    const findNext = connector.commercials?.findNext
    const next = findNext && (await inTime(connection, (signal) => findNext(account, signal)))
    if (next === undefined) return
    const { startsAt, seconds } = next
    const leftMs = startsAt - clock.now()
    // The time is its id: each ad break is announced once, and again if it was postponed.
    if (leftMs > 0 && leftMs <= adWarningMs) {
      await report(connection, { kind: 'ad-soon', id: String(startsAt), seconds, startsAt })
    }
  }

  async function checkPin(
    connection: PlatformConnection,
    minute: Minute,
    knownId: string | null | undefined,
  ): Promise<void> {
    const { account, connector } = connection
    const find = connector.pins?.find
    if (find === undefined) return
    const pin = await inTime(connection, (signal) => find(account, signal))
    const isKnown = (pin?.messageId ?? null) === knownId
    if (!isKnown) await report(connection, { kind: 'pin', id: idOf(minute), pin, isPoll: true })
  }

  function report({ account }: PlatformConnection, event: ChannelEvent): Promise<void> {
    return feed(account, event)
  }

  /** A platform that does not answer is asked again in a minute. What it did meanwhile is found then. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Failure)) log.warn('the state of a stream could not be read', { error })
    }
  }

  return {
    async tick(minutes: readonly Minute[] = [newestMinute(clock)]): Promise<void> {
      const minute = minutes.at(-1)
      if (minute === undefined) return
      for (const channel of await channels.list()) {
        for (const connection of await platforms.connected(channel.id)) {
          await attempt(() => check(channel, connection, minute))
        }
      }
    },
  }
}

/** Whether the platform reports changes of the stream, and nothing keeps it from doing so. */
function isReported({ account, connector }: PlatformConnection): boolean {
  const reports = connector.reports?.includes('stream') ?? false
  return reports && connector.listening?.(account)?.state === 'connected'
}

function idOf({ number }: Minute): string {
  return `minute-${number}`
}
