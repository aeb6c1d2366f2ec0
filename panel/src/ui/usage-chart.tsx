import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { clock, date } from '../format.ts'
import { words } from '../words/words.ts'

interface Hour {
  readonly at: number
  readonly calls: number
  readonly failed: number
}

const hourMs = 3_600_000
const height = 140

/** Calls by the hour as bars, the failed ones in red on top of the rest. */
export function UsageChart({ hours, span }: { hours: readonly Hour[]; span: number }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const plot = new uPlot(options(element, span), series(hours, span), element)
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const redraw = () => plot.redraw()
    scheme.addEventListener('change', redraw)
    return () => {
      scheme.removeEventListener('change', redraw)
      observer.disconnect()
      plot.destroy()
    }
  }, [hours, span])
  const total = hours.reduce((sum, { calls }) => sum + calls, 0)
  return <div ref={place} class="chart" role="img" aria-label={`${words.keys.usageHelp}: ${total}`} />
}

function series(hours: readonly Hour[], span: number): uPlot.AlignedData {
  const end = Math.floor(Date.now() / hourMs)
  const byHour = Map.groupBy(hours, ({ at }) => at / hourMs)
  const times = Array.from({ length: span }, (_, index) => end - span + 1 + index)
  const sum = (hour: number, of: (row: Hour) => number) =>
    (byHour.get(hour) ?? []).reduce((total, row) => total + of(row), 0)
  return [
    times.map((hour) => hour * 3600),
    times.map((hour) => sum(hour, ({ calls }) => calls)),
    times.map((hour) => sum(hour, ({ failed }) => failed)),
  ]
}

function options(element: HTMLElement, span: number): uPlot.Options {
  const label = (seconds: number) => (span > 24 ? date(seconds * 1000) : clock(seconds * 1000))
  const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 })
  const colour = (name: string) => () => resolved(element, name)
  const axis = { stroke: colour('--ink-faint'), font: '11px "Inter Variable"', ticks: { show: false } }
  return {
    width: element.clientWidth,
    height,
    cursor: { show: false },
    legend: { show: false },
    padding: [8, 12, 0, 0],
    scales: { y: { range: (_, __, max) => [0, Math.max(max, 4)] } },
    series: [
      {},
      {
        label: words.keys.calls,
        fill: colour('--lamp'),
        width: 0,
        ...(bars && { paths: bars }),
        points: { show: false },
      },
      {
        label: words.keys.failed,
        fill: colour('--stop'),
        width: 0,
        ...(bars && { paths: bars }),
        points: { show: false },
      },
    ],
    axes: [
      {
        ...axis,
        size: 24,
        gap: 4,
        space: 64,
        incrs: span > 24 ? [86_400] : [3600, 7200, 14_400, 21_600],
        grid: { show: false },
        values: (_, ticks) => ticks.map(label),
      },
      {
        ...axis,
        size: 34,
        gap: 4,
        grid: { stroke: colour('--line'), width: 1 },
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
      },
    ],
  }
}

/** A canvas knows no variables; an element with the colour does. */
function resolved(element: HTMLElement, name: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
