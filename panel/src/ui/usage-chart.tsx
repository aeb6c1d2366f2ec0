import { useMemo } from 'preact/hooks'
import { clock, date } from '../format.ts'
import { keyMessages } from '../pages/keys/messages.ts'
import { BarChart } from './bar-chart.tsx'

interface Hour {
  readonly at: number
  readonly calls: number
  readonly failed: number
}

const hourMs = 3_600_000

/** Calls per hour as bars, failed calls in red on top. */
export function UsageChart({ hours, span }: { hours: readonly Hour[]; span: number }) {
  const { times, bars } = useMemo(() => series(hours, span), [hours, span])
  const total = hours.reduce((sum, { calls }) => sum + calls, 0)
  return (
    <BarChart
      times={times}
      bars={bars}
      tick={(seconds) => (span > 24 ? date(seconds * 1000) : clock(seconds * 1000))}
      steps={span > 24 ? [86_400] : [3600, 7200, 14_400, 21_600]}
      label={keyMessages.usageTotal({ total })}
    />
  )
}

function series(hours: readonly Hour[], span: number) {
  const end = Math.floor(Date.now() / hourMs)
  const byHour = Map.groupBy(hours, ({ at }) => at / hourMs)
  const times = Array.from({ length: span }, (_, index) => end - span + 1 + index)
  const sum = (hour: number, of: (row: Hour) => number) =>
    (byHour.get(hour) ?? []).reduce((total, row) => total + of(row), 0)
  return {
    times: times.map((hour) => hour * 3600),
    bars: [
      { label: keyMessages.calls(), colour: '--lamp', values: times.map((hour) => sum(hour, ({ calls }) => calls)) },
      { label: keyMessages.failed(), colour: '--stop', values: times.map((hour) => sum(hour, ({ failed }) => failed)) },
    ],
  }
}
