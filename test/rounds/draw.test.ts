import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { commitmentOf, drawWinners, newSeed } from '../../src/capabilities/rounds/draw.ts'
import { payoutOf } from '../../src/capabilities/rounds/payout.ts'

/** A repeatable source of numbers (mulberry32), so that a failing case can be run again. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

describe('the draw of a giveaway', () => {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-proof-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const script = /```js\n([\s\S]*?)```/.exec(
    readFileSync(new URL('../../docs/rounds.md', import.meta.url), 'utf8'),
  )?.[1]
  const verifier = join(folder, 'verify.mjs')
  writeFileSync(verifier, script ?? '')

  function verify(proof: unknown, ...announced: string[]): string {
    const file = join(folder, 'proof.json')
    writeFileSync(file, JSON.stringify(proof))
    return execFileSync(process.execPath, [verifier, file, ...announced], { encoding: 'utf8', stdio: 'pipe' })
  }

  it('is what the published script computes, and the script finds a false winner and another seed', () => {
    const next = numbersFrom(7)
    const entries = Array.from({ length: 300 }, (_, index) => ({
      number: index + 1,
      weight: next(20),
      username: `viewer${index + 1}`,
    }))
    const seed = newSeed()
    const winners = drawWinners(seed, entries, [], 10).map(({ number }, index) => ({ place: index + 1, entry: number }))
    const proof = { seed, commitment: commitmentOf(seed), entries, winners }
    assert.match(verify(proof, commitmentOf(seed)), /Place 10: entry \d+, viewer\d+/)
    const [first, second, ...rest] = winners
    const swapped = [{ place: 1, entry: second?.entry }, { place: 2, entry: first?.entry }, ...rest]
    assert.throws(() => verify({ ...proof, winners: swapped }), /Place 1 belongs to entry/)
    assert.throws(() => verify(proof, commitmentOf(newSeed())), /not the one that was announced/)
  })

  it('has a seed of 256 bits, whose commitment is its SHA-256 hash', () => {
    const seed = newSeed()
    assert.match(seed, /^[0-9a-f]{64}$/)
    assert.equal(commitmentOf(seed), createHash('sha256').update(seed).digest('hex'))
    assert.notEqual(newSeed(), seed)
  })

  it('lets nobody win twice, whether the places are drawn at once or one after the other', () => {
    const entries = Array.from({ length: 50 }, (_, index) => ({ number: index + 1, weight: (index % 5) + 1 }))
    const seed = newSeed()
    const atOnce = drawWinners(seed, entries, [], 60).map(({ number }) => number)
    assert.equal(new Set(atOnce).size, 50)
    const oneByOne: number[] = []
    for (let place = 1; place <= 50; place++) {
      oneByOne.push(...drawWinners(seed, entries, oneByOne, 1).map(({ number }) => number))
    }
    assert.deepEqual(oneByOne, atOnce)
    assert.deepEqual(drawWinners(seed, entries, atOnce, 1), [])
  })

  it('favours entries by their weight, and never draws the weight 0', () => {
    const entries = [
      { number: 1, weight: 0 },
      { number: 2, weight: 1 },
      { number: 3, weight: 3 },
    ]
    const wins = new Map<number, number>()
    // The seeds are numbers, so that the counts are the same in every run.
    for (let run = 0; run < 4_000; run++) {
      const [winner] = drawWinners(String(run), entries, [], 1)
      wins.set(winner?.number ?? 0, (wins.get(winner?.number ?? 0) ?? 0) + 1)
    }
    assert.equal(wins.get(1), undefined)
    assert.ok(Math.abs((wins.get(3) ?? 0) - 3_000) < 120, `${wins.get(3)} of 4,000 for three quarters of the weight`)
  })
})

describe('the payouts of a prediction', () => {
  it('are in proportion to the stakes and never more than all stakes together', () => {
    const next = numbersFrom(11)
    for (let round = 0; round < 500; round++) {
      const scale = [10, 1_000, 99_999_999][round % 3] ?? 10
      const stakes = Array.from({ length: 1 + next(40) }, () => ({ stake: 1 + next(scale), isRight: next(3) === 0 }))
      const right = stakes.filter(({ isRight }) => isRight)
      const pool = stakes.reduce((sum, { stake }) => sum + stake, 0)
      const winning = right.reduce((sum, { stake }) => sum + stake, 0)
      const payouts = right.map(({ stake }) => payoutOf(stake, { pool, winning }))
      const paid = payouts.reduce((sum, payout) => sum + payout, 0)
      assert.ok(paid <= pool, `${paid} of ${pool}`)
      assert.ok(right.length === 0 || pool - paid < right.length, 'rounding takes less than a point of each')
      for (const [index, { stake }] of right.entries()) assert.ok((payouts[index] ?? 0) >= stake, 'nobody right loses')
    }
  })

  it('are exact beyond the integers that a number can multiply', () => {
    const stakes = { pool: 3_000_000_000_001, winning: 3 }
    assert.equal(payoutOf(1, stakes), 1_000_000_000_000)

    assert.equal(payoutOf(5, { pool: 5, winning: 0 }), 0)
  })
})
