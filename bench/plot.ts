import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Series {
  readonly name: string
  readonly points: readonly { readonly size: number; readonly cost: number }[]
}

const [width, height] = [640, 320]
const margin = { left: 70, right: 150, top: 40, bottom: 50 }
const colours = ['#3b82f6', '#d97706', '#16a34a']

/** Cost against size, both on scales of tens, so that what grows with its size is a slope and what does not is flat. */
export function writePlot(
  path: string,
  title: string,
  units: { size: string; cost: string },
  series: readonly Series[],
) {
  const all = series.flatMap(({ points }) => points)
  const x = scale(
    all.map(({ size }) => size),
    margin.left,
    width - margin.right,
  )
  const y = scale(
    all.map(({ cost }) => cost),
    height - margin.bottom,
    margin.top,
  )
  const parts = [
    `<text class="title" x="${margin.left}" y="22">${title}</text>`,
    ...x.ticks.map((tick) => {
      const at = x.at(tick)
      return `<line class="grid" x1="${at}" y1="${margin.top}" x2="${at}" y2="${height - margin.bottom}"/><text x="${at}" y="${height - margin.bottom + 18}" text-anchor="middle">${shown(tick)}</text>`
    }),
    ...y.ticks.map((tick) => {
      const at = y.at(tick)
      return `<line class="grid" x1="${margin.left}" y1="${at}" x2="${width - margin.right}" y2="${at}"/><text x="${margin.left - 8}" y="${at + 4}" text-anchor="end">${shown(tick)}</text>`
    }),
    `<text x="${(margin.left + width - margin.right) / 2}" y="${height - 12}" text-anchor="middle">${units.size}</text>`,
    `<text x="${margin.left - 8}" y="${margin.top - 10}" text-anchor="end">${units.cost}</text>`,
    ...series.flatMap(({ name, points }, index) => {
      const colour = colours[index % colours.length]
      const places = points.map(({ size, cost }) => [x.at(size), y.at(cost)] as const)
      const [lastX = 0, lastY = 0] = places.at(-1) ?? []
      return [
        `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${places.map((place) => place.join(',')).join(' ')}"/>`,
        ...places.map(([px, py]) => `<circle cx="${px}" cy="${py}" r="3" fill="${colour}"/>`),
        `<text x="${lastX + 8}" y="${lastY + 4}" style="fill:${colour}">${name}</text>`,
      ]
    }),
  ]
  const style = `text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-size:14px;font-weight:600;fill:#24292f}.grid{stroke:#d0d7de}
@media (prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}.grid{stroke:#3d444d}}`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(
    path,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}"><style>${style}</style>\n${parts.join('\n')}\n</svg>\n`,
  )
}

/** From the power of ten below the least to the one above the most. */
function scale(values: readonly number[], from: number, to: number) {
  const lowest = Math.floor(Math.log10(Math.min(...values)))
  const highest = Math.max(lowest + 1, Math.ceil(Math.log10(Math.max(...values))))
  const ticks = Array.from({ length: highest - lowest + 1 }, (_, step) => 10 ** (lowest + step))
  const at = (value: number) =>
    Math.round((from + ((Math.log10(value) - lowest) / (highest - lowest)) * (to - from)) * 10) / 10
  return { ticks, at }
}

function shown(value: number): string {
  return value >= 1 ? value.toLocaleString('en') : String(Number(value.toPrecision(3)))
}
