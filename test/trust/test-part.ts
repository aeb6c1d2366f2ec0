import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Engine, type Proof, prove } from './proof.ts'

/** A small part of a proof as a test; the whole is for a release. */
export function testPart(title: string, proof: Proof, part: { count: number; engine?: Engine }): void {
  test(title, async (t) => {
    const seed = Date.now() % 1_000_000
    const { figures, faults } = await prove(proof, { ...part, seed })
    t.diagnostic(`seed ${seed}: ${JSON.stringify(figures)}`)
    assert.deepEqual(faults, [], `npm run trust -- ${proof.name} --count ${part.count} --seed ${seed}`)
  })
}
