import type { Clock } from '../../kernel/ambient.ts'

const perMinute = { person: 15, channel: 300 } as const
const minuteMs = 60_000

/** Counts the slash commands of the last minute (sliding window). Commands that are refused do not count. */
export function createSlashRateLimit(clock: Clock) {
  const recent: { readonly person: string; readonly at: number }[] = []

  return function isTooMuch(person: string): boolean {
    const now = clock.steady()
    while (recent[0] !== undefined && recent[0].at <= now - minuteMs) recent.shift()
    if (recent.length >= perMinute.channel) return true
    if (recent.filter((one) => one.person === person).length >= perMinute.person) return true
    recent.push({ person, at: now })
    return false
  }
}
