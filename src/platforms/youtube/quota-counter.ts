import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, sql, type Writer } from '../../kernel/storage/database.ts'
import { youtubeMessages } from './messages.ts'
import type { QuotaCost, QuotaPurpose } from './quota-costs.external.ts'

/** The share of the daily quota for each purpose: the chat leaves quota for reads, and reads leave quota for writes. */
const shares: Readonly<Record<QuotaPurpose, number>> = { feed: 0.75, read: 0.9, write: 1 }
const daySeconds = 24 * 60 * 60

type Place = { app: string; day: string }

const findUnits = sql<Place, { units: number }>('SELECT units FROM youtube_units WHERE app = :app AND day = :day')
const addUnits = sql<Place & { units: number }>(
  `INSERT INTO youtube_units (app, day, units) VALUES (:app, :day, :units)
   ON CONFLICT (app, day) DO UPDATE SET units = youtube_units.units + excluded.units`,
)
const dropOtherDays = sql<Place>('DELETE FROM youtube_units WHERE app = :app AND day <> :day')

export type QuotaCounter = ReturnType<typeof createQuotaCounter>

/**
 * Counts the used units of Google's daily quota. The quota belongs to an app and resets at midnight Pacific Time. The
 * count is stored before each call, so that it survives a restart.
 */
export function createQuotaCounter(needs: { db: Database; clock: Clock; app: string; unitsPerDay: number }) {
  const { db, clock, app, unitsPerDay } = needs

  function today() {
    const { day, secondsLeft } = californianDay(clock.now())
    return { place: { app, day }, secondsLeft }
  }

  async function add(tx: Writer, place: Place, units: number): Promise<void> {
    await tx.run(addUnits, { ...place, units })
    await tx.run(dropOtherDays, place)
  }

  function usedUp(secondsLeft: number): Failure {
    return new Failure('platform_unavailable', {
      message: youtubeMessages.quotaUsedUp.of({ duration: formatDuration(secondsLeft) }),
      retryAfterSeconds: secondsLeft,
    })
  }

  return {
    /** Throws if the share of the purpose is used up. */
    async spend({ units, purpose }: QuotaCost): Promise<void> {
      const { place, secondsLeft } = today()
      await db.write(async (tx) => {
        const used = (await tx.get(findUnits, place))?.units ?? 0
        if (used + units > unitsPerDay * shares[purpose]) throw usedUp(secondsLeft)
        await add(tx, place, units)
      })
    },

    /** Marks the quota as used up after Google reported it. Returns the failure to throw. */
    async exhaust(): Promise<Failure> {
      const { place, secondsLeft } = today()
      await db.write(async (tx) => {
        const used = (await tx.get(findUnits, place))?.units ?? 0
        if (used < unitsPerDay) await add(tx, place, unitsPerDay - used)
      })
      return usedUp(secondsLeft)
    },

    async read() {
      const { place, secondsLeft } = today()
      const used = (await db.get(findUnits, place))?.units ?? 0
      const calls = (units: number, purpose: QuotaPurpose) =>
        Math.max(0, Math.floor((unitsPerDay * shares[purpose] - used) / units))
      return { used, unitsPerDay, secondsLeft, callsLeft: calls, message: usedUp(secondsLeft).message }
    },
  }
}

const californian = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

function californianDay(now: number): { day: string; secondsLeft: number } {
  const parts = new Map(californian.formatToParts(now).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type) ?? 0)
  const seconds = part('hour') * 3600 + part('minute') * 60 + part('second')
  return {
    day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    secondsLeft: Math.max(1, daySeconds - seconds),
  }
}

function formatDuration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
