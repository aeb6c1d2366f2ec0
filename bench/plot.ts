import type { Plot } from './findings.ts'

const [width, height] = [640, 320]
const margin = { left: 70, right: 150, top: 44, bottom: 50 }
const plain = ['#0969da', '#bc4c00', '#1a7f37']
const onDark = ['#58a6ff', '#f0883e', '#3fb950']

/** Cost by size on logarithmic axes: a linear cost is a slope, a constant cost is flat. */
export function drawPlot({ title, size, cost, series }: Plot): string {
  const all = series.flatMap(({ points }) => points)
  const x = scale(
    all.map((point) => point.size),
    margin.left,
    width - margin.right,
  )
  const y = scale(
    all.map((point) => point.cost),
    height - margin.bottom,
    margin.top,
  )
  const [right, bottom] = [width - margin.right, height - margin.bottom]
  const labels = spreadApart(series.map(({ points }) => y.at(points.at(-1)?.cost ?? 1)))
  const parts = [
    `<text class="title" x="${margin.left}" y="20">${title}</text>`,
    ...x.ticks.map((tick) => {
      const at = x.at(tick)
      return `<line class="grid" x1="${at}" y1="${margin.top}" x2="${at}" y2="${bottom}"/><text x="${at}" y="${bottom + 18}" text-anchor="middle">${shown(tick)}</text>`
    }),
    ...y.ticks.map((tick) => {
      const at = y.at(tick)
      return `<line class="grid" x1="${margin.left}" y1="${at}" x2="${right}" y2="${at}"/><text x="${margin.left - 8}" y="${at + 4}" text-anchor="end">${shown(tick)}</text>`
    }),
    `<text x="${(margin.left + right) / 2}" y="${height - 12}" text-anchor="middle">${size}</text>`,
    `<text x="${margin.left}" y="${margin.top - 8}">${cost}</text>`,
    ...series.flatMap(({ name, points }, index) => {
      const places = points.map((point) => [x.at(point.size), y.at(point.cost)] as const)
      const line = places.map((place) => place.join(',')).join(' ')
      return [
        `<polyline class="line s${index}" points="${line}"/>`,
        ...places.map(([px, py]) => `<circle class="s${index}" cx="${px}" cy="${py}" r="3"/>`),
        `<text class="s${index}" x="${right + 10}" y="${(labels[index] ?? 0) + 4}">${name}</text>`,
      ]
    }),
  ]
  const label = `${title}: ${cost} by ${size}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}"><style>${style}</style>\n${parts.join('\n')}\n</svg>\n`
}

const style = `text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-size:14px;font-weight:600;fill:#24292f}.grid{stroke:#d0d7de}.line{fill:none;stroke-width:2}
${coloursOf(plain)}
@media (prefers-color-scheme:dark){text{fill:#9198a1}.title{fill:#f0f6fc}.grid{stroke:#3d444d}${coloursOf(onDark)}}`

function coloursOf(colours: readonly string[]): string {
  return colours
    .map((colour, index) => `polyline.s${index}{stroke:${colour}}circle.s${index},text.s${index}{fill:${colour}}`)
    .join('')
}

/** From the power of ten below the minimum to the one above the maximum. */
function scale(values: readonly number[], from: number, to: number) {
  const lowest = Math.floor(Math.log10(Math.min(...values)))
  const highest = Math.max(lowest + 1, Math.ceil(Math.log10(Math.max(...values))))
  const ticks = Array.from({ length: highest - lowest + 1 }, (_, step) => 10 ** (lowest + step))
  const at = (value: number) =>
    Math.round((from + ((Math.log10(value) - lowest) / (highest - lowest)) * (to - from)) * 10) / 10
  return { ticks, at }
}

/** Keeps the labels of lines that end close together from overlapping. */
function spreadApart(places: readonly number[]): number[] {
  const apart = 16
  const moved = [...places]
  const order = moved.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  for (const [step, index] of order.entries()) {
    const above = order[step - 1]
    if (above !== undefined) moved[index] = Math.max(moved[index] ?? 0, (moved[above] ?? 0) + apart)
  }
  return moved
}

function shown(value: number): string {
  return value >= 1 ? value.toLocaleString('en') : String(Number(value.toPrecision(3)))
}
