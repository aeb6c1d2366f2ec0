import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { allTestFiles, chooseTestFiles, readDeclarations, type TestFile } from '../../scripts/test-files.ts'
import { loadedBy } from './import-graph.ts'

const root = join(import.meta.dirname, '../..')
const files = allTestFiles()

/** Whoever loads one of these stores something. */
const stores =
  /^(test\/create-test-app|test\/open-test-database|src\/app|src\/kernel\/storage\/open)\.ts$|\/server-process\.ts$/

/** Whoever loads the file on the left needs what stands on the right. */
const needOf: readonly (readonly [path: RegExp, need: string])[] = [
  [/^test\/kernel\/postgres\/(server|test-database)\.ts$/, 'postgres'],
  [/^test\/cluster\/redis-server\.ts$/, 'redis'],
  [/^test\/cluster\/nodes\.ts$/, 'haproxy'],
  [/^test\/tools\/chromium-127\.mjs$/, 'chromium-127'],
  [/^test\/browser\/(chromium|panel-browser)\.ts$/, 'chromium'],
  [/^test\/browser\/firefox\.ts$/, 'firefox'],
  [/^test\/extension\/extension-browser\.ts$/, 'chromium-with-extensions'],
  [/^test\/browser\/panel-browser\.ts$/, 'panel'],
  [/^test\/trust\/disk-record\.ts$/, 'strace'],
]

/** What a file of the quick run may take while both cores are busy, as `scripts/test-seconds.json` has it. */
const mostSeconds = 6
/** What a quick run is not worth much without. */
const worthIt = ['test/contract/derived-operations.test.ts']

describe('a test file', () => {
  it('that stores something declares the engines it runs on', () => {
    const silent = files.filter(({ path, engines }) => engines === undefined && [...loadedBy(path)].some(isStoring))
    assert.deepEqual(
      silent.map(({ path }) => path),
      [],
      "add runsOn('sqlite', 'postgres') under the imports",
    )
  })

  it('that leaves an engine out says why', () => {
    const unexplained = files.filter(({ engines, because = '' }) => engines?.length === 1 && because.length < 20)
    assert.deepEqual(
      unexplained.map(({ path }) => path),
      [],
    )
  })

  it('that leaves PostgreSQL to the long run says why, and runs on both engines', () => {
    const leaving = files.filter(({ whyLaterOnPostgres }) => whyLaterOnPostgres !== undefined)
    const wrong = leaving.filter(
      ({ engines, whyLaterOnPostgres = '' }) => engines?.length !== 2 || whyLaterOnPostgres.length < 20,
    )
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    )
    assert.ok(leaving.length > 0)
  })

  it('that takes longer than some seconds is left out of the quick run, and says why', () => {
    const seconds = JSON.parse(readFileSync(join(root, 'scripts/test-seconds.json'), 'utf8')) as Record<string, number>
    const isQuick = ({ path, needs, whySlow }: TestFile) =>
      needs.length === 0 && whySlow === undefined && !worthIt.includes(path)
    const slow = files.filter((file) => isQuick(file) && (seconds[file.path] ?? 0) >= mostSeconds)
    assert.deepEqual(
      slow.map(({ path }) => `${path} takes ${seconds[path]} s`),
      [],
      "add isSlow('why it takes long') under the imports",
    )
    const unexplained = files.filter(({ whySlow }) => whySlow !== undefined && whySlow.length < 10)
    assert.deepEqual(
      unexplained.map(({ path }) => path),
      [],
    )
  })

  it('with a long version says what that adds, and asks which of them it is', () => {
    const long = files.filter(({ path }) =>
      /[^\\](\bisLongRun\b[^\\]|\bitInLongRun\(|\blong: \d)/.test(readFileSync(join(root, path), 'utf8')),
    )
    assert.deepEqual(
      long.map(({ path }) => path),
      files.filter(({ longVersion = '' }) => longVersion.length >= 10).map(({ path }) => path),
      "add hasLongVersion('what it adds') under the imports",
    )
  })

  it('declares what it needs beside Node', () => {
    const lacking = files.flatMap(({ path, needs }) => {
      const loaded = [...loadedBy(path)]
      const needed = needOf.filter(([file]) => loaded.some((one) => file.test(one))).map(([, need]) => need)
      return needed.filter((need) => !needs.includes(need)).map((need) => `${path}: needs('${need}')`)
    })
    assert.deepEqual(lacking, [])
  })

  it('that shares a process has no hook outside a describe, which would run for the files beside it too', () => {
    const leaking = files
      .filter(({ whyAlone }) => whyAlone === undefined)
      .filter(({ path }) => /^(beforeEach|afterEach)\(/m.test(readFileSync(join(root, path), 'utf8')))
    assert.deepEqual(
      leaking.map(({ path }) => path),
      [],
    )
  })

  it('that measures has a process of its own', () => {
    const measuring = files.filter(({ path }) => loadedBy(path).has('bench/bench.ts'))
    assert.deepEqual(
      measuring.filter(({ whyAlone = '' }) => whyAlone.length < 10).map(({ path }) => path),
      [],
    )
  })

  it('declares it where the runner reads it: once, under the imports, in plain words', () => {
    const declaring = files.filter(({ path }) => loadedBy(path).has('test/declare.ts'))
    const engines = new Set(['sqlite', 'postgres'])
    for (const file of declaring) {
      const found = file.engines ?? []
      assert.ok(found.every((engine) => engines.has(engine)) && new Set(found).size === found.length, file.path)
    }
    assert.ok(declaring.length > 100)
  })
})

describe('what a file declares', () => {
  it('is read from its text', () => {
    const text =
      "import x\n\nrunsOn('sqlite', {\n  because: 'it is (really) about \"files\"',\n})\nneeds('redis', 'panel')\n"
    const nothing = {
      engines: undefined,
      because: undefined,
      whyLaterOnPostgres: undefined,
      needs: [],
      whySlow: undefined,
      longVersion: undefined,
      whyAlone: undefined,
    }
    assert.deepEqual(readDeclarations(text), {
      ...nothing,
      engines: ['sqlite'],
      because: 'it is (really) about "files"',
      needs: ['redis', 'panel'],
    })
    assert.deepEqual(
      readDeclarations("runsOn('sqlite', 'postgres')\nisSlow('it sings')\nhasLongVersion(\"singers' songs\")\n"),
      { ...nothing, engines: ['sqlite', 'postgres'], whySlow: 'it sings', longVersion: "singers' songs" },
    )
    assert.deepEqual(readDeclarations("runsOn('sqlite', 'postgres')\nleavesPostgresToLongRun('it is about OBS')\n"), {
      ...nothing,
      engines: ['sqlite', 'postgres'],
      whyLaterOnPostgres: 'it is about OBS',
    })
    assert.deepEqual(readDeclarations("it('x', () => {\n  needs('redis')\n})\n"), nothing)
  })
})

describe('the words behind npm test', () => {
  const chosen = (...words: string[]) => chooseTestFiles(files, words, root).map(({ path }) => path)

  it('name files by path, by name alone, or by folder', () => {
    assert.deepEqual(chosen('test/points/points.test.ts'), ['test/points/points.test.ts'])
    assert.deepEqual(chosen('mirror.test.ts'), ['test/test-channel/mirror.test.ts'])
    assert.deepEqual(chosen('test/kernel/browser-modules', 'mirror.test.ts'), [
      ...files.map(({ path }) => path).filter((path) => path.startsWith('test/kernel/browser-modules/')),
      'test/test-channel/mirror.test.ts',
    ])
  })

  it('fail when they name nothing', () => {
    assert.throws(() => chosen('nothing.test.ts'), /There is no test file nothing\.test\.ts/)
    assert.throws(() => chosen('points.test.ts', 'test/nowhere'), /test\/nowhere/)
  })
})

function isStoring(path: string): boolean {
  return stores.test(path)
}
