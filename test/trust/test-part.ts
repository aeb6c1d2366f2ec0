import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLongRun } from '../declare.ts'
import { type Engine, type Proof, prove } from './proof.ts'

/** The same in every run: new ground is for `npm run trust`. With this one a number was once taken for no color. */
const seed = 290_021

/** A small part of a proof as a test, and a larger one for the long version; the whole is for a release. */
export function testPart(title: string, proof: Proof, part: { count: number; long?: number; engine?: Engine }): void {
  const count = isLongRun ? (part.long ?? part.count) : part.count
  test(title, async (t) => {
    const { figures, faults } = await prove(proof, { ...part, count, seed })
    t.diagnostic(`seed ${seed}: ${JSON.stringify(figures)}`)
    assert.deepEqual(faults, [], `npm run trust -- ${proof.name} --count ${count} --seed ${seed}`)
  })
}
