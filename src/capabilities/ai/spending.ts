import type { Clock } from '../../kernel/ambient.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql } from '../../kernel/storage/database.ts'
import { localDay } from '../../kernel/text/local-day.ts'
import type { Setting } from '../../registry/setting-schemas.ts'
import type { Cause, Events } from '../events/events.ts'
import { dollars, limitNames, nanosPerCent } from './contract/ai.ts'
import { aiErrors } from './messages.ts'

const hourMs = 3_600_000
const keptDays = 40

interface Sum {
  readonly tokens: number
  readonly cost: number
}

const sumDay = sql<{ channel: number; day: string }, { tokens: number | null; cost: number | null }>(
  `SELECT SUM(tokens) AS tokens, SUM(cost) AS cost FROM ai_spending
   WHERE channel_id = :channel AND day = :day`,
)
const findHour = sql<{ channel: number; day: string; hour: number }, Sum>(
  'SELECT tokens, cost FROM ai_spending WHERE channel_id = :channel AND day = :day AND hour = :hour',
)
const addToHour = sql<{ channel: number; day: string; hour: number; tokens: number; cost: number; calls: number }>(
  `INSERT INTO ai_spending (channel_id, day, hour, tokens, cost, calls)
   VALUES (:channel, :day, :hour, :tokens, :cost, :calls)
   ON CONFLICT (channel_id, day, hour) DO UPDATE SET tokens = ai_spending.tokens + excluded.tokens,
     cost = ai_spending.cost + excluded.cost, calls = ai_spending.calls + excluded.calls`,
)
const deleteOld = sql<{ channel: number; before: string }>(
  'DELETE FROM ai_spending WHERE channel_id = :channel AND day < :before',
)

/** Tokens, and their price in billionths of a US dollar. */
export interface SpentAmount {
  readonly tokens: number
  readonly cost: number
}

export type LimitName = keyof typeof limitNames

/** What was taken from the limits before a call, until its usage is known. */
export interface Reservation extends SpentAmount {
  readonly channelId: number
  readonly day: string
  readonly hour: number
}

/** What was used, and what is allowed. */
export interface Meter {
  readonly hour: SpentAmount
  readonly day: SpentAmount
  readonly limits: { readonly hour: SpentAmount; readonly day: SpentAmount }
}

type Limits = Pick<Setting<'ai'>, 'cents_per_hour' | 'cents_per_day' | 'tokens_per_hour' | 'tokens_per_day'>

export type Spending = ReturnType<typeof createSpending>

/**
 * The limits of tokens and costs. A call takes the most it can use before it is made, in one transaction, and gives back
 * what it did not use: calls at the same time, on any node, cannot exceed a limit together. What a node took before it
 * crashed stays taken.
 */
export function createSpending(needs: { db: Database; clock: Clock; events: Events }) {
  const { db, clock, events } = needs
  /** One event for each limit and hour. */
  const reported = new Map<number, string>()

  function periodOf(channel: Channel) {
    const now = clock.now()
    return { day: localDay(channel.timeZone, now), hour: Math.floor(now / hourMs) }
  }

  async function read(reader: Reader, channelId: number, { day, hour }: { day: string; hour: number }) {
    const [total, current] = await Promise.all([
      reader.get(sumDay, { channel: channelId, day }),
      reader.get(findHour, { channel: channelId, day, hour }),
    ])
    return {
      day: { tokens: Number(total?.tokens ?? 0), cost: Number(total?.cost ?? 0) },
      hour: { tokens: current?.tokens ?? 0, cost: current?.cost ?? 0 },
    }
  }

  function exceeded(
    used: { day: SpentAmount; hour: SpentAmount },
    wanted: SpentAmount,
    limits: Limits,
  ): LimitName | undefined {
    const sums: readonly (readonly [LimitName, number, number])[] = [
      ['cents_per_hour', used.hour.cost + wanted.cost, limits.cents_per_hour * nanosPerCent],
      ['cents_per_day', used.day.cost + wanted.cost, limits.cents_per_day * nanosPerCent],
      ['tokens_per_hour', used.hour.tokens + wanted.tokens, limits.tokens_per_hour],
      ['tokens_per_day', used.day.tokens + wanted.tokens, limits.tokens_per_day],
    ]
    return sums.find(([, sum, limit]) => sum > limit)?.[0]
  }

  function limitFailure({ timeZone }: Channel, limit: LimitName): Failure {
    const now = clock.now()
    const endsAt = limit.endsWith('hour') ? now - (now % hourMs) + hourMs : nextDay(timeZone, now)
    const seconds = Math.max(Math.ceil((endsAt - now) / 1000), 1)
    const message = aiErrors.limit.of({ limit: limitNames[limit].of(), minutes: Math.ceil(seconds / 60) })
    return new Failure('ai_limit_reached', { message, retryAfterSeconds: seconds })
  }

  async function report(cause: Cause, limit: LimitName, hour: number): Promise<void> {
    const key = `${limit} ${hour}`
    if (reported.get(cause.channel.id) === key) return
    reported.set(cause.channel.id, key)
    await db.write((tx) => events.appendNew(tx, cause, { kind: 'ai.limit-reached', data: { limit } }))
  }

  async function settle(reservation: Reservation, used: SpentAmount): Promise<void> {
    const { channelId: channel, day, hour } = reservation
    const [tokens, cost] = [used.tokens - reservation.tokens, used.cost - reservation.cost]
    if (tokens === 0 && cost === 0) return
    await db.write((tx) => tx.run(addToHour, { channel, day, hour, tokens, cost, calls: 0 }))
  }

  return {
    /** Throws `ai_limit_reached` if the most that the call can use does not fit into every limit. */
    async reserve(
      cause: Cause & { readonly channel: Channel },
      most: SpentAmount,
      limits: Limits,
    ): Promise<Reservation> {
      const { id: channel } = cause.channel
      const period = periodOf(cause.channel)
      const limit = await db.write(async (tx) => {
        const over = exceeded(await read(tx, channel, period), most, limits)
        if (over === undefined) await tx.run(addToHour, { channel, ...period, ...most, calls: 1 })
        return over
      })
      if (limit === undefined) return { ...most, channelId: channel, ...period }
      await report(cause, limit, period.hour)
      throw limitFailure(cause.channel, limit)
    },

    /** Replaces what was reserved by what was used. */
    settle,

    /** The call was refused and costs nothing. */
    release: (reservation: Reservation) => settle(reservation, { tokens: 0, cost: 0 }),

    async meter(channel: Channel, limits: Limits): Promise<Meter> {
      const { day, hour } = await read(db, channel.id, periodOf(channel))
      return {
        hour,
        day,
        limits: {
          hour: { tokens: limits.tokens_per_hour, cost: limits.cents_per_hour * nanosPerCent },
          day: { tokens: limits.tokens_per_day, cost: limits.cents_per_day * nanosPerCent },
        },
      }
    },

    async prune(channels: readonly Channel[]): Promise<number> {
      const before = new Date(clock.now() - keptDays * 24 * hourMs).toISOString().slice(0, 10)
      let deleted = 0
      for (const { id } of channels) deleted += await db.write((tx) => tx.run(deleteOld, { channel: id, before }))
      return deleted
    },
  }
}

/** When the next day begins in a time zone. Zones differ from UTC by whole quarters of an hour. */
function nextDay(timeZone: string, now: number): number {
  const quarterMs = hourMs / 4
  const today = localDay(timeZone, now)
  let at = now - (now % quarterMs) + quarterMs
  while (localDay(timeZone, at) === today) at += quarterMs
  return at
}

/** What tokens cost. Prices are millionths of a US dollar for a million tokens; a fraction counts as a whole. */
export function costOf(
  { inputPrice, outputPrice }: { readonly inputPrice: number; readonly outputPrice: number },
  used: { readonly input: number; readonly output: number },
): number {
  return Math.ceil((used.input * inputPrice + used.output * outputPrice) / 1_000)
}

/** In US dollars, with the fractions of a cent that people can read. */
export function shownDollars(nanos: number): number {
  return Math.round(dollars(nanos) * 1e6) / 1e6
}
