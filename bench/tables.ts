import type { Measured, Results } from './findings.ts'
import { type GoalName, goals } from './goals.ts'

/** Every goal with its current value, its target and the verdict. */
export function goalTable(results: Results): string {
  const lines = (Object.keys(goals) as GoalName[]).map((name) => goalLine(name, measuredOf(results, name)))
  return ['| What | Now | Goal | |', '|---|---:|---:|---|', ...lines].join('\n')
}

function measuredOf({ parts }: Results, name: GoalName): Measured | undefined {
  for (const { measured } of Object.values(parts)) if (measured[name] !== undefined) return measured[name]
  return undefined
}

function goalLine(name: GoalName, measured: Measured | undefined): string {
  const { what, direction, goal, unit } = goals[name]
  const note = measured?.note === undefined ? '' : ` (${measured.note})`
  const now = measured == null || measured.value === null ? '–' : `${shown(measured.value)}${unit}`
  const sign = direction === 'least' ? '≥' : '≤'
  return `| ${what}${note} | ${now} | ${sign} ${shown(goal)}${unit} | ${verdict(name, measured)} |`
}

function verdict(name: GoalName, measured: Measured | undefined): string {
  if (measured?.problem !== undefined) return measured.problem
  if (measured == null || measured.value === null) return 'not measured'
  const { direction, goal } = goals[name]
  const { value } = measured
  if (direction === 'least' ? value >= goal : value <= goal) return 'met'
  const by = direction === 'least' ? goal / value : value / goal
  return `missed by ${Math.round((by - 1) * 100)} %`
}

export function callTable({ parts }: Results): string {
  const lines = Object.values(parts)
    .flatMap(({ calls = [] }) => calls)
    .map(({ name, callsPerSecond, cpuMicros, p50Ms, p99Ms, overloaded }) => {
      const figures = [
        Math.round(callsPerSecond).toLocaleString('en'),
        cpuMicros.toFixed(0),
        shown(p50Ms),
        shown(p99Ms),
      ]
      return `| ${[name, ...figures, overloaded].join(' | ')} |`
    })
  const head = '| Call | calls/s | processor µs per call | median ms | p99 ms | overloaded |'
  return [head, '|---|---:|---:|---:|---:|---:|', ...lines].join('\n')
}

export function shown(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0)
  if (Math.abs(value) >= 10 || Number.isInteger(value)) return value.toFixed(Number.isInteger(value) ? 0 : 1)
  return value >= 0.1 ? value.toFixed(2) : value >= 0.01 ? value.toFixed(3) : value.toFixed(4)
}
