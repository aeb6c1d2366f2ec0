import type { Engine, Proof, Verdict } from './proof.ts'
import { type ReleaseRow, type ReleaseState, readState, writeState } from './release-state.ts'

/** These go first, and get so many times the time of the others: they find more the longer they run. */
const firstNames = ['crash', 'hostile', 'soak']
const firstWeight = 4
/** Progress is stored so often, and at the end of each proof. */
const storeEveryMs = 2000

export interface Attempt {
  readonly proof: Proof
  readonly engine: Engine
  readonly count: number
  readonly seed: number
  readonly minutes: number
  onProgress(done: number): void
}

export interface ReleaseNeeds {
  readonly proofs: readonly Proof[]
  /** The time for all proofs together; what an interrupted release has used counts. */
  readonly minutes: number
  readonly stateFile: string
  readonly commit: string
  readonly seed: number
  /** Runs one proof; rejects only when the release is interrupted. */
  run(attempt: Attempt): Promise<Verdict>
  say(line: string): void
  /** Milliseconds that only grow. */
  steady(): number
  today(): string
  loadAverage(): number
}

/**
 * Runs every proof on each of its engines, one after the other, in a total time. After an interruption, finished proofs
 * are not repeated, and one that was cut off goes on with the rest of its count. Returns whether all of them hold.
 */
export async function runRelease(needs: ReleaseNeeds): Promise<boolean> {
  const { proofs, minutes, stateFile, commit, say } = needs
  const state = readState(stateFile, commit)
  const entries = inOrder(proofs)
  for (const [index, { proof, engine }] of entries.entries()) {
    const row = rowOf(state, proof, engine)
    if (row.result !== 'interrupted') {
      say(`${titleOf(row)}: ${row.result} already, ${reached(row)}`)
      continue
    }
    const left = minutes - state.rows.reduce((sum, { seconds }) => sum + seconds, 0) / 60
    const waiting = entries
      .slice(index)
      .filter((entry) => rowOf(state, entry.proof, entry.engine).result === 'interrupted')
    const share = (left * weightOf(proof)) / waiting.reduce((sum, entry) => sum + weightOf(entry.proof), 0)
    if (share <= 0) {
      say(`${titleOf(row)}: not run, the time is over. More --hours continue from here.`)
      continue
    }
    await attempt(needs, state, { proof, engine, row, minutes: share })
  }
  say('')
  for (const line of tableOf(state.rows)) say(line)
  return state.rows.every(({ result }) => result !== 'broken')
}

async function attempt(
  needs: ReleaseNeeds,
  state: ReleaseState,
  { proof, engine, row, minutes }: { proof: Proof; engine: Engine; row: ReleaseRow; minutes: number },
): Promise<void> {
  const { stateFile, say, steady, today, loadAverage } = needs
  const seed = needs.seed + row.seeds.length
  const before = { done: row.done, seconds: row.seconds }
  const startedAt = steady()
  row.seeds.push(seed)
  row.date = today()
  let storedAt = startedAt
  const note = (done: number, seconds: number) => {
    row.done = before.done + done
    row.seconds = before.seconds + seconds
    const load = loadAverage()
    row.load = [Math.min(load, row.load?.[0] ?? load), Math.max(load, row.load?.[1] ?? load)]
    storedAt = steady()
    writeState(stateFile, state)
  }
  note(0, 0)
  // Cut off after its last round, it still owes its last checks.
  const rest = Math.max(1, row.count - before.done)
  say(`${titleOf(row)}: ${number(rest)} ${row.unit}, at most ${minutes.toFixed(1)} minutes, seed ${seed}`)
  const verdict = await needs.run({
    proof,
    engine,
    count: rest,
    seed,
    minutes,
    onProgress(done) {
      if (steady() - storedAt >= storeEveryMs) note(done, (steady() - startedAt) / 1000)
    },
  })
  row.faults = verdict.faults
  row.figures = verdict.figures
  row.result = verdict.faults.length === 0 ? 'holds' : 'broken'
  note(verdict.done, verdict.seconds)
  for (const [what, value] of Object.entries(verdict.figures)) say(`  ${what}: ${value}`)
  for (const fault of verdict.faults) say(`FAULT ${fault}`)
  say(`${row.result === 'holds' ? 'HOLDS' : 'BROKEN'}: ${titleOf(row)}, ${reached(row)}`)
}

function inOrder(proofs: readonly Proof[]): { proof: Proof; engine: Engine }[] {
  const first = firstNames.flatMap((name) => proofs.filter((proof) => proof.name === name))
  const others = proofs.filter(({ name }) => !firstNames.includes(name))
  return [...first, ...others].flatMap((proof) => proof.engines.map((engine) => ({ proof, engine })))
}

function weightOf({ name }: Proof): number {
  return firstNames.includes(name) ? firstWeight : 1
}

function rowOf({ rows }: ReleaseState, { name, unit, fullCount }: Proof, engine: Engine): ReleaseRow {
  const found = rows.find((row) => row.name === name && row.engine === engine)
  if (found !== undefined) return found
  const row: ReleaseRow = {
    name,
    engine,
    unit,
    count: fullCount,
    done: 0,
    seconds: 0,
    seeds: [],
    figures: {},
    faults: [],
    result: 'interrupted',
    load: undefined,
    date: '',
  }
  rows.push(row)
  return row
}

/** For docs/project/trust.md. */
export function tableOf(rows: readonly ReleaseRow[]): string[] {
  return [
    '| Name | Reached | Result | Load average | Date |',
    '|---|---:|---|---|---|',
    ...rows.map((row) => `| ${[titleOf(row), reached(row), resultOf(row), loadOf(row), row.date].join(' | ')} |`),
  ]
}

function titleOf({ name, engine }: ReleaseRow): string {
  return engine === 'postgres' ? `${name}, PostgreSQL` : name
}

function reached({ done, count, unit }: ReleaseRow): string {
  return `${number(done)} of ${number(count)} ${unit}`
}

function resultOf({ result, seeds, faults: [first = ''] }: ReleaseRow): string {
  if (seeds.length === 0) return 'not run'
  if (result === 'holds') return 'holds'
  if (result === 'interrupted') return 'interrupted'
  // One cell of a table is one line.
  const [line = ''] = first.split('\n')
  return `**broken**, seed ${seeds.at(-1)}: ${line.replaceAll('|', '\\|').slice(0, 200)}`
}

function loadOf({ load }: ReleaseRow): string {
  if (load === undefined) return ''
  const [from, to] = load.map((value) => value.toFixed(1))
  return from === to ? `${from}` : `${from} to ${to}`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
