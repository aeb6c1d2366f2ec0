import { dayNumber, monthOf, type WatchTimeSpan } from '../viewers/days.ts'
import type { SpanParts } from './span-answer.ts'

const none = { from: 1, to: 0 }

/** The first days, the whole months and the last days of a span. An empty part has its start after its end. */
export function partsOf(span: Exclude<WatchTimeSpan, { mode: 'all' }>): SpanParts {
  const from = dayNumber(span.mode === 'day' ? span.day : span.from)
  const to = dayNumber(span.mode === 'day' ? span.day : span.to)
  const [fromMonth, toMonth] = [monthOf(from), monthOf(to)]
  const beginsWhole = from % 100 === 1
  const endsWhole = to % 100 === lengthOf(toMonth)
  if (fromMonth === toMonth && !(beginsWhole && endsWhole)) return parts({ from, to }, none, none)
  return parts(
    beginsWhole ? none : { from, to: fromMonth * 100 + 31 },
    { from: beginsWhole ? fromMonth : nextMonth(fromMonth), to: endsWhole ? toMonth : monthBefore(toMonth) },
    endsWhole ? none : { from: toMonth * 100 + 1, to },
  )
}

type Part = typeof none

function parts(first: Part, months: Part, last: Part): SpanParts {
  return {
    from: first.from,
    fromEnd: first.to,
    firstMonth: months.from,
    lastMonth: months.to,
    toStart: last.from,
    to: last.to,
  }
}

function nextMonth(month: number): number {
  return month % 100 === 12 ? month + 89 : month + 1
}

function monthBefore(month: number): number {
  return month % 100 === 1 ? month - 89 : month - 1
}

function lengthOf(month: number): number {
  const year = Math.floor(month / 100)
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][(month % 100) - 1] ?? 0
}
