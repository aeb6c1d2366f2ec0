import { useState } from 'preact/hooks'
import { duration } from '../../format.ts'
import { streamReportMessages as messages, reportRows } from './report-messages.ts'
import { type Report, type RowName, rowNames, shown } from './report-rows.ts'

/** In units of the drawing, which is stretched to the width of the card. */
const width = 960
const lineHeight = 120
const rowHeight = 34

/** Steps of the time axis: the smallest that leaves room for the labels. */
const stepMinutes = [1, 5, 10, 15, 30, 60, 120, 240, 480]
const maxSteps = 8
const minuteMs = 60_000

/** Viewers as a line, everything else as bars below it, all over the same time; best moments are numbered above it. */
export function Timeline({ report }: { report: Report }) {
  const { points, stream, moments } = report
  const lengthMs = Math.max(1, points.length * report.point_minutes * minuteMs)
  const leftOf = (time: number) => `${((time - stream.from) / lengthMs) * 100}%`
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
        {ticksOf(lengthMs).map((tick) => (
          <span key={tick} class="tick" style={{ left: leftOf(stream.from + tick) }} />
        ))}
        {moments.length > 0 && (
          <div class="lane best">
            {moments.map((moment, index) => (
              <span key={moment.at} class="moment figure" style={{ left: leftOf(moment.at) }}>
                {index + 1}
              </span>
            ))}
          </div>
        )}
        {(['viewers', ...rows] as const).map((name) => (
          <div key={name} class={`lane ${name}`}>
            <p class="small">
              <span>{reportRows[name]()}</span>
              <span class="figure">{messages.most({ value: shown(name, mostOf(points, name)) })}</span>
            </p>
            {name === 'viewers' ? <ViewersLine report={report} /> : <Bars points={points} name={name} step={step} />}
          </div>
        ))}
        <p class="axis figure small">
          {ticksOf(lengthMs).map((tick) => (
            <span key={tick} style={{ left: leftOf(stream.from + tick) }}>
              {duration(tick)}
            </span>
          ))}
        </p>
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

function mostOf(points: Report['points'], name: RowName): number {
  return Math.max(0, ...points.map((point) => point[name]))
}

/** Where the time axis has labels, from its start. The last one keeps clear of the edge. */
function ticksOf(lengthMs: number): number[] {
  const wanted = lengthMs / minuteMs / maxSteps
  const step = (stepMinutes.find((minutes) => minutes >= wanted) ?? 720) * minuteMs
  return Array.from({ length: Math.ceil((lengthMs * 0.97) / step) }, (_, index) => index * step)
}

/** Of a running stream, the newest minutes are not counted yet. */
function countedPoints({ points, stream }: Report): Report['points'] {
  const last = points.findLastIndex(({ viewers }) => viewers > 0)
  return stream.to === null && last !== -1 ? points.slice(0, last + 1) : points
}

function ViewersLine({ report }: { report: Report }) {
  const { points } = report
  const most = Math.max(1, mostOf(points, 'viewers'))
  const step = width / Math.max(1, points.length)
  const y = (viewers: number) => lineHeight - 4 - (viewers / most) * (lineHeight - 12)
  const counted = countedPoints(report)
  const line = counted.map(({ viewers }, index) => `${((index + 0.5) * step).toFixed(1)},${y(viewers).toFixed(1)}`)
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${lineHeight}`} preserveAspectRatio="none" height={lineHeight}>
      <polygon points={`0,${lineHeight} ${line.join(' ')} ${(counted.length - 0.5) * step},${lineHeight}`} />
      <polyline points={line.join(' ')} vector-effect="non-scaling-stroke" />
    </svg>
  )
}

function Bars({ points, name, step }: { points: Report['points']; name: RowName; step: number }) {
  const most = mostOf(points, name)
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
