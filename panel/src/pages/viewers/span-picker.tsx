import { spanNames, viewerMessages } from './messages.ts'

const kinds = ['all', 'today', 'week', 'month', 'day', 'range'] as const

export interface SpanChoice {
  readonly kind: (typeof kinds)[number]
  readonly from: string
  readonly to: string
}

export const allTime: SpanChoice = { kind: 'all', from: dayAgo(7), to: dayAgo(0) }

/** The parameters of the operation. An incomplete range has none. */
export function daysOf({ kind, from, to }: SpanChoice): { day?: string; date_from?: string; date_to?: string } {
  if (kind === 'today') return { day: dayAgo(0) }
  if (kind === 'week') return { date_from: dayAgo(6), date_to: dayAgo(0) }
  if (kind === 'month') return { date_from: dayAgo(29), date_to: dayAgo(0) }
  if (kind === 'day' && to !== '') return { day: to }
  if (kind === 'range' && from !== '' && to !== '') return { date_from: from, date_to: to }
  return {}
}

export function SpanPicker({ span, onChange }: { span: SpanChoice; onChange: (span: SpanChoice) => void }) {
  const { kind, from, to } = span
  return (
    <>
      <select
        aria-label={viewerMessages.period()}
        value={kind}
        onChange={(event) => onChange({ ...span, kind: event.currentTarget.value as SpanChoice['kind'] })}
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {spanNames[one]()}
          </option>
        ))}
      </select>
      {kind === 'range' && (
        <input
          type="date"
          aria-label={viewerMessages.firstDay()}
          value={from}
          onInput={(event) => onChange({ ...span, from: event.currentTarget.value })}
        />
      )}
      {(kind === 'range' || kind === 'day') && (
        <input
          type="date"
          aria-label={kind === 'day' ? viewerMessages.day() : viewerMessages.lastDay()}
          value={to}
          onInput={(event) => onChange({ ...span, to: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** In the time zone of the browser, which is close enough to the channel's to choose a day. */
function dayAgo(days: number): string {
  const at = new Date()
  at.setDate(at.getDate() - days)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
