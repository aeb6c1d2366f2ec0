import type { Call, Measured, Results } from './findings.ts'
import { type Goal, type GoalName, goals } from './goals.ts'
import { spreadOf, verdictOf, worseHalf } from './judge.ts'
import { median } from './median.ts'

/** Every goal with its current value, its spread over the rounds, its worse half, its target and the verdict. */
export function goalTable(results: Results): string {
  const lines = (Object.keys(goals) as GoalName[]).map((name) => goalLine(goals[name], measuredOf(results, name)))
  return ['| What | Now | Rounds | Worse half | Goal | |', '|---|---:|---:|---:|---:|---|', ...lines].join('\n')
}

function measuredOf({ parts }: Results, name: GoalName): Measured | undefined {
  for (const { measured } of Object.values(parts)) if (measured[name] !== undefined) return measured[name]
  return undefined
}

export function goalLine(goal: Goal, measured: Measured | undefined): string {
  const { what, direction, unit } = goal
  const note = measured?.note === undefined ? '' : ` (${measured.note})`
  const rounds = measured?.rounds ?? []
  const [now, worse] =
    rounds.length === 0
      ? ['–', '–']
      : [median(rounds), worseHalf(rounds, direction)].map((value) => `${shown(value)}${unit}`)
  const sign = direction === 'least' ? '≥' : '≤'
  const columns = [now, shownSpread(rounds), worse, `${sign} ${shown(goal.goal)}${unit}`, verdictOf(goal, measured)]
  return `| ${what}${note} | ${columns.join(' | ')} |`
}

/** The smallest and the largest figure, and the number of rounds. A figure of one round has no spread. */
function shownSpread(rounds: readonly number[]): string {
  if (rounds.length < 2) return '–'
  const { least, most } = spreadOf(rounds)
  return `${shown(least)} to ${shown(most)}, ${rounds.length}`
}

export function callTable({ parts }: Results): string {
  const lines = Object.values(parts).flatMap(({ calls = [] }) => calls.map(callLine))
  const head = '| Call | calls/s | rounds | processor µs per call | median ms | p99 ms | overloaded |'
  return [head, '|---|---:|---:|---:|---:|---:|---:|', ...lines].join('\n')
}

function callLine({ name, callsPerSecond, cpuMicros, p50Ms, p99Ms, overloaded }: Call): string {
  const perSecond = (value: number) => Math.round(value).toLocaleString('en')
  const { least, most } = spreadOf(callsPerSecond)
  const figures = [
    perSecond(median(callsPerSecond)),
    callsPerSecond.length < 2 ? '–' : `${perSecond(least)} to ${perSecond(most)}`,
    cpuMicros.toFixed(0),
    shown(p50Ms),
    shown(p99Ms),
  ]
  return `| ${[name, ...figures, overloaded].join(' | ')} |`
}

export function shown(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0)
  if (Math.abs(value) >= 10 || Number.isInteger(value)) return value.toFixed(Number.isInteger(value) ? 0 : 1)
  return value >= 0.1 ? value.toFixed(2) : value >= 0.01 ? value.toFixed(3) : value.toFixed(4)
}
