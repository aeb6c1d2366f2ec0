import { existsSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { runEachAlone } from './alone/run-each.ts'
import { createSay } from './alone/say.ts'
import type { Part } from './bench.ts'
import { keepResults, readResults, resultsFile, writeDocuments } from './documents.ts'
import type { Findings, Results } from './findings.ts'
import { measureSync } from './parts/add-points.ts'
import { parts } from './parts/all.ts'
import { wholeSizes } from './sizes.ts'
import { callTable, goalTable } from './tables.ts'

/**
 * `npm run bench`: every figure of docs/project/performance.md. `--only <part>`, which can be repeated, measures only these parts;
 * `--write` stores the results in bench/results.json and updates the pages.
 */
const { values: flags } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: String(wholeSizes.rounds) },
    seconds: { type: 'string', default: String(wholeSizes.seconds) },
    viewers: { type: 'string', default: String(wholeSizes.manyViewers) },
    folder: { type: 'string', default: tmpdir() },
  },
})
const unknown = flags.only.find((name) => !parts.some((part) => part.name === name))
if (unknown !== undefined) {
  process.stderr.write(`There is no part ${unknown}. There are: ${parts.map(({ name }) => name).join(', ')}.\n`)
  process.exit(2)
}
// Exit handlers stop the child processes and delete the files, so an interruption only has to exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
process.setMaxListeners(50)

const beganAt = Date.now()
const say = createSay(beganAt)
const wanted = flags.only.length === 0 ? parts : parts.filter(({ name }) => flags.only.includes(name))
const sizes = {
  rounds: Number(flags.rounds),
  seconds: Number(flags.seconds),
  manyViewers: Number(flags.viewers),
}
const found = await runEachAlone(wanted, { sizes, within: flags.folder, beganAt, onFailure })
const results = resultsOf(found)
process.stdout.write(`${goalTable(results)}\n\n${callTable(results)}\n`)
say('done')
if (flags.write) write(results)

/** Results are always stored; pages are generated from complete results only. */
function write(results: Results): void {
  keepResults(results)
  try {
    writeDocuments(readResults())
  } catch (error) {
    say(`The pages were not updated: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}

function onFailure({ name }: Part, error: unknown): void {
  say(`${name} failed; the other parts continue: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

/** With --write, parts that were not measured keep their stored results. */
function resultsOf(found: Record<string, Findings>): Results {
  const isWhole = parts.every(({ name }) => found[name] !== undefined)
  const before = flags.write && !isWhole && existsSync(resultsFile) ? readResults() : undefined
  const known = { ...before?.parts, ...found }
  const inOrder = parts.flatMap(({ name }) => (known[name] === undefined ? [] : [[name, known[name]] as const]))
  return {
    machine: {
      cores: availableParallelism(),
      memoryGib: Math.round(totalmem() / 2 ** 30),
      node: process.versions.node,
      date: new Date().toISOString().slice(0, 10),
      syncMs: measureSync(flags.folder),
    },
    seconds: before?.seconds ?? (Date.now() - beganAt) / 1000,
    parts: Object.fromEntries(inOrder),
  }
}
