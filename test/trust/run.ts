// `npm run trust`: the list of proofs. `npm run trust -- <name>`: runs one, and ends with 1 when it found a fault.
import { parseArgs } from 'node:util'
import { type Engine, type Proof, prove } from './proof.ts'
import { proofs } from './proofs.ts'

const sayEveryMs = 5000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    engine: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [name] = positionals
if (name === undefined) list()
else await runOne(proofs.find((one) => one.name === name))

function list(): void {
  const width = Math.max(...proofs.map((one) => one.name.length))
  for (const { name: shown, promise, fullCount, unit, engines } of proofs) {
    say(`${shown.padEnd(width)}  ${promise}`)
    say(`${' '.repeat(width)}  ${fullCount.toLocaleString('en')} ${unit} for a release, on ${engines.join(' or ')}\n`)
  }
  say('npm run trust -- <name> [--count N] [--minutes N] [--seed N] [--engine sqlite|postgres]')
}

async function runOne(proof: Proof | undefined): Promise<void> {
  if (proof === undefined) return refuse(`There is no proof ${name}. npm run trust lists them.`)
  const engine = (values.engine ?? proof.engines[0]) as Engine
  if (!proof.engines.includes(engine)) return refuse(`${proof.name} runs on ${proof.engines.join(' or ')}.`)
  const count = numberOf('count', values.count) ?? proof.fullCount
  const minutes = numberOf('minutes', values.minutes)
  const seed = numberOf('seed', values.seed) ?? 0
  say(proof.promise)
  say(`${count.toLocaleString('en')} ${proof.unit} on ${engine}, seed ${seed}`)
  const startedAt = performance.now()
  let saidAt = startedAt
  const onProgress = (done: number) => {
    const now = performance.now()
    if (now - saidAt < sayEveryMs) return
    saidAt = now
    const seconds = (now - startedAt) / 1000
    say(`${clock(seconds)}  ${done.toLocaleString('en')} of ${count.toLocaleString('en')}, ${rate(done / seconds)}`)
  }
  const limit = minutes === undefined ? {} : { minutes }
  const { done, seconds, figures, faults } = await prove(proof, { count, seed, engine, ...limit, onProgress })
  for (const [what, value] of Object.entries(figures)) say(`  ${what}: ${value}`)
  for (const fault of faults) say(`FAULT ${fault}`)
  const work = `${done.toLocaleString('en')} ${proof.unit} on ${engine} in ${clock(seconds)}, seed ${seed}`
  say(faults.length === 0 ? `HOLDS: ${proof.name}, ${work}` : `BROKEN: ${proof.name}, ${faults.length} faults, ${work}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (Number.isFinite(value) && value >= 0) return value
  refuse(`--${option} must be a number.`)
  process.exit(2)
}

function clock(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.floor(seconds % 60)]
  return `${minutes}:${String(rest).padStart(2, '0')}`
}

function rate(perSecond: number): string {
  return perSecond >= 10 ? `${Math.round(perSecond)} a second` : `${(perSecond * 60).toFixed(1)} a minute`
}

function refuse(words: string): void {
  say(words)
  process.exitCode = 2
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
