import { useMemo } from 'preact/hooks'
import { minutes, utcDay } from '../../format.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { viewerMessages } from './messages.ts'

interface Day {
  readonly day: string
  readonly minutes: number
}

const daySeconds = 86_400
const fewestDays = 14
const mostDays = 120

/** Minutes per day, up to 120 days back. */
export function WatchChart({ days }: { days: readonly Day[] }) {
  const { times, bars } = useMemo(() => series(days), [days])
  const sum = days.reduce((total, day) => total + day.minutes, 0)
  return (
    <BarChart
      times={times}
      bars={bars}
      tick={(seconds) => utcDay(seconds * 1000)}
      steps={[1, 2, 7, 14, 28].map((count) => count * daySeconds)}
      amounts={{ tick: minutes, steps: [1, 5, 15, 30, 60, 120, 240, 480] }}
      label={viewerMessages.chart({ total: minutes(sum) })}
    />
  )
}

function series(days: readonly Day[]) {
  const byDay = new Map(days.map((day) => [dayOf(day.day), day.minutes]))
  const today = Math.floor(Date.now() / 1000 / daySeconds)
  const end = Math.max(today, ...byDay.keys())
  const shown = [...byDay.keys()].filter((day) => day > end - mostDays)
  const start = Math.min(end - fewestDays + 1, ...shown)
  const all = Array.from({ length: end - start + 1 }, (_, index) => start + index)
  return {
    times: all.map((day) => day * daySeconds),
    bars: [{ label: viewerMessages.minutes(), colour: '--lamp', values: all.map((day) => byDay.get(day) ?? 0) }],
  }
}

function dayOf(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / 1000 / daySeconds)
}
