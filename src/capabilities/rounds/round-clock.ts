import type { Clock } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import type { Settings } from '../settings/settings.ts'
import type { RoundAnnouncer } from './round-announcer.ts'
import { roundRows } from './round-rows.ts'
import type { Rounds } from './rounds.ts'

/** In case a message of another node was lost. */
const maxPauseMs = 30_000
/** A platform reports the end of its own rounds. Only when it has not by then, it is asked. */
const graceMs = 60_000
const atOnce = 100
const minuteMs = 60_000
/** Nobody is reminded of a round that ends before they have read it. */
const tooLateMs = 30_000
const maxReminded = 1_000

const listDue = sql<{ now: number; limit: number }, { channel: number; id: number; isOutside: number; due: number }>(
  `SELECT channel_id AS channel, id, CASE WHEN platform IS NULL THEN 0 ELSE 1 END AS "isOutside", closes_at AS due
   FROM rounds WHERE status = 'open' AND closes_at <= :now ORDER BY closes_at, channel_id, id LIMIT :limit`,
)
const findNext = sql<{ now: number }, { due: number | null }>(
  `SELECT min(closes_at) AS due FROM rounds WHERE status = 'open' AND closes_at > :now`,
)
/** Of one channel, so that a round that opens looks into no other. */
const findNextOf = sql<{ channel: number; now: number }, { due: number | null }>(
  `SELECT min(closes_at) AS due FROM rounds WHERE channel_id = :channel AND status = 'open' AND closes_at > :now`,
)

const listAnnounced = sql<{ limit: number }, { channel: number; id: number }>(
  `SELECT channel_id AS channel, id FROM rounds WHERE status = 'open' AND is_announced = 1
   ORDER BY closes_at, channel_id, id LIMIT :limit`,
)

export type RoundClock = ReturnType<typeof createRoundClock>

/**
 * Closes rounds whose time is over, on the node that runs the jobs. When a round closes is stored, so it closes after a
 * restart as well; and since closing checks the row, two nodes that both try close it once.
 */
export function createRoundClock(needs: {
  db: Database
  clock: Clock
  bus: Bus
  log: Log
  channels: Channels
  rounds: Rounds
  announcer: RoundAnnouncer
  settings: Settings
}) {
  const { db, clock, bus, log, channels, rounds, announcer, settings } = needs
  let timer: NodeJS.Timeout | undefined
  let wakesAt = Number.POSITIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  let isStarted = false
  /** Reminders that were due before are not sent again. */
  let remindedTo = clock.now()
  let unsubscribe = () => {}

  async function closeDue(): Promise<number> {
    const now = clock.now()
    const due = await db.all(listDue, { now, limit: atOnce })
    let closed = 0
    for (const { channel: channelId, id, isOutside, due: at } of due) {
      const channel = await channels.find(channelId)
      if (channel === undefined || (isOutside === 1 && at > now - graceMs)) continue
      const cause = { channel, actor: `round:${id}`, requestId: '' }
      try {
        await db.write(await rounds.prepareClose(cause, id))
      } catch (error) {
        log.warn('a round whose time is over could not be closed on its platform', { channelId, id, error })
        await db.write((tx) => rounds.closeHere(tx, cause, id))
      }
      closed++
    }
    return closed
  }

  /** Reminds of rounds that have been open for a while. Every pause is twice as long as the one before. */
  async function remindDue(): Promise<void> {
    const [from, to] = [remindedTo, clock.now()]
    remindedTo = to
    for (const { channel, id } of await db.all(listAnnounced, { limit: maxReminded })) {
      const { reminder_minutes: minutes } = (await settings.of(channel)).round_announcements
      const round = minutes === 0 ? undefined : await roundRows.find(db, channel, id)
      if (round === undefined || (round.closesAt ?? Number.POSITIVE_INFINITY) - to < tooLateMs) continue
      const pauses = [from, to].map((at) => pausesIn(at - round.openedAt, minutes * minuteMs))
      if (pauses[0] !== pauses[1]) announcer.announce(channel, round, 'reminder')
    }
  }

  async function tick(): Promise<void> {
    try {
      await closeDue()
      await remindDue()
      await rounds.settleRest()
    } catch (error) {
      log.error('rounds could not be closed', { error })
    }
    await arm()
  }

  async function arm(): Promise<void> {
    const next = await db.get(findNext, { now: clock.now() }).catch(() => undefined)
    wakeAt(next?.due ?? Number.POSITIVE_INFINITY)
  }

  /** A round that no longer has to be closed leaves the timer as it is: it finds nothing, and looks for the next. */
  async function armFor(channel: number): Promise<void> {
    const { due } = (await db.get(findNextOf, { channel, now: clock.now() }).catch(() => undefined)) ?? {}
    if (due != null && due < wakesAt) wakeAt(due)
  }

  function wakeAt(due: number): void {
    if (!isStarted) return
    clearTimeout(timer)
    const pauseMs = Math.min(due - clock.now(), maxPauseMs)
    wakesAt = clock.now() + pauseMs
    timer = setTimeout(() => {
      running = tick()
    }, pauseMs).unref()
  }

  return {
    closeDue,
    remindDue,

    async start(): Promise<void> {
      isStarted = true
      unsubscribe = bus.subscribe('rounds-changed', ({ channelId }) => {
        running = running.then(() => armFor(channelId))
      })
      running = tick()
      await running
    },

    async stop(): Promise<void> {
      isStarted = false
      unsubscribe()
      clearTimeout(timer)
      await running
    },
  }
}

/** How many reminders have been due: after one pause, after two, after four. */
function pausesIn(openMs: number, pauseMs: number): number {
  return openMs < pauseMs ? 0 : Math.floor(Math.log2(openMs / pauseMs)) + 1
}
