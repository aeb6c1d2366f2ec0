import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Proof, prove, type Verdict } from './proof.ts'
import { type Attempt, type ReleaseNeeds, runRelease } from './release.ts'
import { startProof } from './release-process.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'showcaller-release-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** Counts to its number. */
function tiny(name: string, more: Partial<Proof> = {}): Proof {
  return {
    name,
    promise: 'It counts.',
    unit: 'steps',
    fullCount: 10,
    engines: ['sqlite'],
    async run({ goesOn }) {
      for (let done = 0; goesOn(done); ) done++
      return { figure: 7 }
    },
    ...more,
  }
}

describe('npm run trust -- release', () => {
  let said: string[]
  let attempts: Attempt[]
  let nowMs: number
  let files = 0
  let stateFile: string
  beforeEach(() => {
    said = []
    attempts = []
    nowMs = 0
    stateFile = join(folder, `state-${++files}.json`)
  })

  function release(proofs: readonly Proof[], more: Partial<ReleaseNeeds> = {}): Promise<boolean> {
    return runRelease({
      proofs,
      minutes: 60,
      stateFile,
      commit: 'one',
      seed: 500,
      say: (line) => said.push(line),
      steady: () => nowMs,
      today: () => '2026-11-15',
      loadAverage: () => 1.5,
      ...more,
      async run(attempt) {
        attempts.push(attempt)
        const { proof, count, seed, engine, onProgress } = attempt
        return more.run?.(attempt) ?? prove(proof, { count, seed, engine, onProgress })
      },
    })
  }

  const names = () => attempts.map(({ proof, engine }) => `${proof.name} ${engine}`)
  const verdict = (seconds: number): Verdict => ({ done: 3, seconds, figures: {}, faults: [] })

  it('runs crash, hostile and soak first, then the others, each on all of its engines, and prints the table', async () => {
    const all = [tiny('bank', { engines: ['sqlite', 'postgres'] }), tiny('soak'), tiny('hostile'), tiny('crash')]
    assert.equal(await release(all), true)
    assert.deepEqual(names(), ['crash sqlite', 'hostile sqlite', 'soak sqlite', 'bank sqlite', 'bank postgres'])
    assert.deepEqual(said.slice(-7), [
      '| Name | Reached | Result | Load average | Date |',
      '|---|---:|---|---|---|',
      '| crash | 10 of 10 steps | holds | 1.5 | 2026-11-15 |',
      '| hostile | 10 of 10 steps | holds | 1.5 | 2026-11-15 |',
      '| soak | 10 of 10 steps | holds | 1.5 | 2026-11-15 |',
      '| bank | 10 of 10 steps | holds | 1.5 | 2026-11-15 |',
      '| bank, PostgreSQL | 10 of 10 steps | holds | 1.5 | 2026-11-15 |',
    ])
  })

  it('gives each proof its share of the time, and what one leaves to those after it', async () => {
    const seconds = [40 * 60, 4 * 60, 8 * 60]
    await release([tiny('crash'), tiny('bank'), tiny('limits')], { run: async () => verdict(seconds.shift() ?? 0) })
    assert.deepEqual(
      attempts.map(({ minutes }) => minutes),
      [40, 10, 16],
    )
  })

  it('goes on after a broken proof, names its first fault and its seed, and does not hold', async () => {
    const broken = tiny('bank', {
      async run({ goesOn, faults }) {
        goesOn(4)
        faults.add('points | lost\nin detail')
        return {}
      },
    })
    const breaksOff = tiny('limits', {
      async run() {
        throw new Error('no more')
      },
    })
    assert.equal(await release([broken, breaksOff, tiny('overlay')]), false)
    assert.deepEqual(names(), ['bank sqlite', 'limits sqlite', 'overlay sqlite'])
    assert.ok(said.includes('| bank | 4 of 10 steps | **broken**, seed 500: points \\| lost | 1.5 | 2026-11-15 |'))
    assert.ok(said.some((line) => line.startsWith('| limits | 0 of 10 steps | **broken**, seed 500: it broke off')))
    assert.ok(said.includes('| overlay | 10 of 10 steps | holds | 1.5 | 2026-11-15 |'))
  })

  it('after an interruption repeats no finished proof, and goes on with the rest of the one that was cut off', async () => {
    const all = [tiny('crash'), tiny('bank'), tiny('limits')]
    const cut = release(all, {
      async run({ proof, onProgress }) {
        if (proof.name === 'crash') return { done: 10, seconds: 600, figures: {}, faults: ['lost'] }
        nowMs += 120_000
        onProgress(6)
        throw new Error('interrupted')
      },
    })
    await assert.rejects(cut, /interrupted/)
    attempts = []
    assert.equal(await release(all), false, 'the fault of the first attempt still counts')
    assert.deepEqual(names(), ['bank sqlite', 'limits sqlite'])
    const [bank] = attempts
    assert.deepEqual([bank?.count, bank?.seed, bank?.minutes], [4, 501, 24])
    assert.ok(said.includes('| bank | 10 of 10 steps | holds | 1.5 | 2026-11-15 |'))
    assert.ok(said.includes('crash: broken already, 10 of 10 steps'))
  })

  it('begins again when the sources are not those of the interrupted one', async () => {
    await release([tiny('bank')])
    await release([tiny('bank')], { commit: 'two' })
    assert.deepEqual(names(), ['bank sqlite', 'bank sqlite'])
  })

  it('runs nothing more when the time is over, and shows what was not run', async () => {
    await release([tiny('bank'), tiny('limits')], { run: async () => verdict(3600) })
    assert.deepEqual(names(), ['bank sqlite'])
    assert.ok(said.includes('| limits | 0 of 10 steps | not run |  |  |'))
  })
})

describe('a proof in a process of its own', () => {
  function start(source: string, limitMs = 60_000) {
    const script = join(folder, `proof-${Math.random()}.mjs`)
    writeFileSync(script, source)
    const progress: number[] = []
    const { verdict } = startProof(script, ['bank'], { limitMs, onProgress: (done) => progress.push(done) })
    return verdict.then((result) => ({ ...result, progress }))
  }

  it('reports its progress and its verdict', async () => {
    const { progress, seconds, ...rest } = await start(`
      process.send({ done: 3 })
      process.send({ verdict: { done: 5, seconds: 2, figures: { name: process.argv[2] }, faults: [] } })`)
    assert.deepEqual([progress, seconds, rest], [[3], 2, { done: 5, figures: { name: 'bank' }, faults: [] }])
  })

  it('that ends without a verdict is broken, with what it printed and how far it came', async () => {
    const { done, faults } = await start(`
      process.send({ done: 3 }, () => { throw new Error('out of memory') })`)
    assert.equal(done, 3)
    assert.match(faults.join(), /without a verdict \(1\): .*out of memory/s)
  })

  it('that does not end in its time is killed with all that it started, and broken', async () => {
    // Its output is open as long as the process that it started, so a verdict means that both are gone.
    const { faults } = await start(
      `import { spawn } from 'node:child_process'
       spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
       setInterval(() => {}, 1000)`,
      400,
    )
    assert.match(faults.join(), /did not end in its time/)
  })
})
