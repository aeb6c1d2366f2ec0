import { clockText } from '../../src/contract/clock-text.ts'
import { commonMessages } from './messages/common.ts'

/** Numbers and times in the reader's locale. */
const numbers = new Intl.NumberFormat()
const clockTime = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const exactTime = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' })

export function number(value: number): string {
  return numbers.format(value)
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
  return new Intl.NumberFormat(undefined, format).format(value)
}

export function wholeTime(at: number): string {
  return whole.format(at)
}

export function date(at: number): string {
  return (new Date(at).getFullYear() === new Date().getFullYear() ? day : dayAndYear).format(at)
}

export function clock(at: number): string {
  return clockTime.format(at)
}

/** With seconds. */
export function exactClock(at: number): string {
  return exactTime.format(at)
}

export function clockOrDay(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString() ? clock(at) : date(at)
}

export function ago(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000)
  const past = Math.abs(seconds)
  if (past < 5) return relative.format(0, 'second')
  if (past < 60) return relative.format(seconds, 'second')
  if (past < 3600) return relative.format(Math.round(seconds / 60), 'minute')
  if (past < 86_400) return relative.format(Math.round(seconds / 3600), 'hour')
  return past < 30 * 86_400 ? relative.format(Math.round(seconds / 86_400), 'day') : date(at)
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
