import { clockText } from '../../src/capabilities/values/contract/clock-text.ts'
import { currentCatalogue } from '../../src/kernel/text/message.ts'
import { commonMessages } from './messages/common.ts'

/** Numbers, times and lists in the reader's locale. Formatters are slow to create, so each is kept for its locale. */
function inLocale<T>(create: (locale: string) => T): () => T {
  const known = new Map<string, T>()
  return () => {
    const { locale } = currentCatalogue()
    const found = known.get(locale) ?? create(locale)
    known.set(locale, found)
    return found
  }
}

const numbers = inLocale((locale) => new Intl.NumberFormat(locale))
const clockTime = inLocale((locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }))
const exactTime = inLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }))
const day = inLocale((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))
const dayUtc = inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
)
const dayAndYear = inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
)
const whole = inLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }))
const relative = inLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' }))
const lists = inLocale((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }))

export function number(value: number): string {
  return numbers().format(value)
}

/** With this many digits after the point. */
export function decimal(value: number, digits: number): string {
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(currentCatalogue().locale, fixed).format(value)
}

/** One after the other: "Kick, Twitch, YouTube". */
export function listed(items: readonly string[]): string {
  return lists().format(items)
}

/** US dollars, with the fractions of a cent that small amounts have. */
export function dollars(value: number): string {
  const digits = value > 0 && value < 0.1 ? 4 : 2
  const format = {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  } as const
  return new Intl.NumberFormat(currentCatalogue().locale, format).format(value)
}

/** The day of a moment of UTC. */
export function utcDay(at: number | Date): string {
  return dayUtc().format(at)
}

export function timeIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat(currentCatalogue().locale, { timeZone, timeStyle: 'medium' }).format(at)
}

export function wholeTime(at: number): string {
  return whole().format(at)
}

export function date(at: number): string {
  return (new Date(at).getFullYear() === new Date().getFullYear() ? day() : dayAndYear()).format(at)
}

export function clock(at: number): string {
  return clockTime().format(at)
}

/** With seconds. */
export function exactClock(at: number): string {
  return exactTime().format(at)
}

export function clockOrDay(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString() ? clock(at) : date(at)
}

export function ago(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  const past = Math.abs(seconds)
  if (past < 5) return relative().format(0, 'second')
  if (past < 60) return relative().format(seconds, 'second')
  if (past < 3600) return relative().format(Math.round(seconds / 60), 'minute')
  if (past < 86_400) return relative().format(Math.round(seconds / 3600), 'hour')
  return past < 30 * 86_400 ? relative().format(Math.round(seconds / 86_400), 'day') : date(at)
}

/** 1:05:09, as a stopwatch shows it. */
export function duration(ms: number): string {
  return clockText(Math.max(0, ms / 1000))
}

/** Minutes of watch time, as people write them. */
export function minutes(value: number): string {
  if (value < 60) return commonMessages.minutes({ minutes: value })
  return commonMessages.hoursAndMinutes({ hours: Math.floor(value / 60), minutes: value % 60 })
}
