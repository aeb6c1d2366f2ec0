import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Text } from '../../kernel/text/message.ts'
import { viewerErrors } from './messages.ts'

export type WatchTimeSpan =
  | { readonly mode: 'all' }
  | { readonly mode: 'day'; readonly day: string }
  | { readonly mode: 'range'; readonly from: string; readonly to: string }

export function spanOf(input: {
  readonly day?: string | undefined
  readonly date_from?: string | undefined
  readonly date_to?: string | undefined
}): WatchTimeSpan {
  const { day, date_from: from, date_to: to } = input
  if (day !== undefined && (from !== undefined || to !== undefined)) throw wrong(viewerErrors.dayAndRange.of())
  if (day !== undefined) return { mode: 'day', day }
  if (from === undefined && to === undefined) return { mode: 'all' }
  if (from === undefined) throw wrong(viewerErrors.fromRequired.of())
  if (to === undefined) throw wrong(viewerErrors.toRequired.of())
  if (from > to) throw wrong(viewerErrors.reversedRange.of())
  return { mode: 'range', from, to }
}

/** The span as an API answer shows it. */
export function spanFields(span: WatchTimeSpan) {
  return {
    query_mode: span.mode,
    day: span.mode === 'day' ? span.day : null,
    date_from: span.mode === 'range' ? span.from : null,
    date_to: span.mode === 'range' ? span.to : null,
  }
}

/** Days are stored as the number YYYYMMDD, which is small and sorts correctly. */
export function dayNumber(day: string): number {
  return Number(day.replaceAll('-', ''))
}

export function dayText(day: number): string {
  return String(day).replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
}

export function monthOf(day: number): number {
  return Math.floor(day / 100)
}

function wrong(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
