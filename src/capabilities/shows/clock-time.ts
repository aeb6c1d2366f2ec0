const formats = new Map<string, Intl.DateTimeFormat>()
const minuteMs = 60_000

/**
 * The first moment at or after `from` at which a clock in this time zone shows `time` (`HH:MM`). A time that the change to
 * summer time skips counts as the moment of the change.
 */
export function nextClockTime(time: string, timeZone: string, from: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const offsetMs = offsetAt(timeZone, from)
  const local = new Date(from + offsetMs)
  for (const days of [0, 1]) {
    const wanted = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, hours, minutes)
    // The offset may change between now and then: the second round uses the offset of the first guess.
    const guess = wanted - offsetMs
    const found = wanted - offsetAt(timeZone, guess)
    if (found >= from) return found
  }
  return from + 24 * 60 * minuteMs
}

/** What has to be added to UTC to get the local time, in milliseconds. */
function offsetAt(timeZone: string, at: number): number {
  if (timeZone === 'UTC') return 0
  const parts = Object.fromEntries(
    formatFor(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  return local - Math.floor(at / 1000) * 1000
}

/** Cached, because creating a formatter takes a thousand times as long as using it. UTC if the zone does not exist. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const options = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  } as const
  const format = isKnown(timeZone)
    ? new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
    : new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  formats.set(timeZone, format)
  return format
}

function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone }) !== undefined
  } catch {
    return false
  }
}
