import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bodiesFor, createContestant } from './contestants.ts'
import { makeData } from './make-data.ts'
import { type Profile, startLoadGenerator, startSubject } from './processes.ts'
import { wholeSizes } from './sizes.ts'

/** `node bench/profile.ts get-points`: where the server's time goes during one call, the most expensive first. */
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    store: { type: 'string', default: 'shipped' },
    top: { type: 'string', default: '40' },
    folder: { type: 'string', default: tmpdir() },
  },
})
const viewers = 10_000
const bodies = bodiesFor(viewers)
const wanted: Readonly<Record<string, readonly string[]>> = {
  'get-points': bodies.getPoints,
  'add-points': bodies.addPoints,
  'transfer-points': bodies.transferPoints,
  'search-games': bodies.searchGames,
  'get-points-top': bodies.topAt(0),
}
const operation = positionals[0] ?? 'get-points'
const calls = operation === 'baseline' ? bodies.getPoints : wanted[operation]
if (calls === undefined) throw new Error(`no bodies for ${operation}; known are ${Object.keys(wanted).join(', ')}`)

const folder = mkdtempSync(join(flags.folder, 'showcaller-profile-'))
try {
  const data = join(folder, 'data')
  const keys = await makeData(data, { viewers, keys: 20_000 })
  const load = startLoadGenerator()
  const file = operation === 'baseline' ? 'baseline.ts' : 'subject.ts'
  const subject = await startSubject(file, [data, flags.store])
  const name = operation === 'baseline' ? 'get-points' : operation
  const sizes = { ...wholeSizes, rounds: 2, seconds: Number(flags.seconds) }
  const contestant = createContestant({ name, subjects: [subject], load, sizes, keys, operation: name, bodies: calls })
  await contestant.warmUp(1000)
  await contestant.run(sizes.seconds * 1000)
  await subject.startProfile()
  await contestant.run(sizes.seconds * 1000)
  printTop(await subject.stopProfile())
  await subject.close()
  await load.close()
  process.stdout.write(`${JSON.stringify(contestant.rounds[0])}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function printTop(profile: Profile): void {
  const named = new Map(profile.nodes.map(({ id, callFrame }) => [id, label(callFrame)]))
  const self = new Map<string, number>()
  let total = 0
  for (const [index, id] of profile.samples.entries()) {
    const name = named.get(id) ?? '?'
    if (name === '(idle)' || name === '(program)') continue
    const took = profile.timeDeltas[index] ?? 0
    total += took
    self.set(name, (self.get(name) ?? 0) + took)
  }
  const rows = [...self].sort((a, b) => b[1] - a[1]).slice(0, Number(flags.top))
  for (const [name, micros] of rows)
    process.stdout.write(`${((100 * micros) / total).toFixed(1).padStart(6)} %  ${name}\n`)
}

function label({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  const where = url.replace(/^.*\/(?=src\/|bench\/|node_modules\/)/, '')
  return `${functionName || '(anonymous)'}${where === '' ? '' : `  ${where}:${lineNumber + 1}`}`
}
