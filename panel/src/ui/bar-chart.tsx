import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

interface BarChartProps {
  /** Seconds since 1970, evenly spaced. */
  readonly times: readonly number[]
  readonly bars: readonly { readonly label: string; readonly colour: string; readonly values: readonly number[] }[]
  readonly tick: (seconds: number) => string
  /** Allowed distances between the ticks of the time axis, in seconds. */
  readonly steps: readonly number[]
  /** How the axis of amounts is written, and the allowed distances between its ticks; numbers by default. */
  readonly amounts?: { readonly tick: (amount: number) => string; readonly steps: readonly number[] }
  /** The text alternative of the chart. */
  readonly label: string
}

const height = 140

/** Bars over time. Later ones are drawn over earlier ones. */
export function BarChart({ times, bars, tick, steps, amounts, label }: BarChartProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const data = [times, ...bars.map(({ values }) => values)] as unknown as uPlot.AlignedData
    const plot = new uPlot(options(element, { bars, tick, steps, amounts }, stepOf(times)), data, element)
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
  }, [times, bars])
  return <div ref={place} class="chart" role="img" aria-label={label} />
}

function options(
  element: HTMLElement,
  {
    bars,
    tick,
    steps,
    amounts,
  }: Pick<BarChartProps, 'bars' | 'tick' | 'steps'> & {
    amounts: BarChartProps['amounts'] | undefined
  },
  stepSeconds: number,
): uPlot.Options {
  const paths = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 })
  const colour = (name: string) => () => resolved(element, name)
  const axis = { stroke: colour('--ink-faint'), font: '11px "Inter Variable"', ticks: { show: false } }
  return {
    width: element.clientWidth,
    height,
    cursor: { show: false },
    legend: { show: false },
    padding: [8, 12, 0, 0],
    scales: {
      x: { range: (_, min, max) => [min - stepSeconds / 2, max + stepSeconds / 2] },
      y: { range: (_, __, max) => [0, Math.max(max, 4)] },
    },
    series: [
      {},
      ...bars.map(({ label, colour: name }) => ({
        label,
        fill: colour(name),
        width: 0,
        ...(paths && { paths }),
        points: { show: false },
      })),
    ],
    axes: [
      {
        ...axis,
        size: 24,
        gap: 4,
        space: 64,
        incrs: [...steps],
        grid: { show: false },
        values: (_, ticks) => ticks.map(tick),
      },
      {
        ...axis,
        size: amounts === undefined ? 38 : 52,
        gap: 4,
        grid: { stroke: colour('--line'), width: 1 },
        incrs: [...(amounts?.steps ?? [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000])],
        ...(amounts !== undefined && { values: (_, ticks) => ticks.map(amounts.tick) }),
      },
    ],
  }
}

/** The first and the last bar need half a step of space beside them. */
function stepOf([first = 0, second = first]: readonly number[]): number {
  return second - first
}

/** A canvas cannot read CSS variables; an element with the colour can. */
function resolved(element: HTMLElement, name: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
