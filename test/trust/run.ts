// `npm run trust`: the list of proofs. `npm run trust -- <name>`: runs one, and ends with 1 when it found a fault.
// `npm run trust -- release`: runs all of them.
import { execFileSync } from 'node:child_process'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Engine, type Proof, prove } from './proof.ts'
import { proofs } from './proofs.ts'
import { runRelease } from './release.ts'
import { graceMinutes, type ProofMessage, type ProofProcess, startProof } from './release-process.ts'

const sayEveryMs = 5000
const reportEveryMs = 1000
const releaseHours = 3
const interruptedCode = 130

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string' },
    engine: { type: 'string' },
    hours: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    state: { type: 'string', default: join(tmpdir(), 'showcaller-release.json') },
  },
})
const [name] = positionals
if (process.send !== undefined) endWithRelease()

if (name === undefined) list()
else if (name === 'release') await runAll()
else await runOne(proofs.find((one) => one.name === name))

function list(): void {
  const width = Math.max(...proofs.map((one) => one.name.length))
  for (const { name: shown, promise, fullCount, unit, engines } of proofs) {
    say(`${shown.padEnd(width)}  ${promise}`)
    say(`${' '.repeat(width)}  ${fullCount.toLocaleString('en')} ${unit} for a release, on ${engines.join(' or ')}\n`)
  }
  say('npm run trust -- <name> [--count N] [--minutes N] [--seed N] [--engine sqlite|postgres]')
  say('npm run trust -- release [--hours N | --minutes N] [--seed N] [--state FILE]')
}

/** Each in a process of its own. State goes to a file, so that the same command goes on after an interruption. */
async function runAll(): Promise<void> {
  const hours = numberOf('hours', values.hours) ?? releaseHours
  const minutes = numberOf('minutes', values.minutes) ?? hours * 60
  let current: ProofProcess | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      current?.kill()
      say(`Interrupted. The same command continues from ${values.state}.`)
      process.exit(interruptedCode)
    })
  }
  say(`All proofs within ${minutes} minutes; the state is in ${values.state}`)
  const holds = await runRelease({
    proofs,
    minutes,
    stateFile: values.state,
    commit: commitOf(),
    seed: numberOf('seed', values.seed) ?? 0,
    say,
    steady: () => performance.now(),
    today: () => new Date().toISOString().slice(0, 10),
    loadAverage: () => loadavg()[0] ?? 0,
    async run({ proof, engine, count, seed, minutes: share, onProgress }) {
      const options = Object.entries({ engine, count, seed, minutes: share })
      const args = [proof.name, ...options.flatMap(([option, value]) => [`--${option}`, String(value)])]
      const limitMs = (share + graceMinutes) * 60_000
      current = startProof(fileURLToPath(import.meta.url), args, { limitMs, onProgress })
      return current.verdict
    },
  })
  process.exitCode = holds ? 0 : 1
}

function commitOf(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
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
    if (now - saidAt < (process.send === undefined ? sayEveryMs : reportEveryMs)) return
    saidAt = now
    report({ done })
    const seconds = (now - startedAt) / 1000
    say(`${clock(seconds)}  ${done.toLocaleString('en')} of ${count.toLocaleString('en')}, ${rate(done / seconds)}`)
  }
  const limit = minutes === undefined ? {} : { minutes }
  const verdict = await prove(proof, { count, seed, engine, ...limit, onProgress })
  const { done, seconds, figures, faults } = verdict
  report({ verdict })
  for (const [what, value] of Object.entries(figures)) say(`  ${what}: ${value}`)
  for (const fault of faults) say(`FAULT ${fault}`)
  const work = `${done.toLocaleString('en')} ${proof.unit} on ${engine} in ${clock(seconds)}, seed ${seed}`
  say(faults.length === 0 ? `HOLDS: ${proof.name}, ${work}` : `BROKEN: ${proof.name}, ${faults.length} faults, ${work}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

/** A proof that a release started ends with it, however that ended. */
function endWithRelease(): void {
  process.once('disconnect', () => process.exit(interruptedCode))
  process.channel?.unref()
}

/** To the process of a release, if that started this one. */
function report(message: ProofMessage): void {
  process.send?.(message)
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
