import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hasLongVersion, isLongRun, isSlow, runsOn } from '../declare.ts'
import { simulate } from './simulate.ts'

runsOn('sqlite', { because: 'a killed process and its file; PostgreSQL has its own proofs' })
isSlow('it plays minutes of a busy stream')
hasLongVersion('four times the minutes and twice the viewers')

const [minutes, viewers] = isLongRun ? [4, 400] : [1, 200]

/** The whole hour with 5,000 viewers: `node test/simulation/simulate.ts`. */
describe('a busy stream at speed', () => {
  it('ends with exactly what its script counts, though it is killed twice on the way', async () => {
    const { differences, messages } = await simulate({ seed: 7, minutes, viewers, messagesPerSecond: 20 }, 2)
    assert.deepEqual(differences, [])
    assert.ok(messages >= minutes * 60 * 20)
  })
})
