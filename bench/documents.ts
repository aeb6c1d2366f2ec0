import { readFileSync, writeFileSync } from 'node:fs'
import type { Results } from './findings.ts'
import { drawPlot } from './plot.ts'
import { sizePlan } from './size-plan.ts'
import { callTable, goalTable } from './tables.ts'

export const resultsFile = new URL('results.json', import.meta.url)

const docs = new URL('../docs/', import.meta.url)
const [begin, end] = ['<!-- figures: node bench/run.ts --write -->', '<!-- end of figures -->']

export function readResults(): Results {
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as Results
}

/** Every page and picture with figures, generated from the results; the text around the figures is kept. */
export function documentsFrom(results: Results): Map<URL, string> {
  const plots = Object.values(results.parts).flatMap(({ plots = [] }) => plots)
  const pictures = plots.map((plot) => [new URL(`images/${plot.file}.svg`, docs), drawPlot(plot)] as const)
  const performance = new URL('project/performance.md', docs)
  const scaling = new URL('scaling.md', docs)
  return new Map([
    [performance, withFigures(performance, figuresOf(results))],
    [scaling, withFigures(scaling, sizePlan(results))],
    ...pictures,
  ])
}

export function keepResults(results: Results): void {
  const lines = JSON.stringify(results, shortened, 2)
  // The figures of all rounds on one line.
  const compact = lines.replace(/\[[\d\s.,e+-]+\]/g, (figures) =>
    figures.replace(/\s+/g, ' ').replace(/^\[ | \]$/g, trimmed),
  )
  writeFileSync(resultsFile, `${compact}\n`)
}

export function writeDocuments(results: Results): void {
  for (const [file, text] of documentsFrom(results)) writeFileSync(file, text)
}

function trimmed(bracket: string): string {
  return bracket.trim()
}

/** Four digits are enough for any of these measurements. */
function shortened(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value
}

function figuresOf(results: Results): string {
  const { machine, seconds, parts } = results
  const { cores, memoryGib, node, date, syncMs } = machine
  const plots = Object.values(parts).flatMap(({ plots = [] }) => plots)
  return [
    `Measured on ${cores} cores and ${memoryGib} GiB of memory, Node ${node}, on ${date}, in ${Math.round(seconds / 60)} minutes; a sync of the disk takes ${syncMs.toFixed(2)} ms.`,
    goalTable(results),
    callTable(results),
    ...plots.map(({ file, title, size }) => `![${title}, by ${size}](../images/${file}.svg)`),
  ].join('\n\n')
}

function withFigures(file: URL, figures: string): string {
  const [before, rest = ''] = readFileSync(file, 'utf8').split(begin)
  const after = rest.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${file.pathname} has no markers for the figures`)
  return `${before}${begin}\n\n${figures}\n\n${end}${after}`
}

// After a change of the format of the pages, run `node bench/documents.ts`.
if (import.meta.main) writeDocuments(readResults())
