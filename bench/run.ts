import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bodies, type Contestant, createContestant } from './contestants.ts'
import { measureChat, measureOffsets } from './growth.ts'
import { makeData } from './make-data.ts'
import { measureBytes, measureLevenshtein, measureMemory, measureStarts, measureSync } from './others.ts'
import { type LoadGenerator, type Subject, startLoadGenerator, startSubject } from './processes.ts'
import { printResults, type Results, writePage } from './report.ts'
import { measureWatchTime } from './watch-time.ts'

const { values: flags } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '1.5' },
    viewers: { type: 'string', default: '1000000' },
    watchers: { type: 'string', default: '20000' },
    folder: { type: 'string', default: tmpdir() },
  },
})
const keyCount = 4000
// One transaction per request is slow: fewer keys are enough, and more would take minutes to say hello.
const keysOneByOne = 1024
const smallSize = 10_000

const results = await runBench()
printResults(results)
if (flags.write) writePage(results)

/** Everything side by side in one run: each round measures every contestant once, so that noise hits all alike. */
async function runBench(): Promise<Results> {
  const folder = mkdtempSync(join(flags.folder, 'showcaller-bench-'))
  const load = startLoadGenerator()
  const subjects: Subject[] = []
  const start = async (...args: Parameters<typeof startSubject>) => {
    const subject = await startSubject(...args)
    subjects.push(subject)
    return subject
  }
  try {
    say('making the data')
    const make = async (name: string, viewers: number) => {
      const keys = await makeData(join(folder, name), { viewers, keys: keyCount })
      return { path: join(folder, name), keys }
    }
    const { path: small, keys } = await make('small', smallSize)
    const { path: unstored } = await make('unstored', smallSize)
    const { path: oneByOne } = await make('one-by-one', smallSize)
    const began = performance.now()
    const { path: large, keys: sameKeys } = await make('large', Number(flags.viewers))
    const makeSeconds = (performance.now() - began) / 1000
    say(`${flags.viewers} viewers in ${makeSeconds.toFixed(0)} s`)
    if (sameKeys[0] !== keys[0]) throw new Error('the data is not the same every time')

    const floor = await start('floor.ts')
    const shipped = await start('subject.ts', [small])
    const contestants = {
      floor: entry(load, floor, keys, 'floor', 'get-points', bodies.getPoints),
      getPoints: entry(load, shipped, keys, 'get-points', 'get-points', bodies.getPoints),
      addPoints: entry(load, shipped, keys, 'add-points', 'add-points', bodies.addPoints),
      withoutStore: entry(
        load,
        await start('subject.ts', [unstored, 'none']),
        keys,
        'add-points without a store',
        'add-points',
        bodies.addPoints,
      ),
      oneByOne: entry(
        load,
        await start('subject.ts', [oneByOne, 'one-by-one']),
        keys.slice(0, keysOneByOne),
        'add-points, one transaction each',
        'add-points',
        bodies.addPoints,
      ),
      transferPoints: entry(load, shipped, keys, 'transfer-points', 'transfer-points', bodies.transferPoints),
      searchGames: entry(load, shipped, keys, 'search-games', 'search-games', bodies.searchGames),
      topSmall: entry(load, shipped, keys, 'get-points-top, 10,000 viewers', 'get-points-top', bodies.top),
      ...(await topLarge(load, await start('subject.ts', [large]), keys)),
    }
    for (const contestant of Object.values(contestants)) {
      say(`warming up ${contestant.name}`)
      await contestant.warmUp()
    }
    for (let round = 0; round < Number(flags.rounds); round++) {
      say(`round ${round + 1} of ${flags.rounds}`)
      for (const contestant of Object.values(contestants)) {
        await contestant.run(Number(flags.seconds) * 1000)
      }
    }
    for (const subject of subjects.splice(0)) await subject.close()
    say('leaderboards of watch time')
    const watchers = Number(flags.watchers)
    const watchTime = await measureWatchTime(join(folder, 'watch'), watchers)
    say('chat')
    const chat = measureChat(Number(flags.viewers), folder)
    return {
      watchTime,
      watchers,
      chat,
      offsets: await measureOffsets(large, Number(flags.viewers)),
      bytes: measureBytes({ small, large, watch: join(folder, 'watch') }),
      contestants,
      makeSeconds,
      residentMiB: await measureMemory(load, small, keys),
      viewers: Number(flags.viewers),
      syncMs: measureSync(folder),
      levenshteinMicros: measureLevenshtein(),
      starts: await measureStarts(small),
    }
  } finally {
    await load.close()
    for (const subject of subjects) await subject.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Both call the same operation of one server, so each has keys of its own. */
async function topLarge(load: LoadGenerator, subject: Subject, keys: readonly string[]) {
  return {
    topLarge: entry(
      load,
      subject,
      keys.slice(0, keyCount / 2),
      `get-points-top, ${Number(flags.viewers).toLocaleString('en')} viewers`,
      'get-points-top',
      bodies.top,
    ),
    topFarDown: entry(
      load,
      subject,
      keys.slice(keyCount / 2),
      'the same at offset 900,000',
      'get-points-top',
      bodies.topFarDown,
    ),
  }
}

function entry(
  load: LoadGenerator,
  subject: Subject,
  keys: readonly string[],
  name: string,
  operation: string,
  wanted: readonly string[],
): Contestant {
  return createContestant({ name, subject, load, keys, operation, bodies: wanted })
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
