import { setTimeout as delay } from 'node:timers/promises'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { LoggedEvent } from '../../registry/events.ts'
import type { Events } from './events.ts'

const pageLength = 200
/** Of several nodes: the bus can lose a message, for example of a node that was killed after its commit. */
const checkEveryMs = 1_000
const retryMs = 1_000

interface Followed {
  readonly channelId: number
  readonly onEvent: (event: LoggedEvent) => void
  /** The last event that was handed over; undefined until the end of the log was read. */
  last: number | undefined
  newest: number
  reading: Promise<void> | undefined
  isGone: boolean
}

export interface Following {
  /** From then on nothing is missed: what is read afterwards contains everything before. */
  readonly ready: Promise<void>
  /** The last event that was handed over, or that is known to be missing; undefined until `ready`. */
  readonly last: number | undefined
  stop(): void
}

export type LogFollower = ReturnType<typeof createLogFollower>

/**
 * Hands over the events of a channel in the order of its log and without gaps, whichever node wrote them: an event that
 * is not the next one makes it read the log. It costs nothing while nobody follows.
 */
export function createLogFollower(needs: { db: Database; bus: Bus; log: Log; events: Events; isShared: boolean }) {
  const { db, bus, log, events, isShared } = needs
  const all = new Map<number, Set<Followed>>()
  let stops: (() => void)[] = []

  function open(): void {
    const timer = isShared ? setInterval(checkAll, checkEveryMs).unref() : undefined
    stops = [
      bus.subscribe('event', ({ channelId, event }) => {
        for (const one of all.get(channelId) ?? []) receive(one, event)
      }),
      bus.subscribe('missed-messages', checkAll),
      () => clearInterval(timer),
    ]
  }

  function receive(followed: Followed, event: LoggedEvent): void {
    if (followed.last !== undefined && followed.reading === undefined && event.seq === followed.last + 1) {
      followed.newest = event.seq
      handOver(followed, event)
    } else noteNewest(followed, event.seq)
  }

  function handOver(followed: Followed, event: LoggedEvent): void {
    followed.last = event.seq
    if (!followed.isGone) followed.onEvent(event)
  }

  function noteNewest(followed: Followed, seq: number): void {
    followed.newest = Math.max(followed.newest, seq)
    if (followed.isGone || followed.last === undefined || followed.newest <= followed.last) return
    followed.reading ??= readLog(followed)
      .catch((error: unknown) => {
        log.warn('events could not be read from the log', { channelId: followed.channelId, error })
        setTimeout(() => noteNewest(followed, 0), retryMs).unref()
      })
      .finally(() => {
        followed.reading = undefined
      })
  }

  /** A number may be missing for good, because its transaction failed: after a short page all is read. */
  async function readLog(followed: Followed): Promise<void> {
    while (!followed.isGone && followed.newest > (followed.last ?? 0)) {
      const end = followed.newest
      const page = await events.after(db, followed.channelId, followed.last ?? 0, pageLength)
      for (const event of page) handOver(followed, event)
      if (page.length < pageLength) followed.last = Math.max(followed.last ?? 0, end)
    }
  }

  function checkAll(): void {
    for (const [channelId, ofChannel] of all) {
      events.lastSeq(db, channelId).then(
        (seq) => {
          for (const followed of ofChannel) noteNewest(followed, seq)
        },
        (error: unknown) => log.warn('the end of an event log could not be read', { error }),
      )
    }
  }

  async function begin(followed: Followed): Promise<void> {
    while (!followed.isGone && followed.last === undefined) {
      try {
        followed.last = await events.lastSeq(db, followed.channelId)
      } catch (error) {
        log.warn('the end of an event log could not be read', { channelId: followed.channelId, error })
        await delay(retryMs, undefined, { ref: false })
      }
    }
    // Something may have happened while the end of the log was read.
    noteNewest(followed, 0)
  }

  return {
    follow(channelId: number, onEvent: (event: LoggedEvent) => void): Following {
      const followed: Followed = { channelId, onEvent, last: undefined, newest: 0, reading: undefined, isGone: false }
      if (all.size === 0) open()
      const ofChannel = all.get(channelId) ?? new Set()
      all.set(channelId, ofChannel.add(followed))
      return {
        ready: begin(followed),
        get last() {
          return followed.last
        },
        stop(): void {
          followed.isGone = true
          if (!ofChannel.delete(followed) || ofChannel.size > 0) return
          all.delete(channelId)
          if (all.size > 0) return
          for (const stop of stops) stop()
          stops = []
        },
      }
    },
  }
}
