import { useState } from 'preact/hooks'
import { duration } from '../../format.ts'
import { streamReportMessages as messages, reportRows } from '../../messages/stream-report.ts'
import { type Report, type RowName, rowNames, shown } from './report-rows.ts'

/** In units of the drawing, which is stretched to the width of the card. */
const width = 960
const lineHeight = 120
const rowHeight = 34

/** Viewers as a line, everything else as bars below it, all over the same time. */
export function Timeline({ report }: { report: Report }) {
  const { points, stream } = report
  const [at, setAt] = useState<number>()
  const chosen = at === undefined ? undefined : points[at]
  const rows = rowNames.filter((name) => name !== 'viewers' && points.some((point) => point[name] > 0))
  const step = width / Math.max(1, points.length)
  const choose = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / wide) * points.length)
    setAt(Math.max(0, Math.min(points.length - 1, index)))
  }
  return (
    <figure class="timeline" aria-label={messages.timeline()}>
      {/* The table below has the same numbers; pointing at the drawing only reads them off. */}
      <div class="drawings" dir="ltr" aria-hidden="true" onPointerMove={choose} onPointerLeave={() => setAt(undefined)}>
        <div class="lane viewers">
          <span class="small">{reportRows.viewers()}</span>
          <ViewersLine report={report} />
        </div>
        {rows.map((name) => (
          <div key={name} class={`lane ${name}`}>
            <span class="small">{reportRows[name]()}</span>
            <Bars points={points} name={name} step={step} />
          </div>
        ))}
        {at !== undefined && <span class="cursor" style={{ left: `${((at + 0.5) / points.length) * 100}%` }} />}
      </div>
      <figcaption class="faint small figure">
        {chosen === undefined
          ? `0:00 – ${duration((stream.to ?? points.at(-1)?.at ?? stream.from) - stream.from)}`
          : [
              duration(chosen.at - stream.from),
              ...rowNames
                .filter((name) => chosen[name] > 0)
                .map((name) => `${reportRows[name]()}: ${shown(name, chosen[name])}`),
            ].join(' · ')}
      </figcaption>
    </figure>
  )
}

function ViewersLine({ report: { points } }: { report: Report }) {
  const most = Math.max(1, ...points.map(({ viewers }) => viewers))
  const step = width / Math.max(1, points.length)
  const y = (viewers: number) => lineHeight - 4 - (viewers / most) * (lineHeight - 12)
  const line = points.map(({ viewers }, index) => `${((index + 0.5) * step).toFixed(1)},${y(viewers).toFixed(1)}`)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${lineHeight}`} preserveAspectRatio="none" height={lineHeight}>
      <polygon points={`0,${lineHeight} ${line.join(' ')} ${width},${lineHeight}`} />
      <polyline points={line.join(' ')} vector-effect="non-scaling-stroke" />
    </svg>
  )
}

function Bars({ points, name, step }: { points: Report['points']; name: RowName; step: number }) {
  const most = Math.max(...points.map((point) => point[name]))
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${rowHeight}`} preserveAspectRatio="none" height={rowHeight}>
      {points.map((point, index) => {
        if (point[name] === 0) return null
        const height = Math.max(4, (point[name] / most) * (rowHeight - 4))
        return (
          <rect
            key={point.at}
            x={index * step}
            y={rowHeight - height}
            width={Math.max(2.5, step * 0.8)}
            height={height}
          />
        )
      })}
    </svg>
  )
}
