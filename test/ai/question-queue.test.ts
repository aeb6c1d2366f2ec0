import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createQuestionQueue } from '../../src/capabilities/ai/question-queue.ts'

describe('questions to the AI bot', () => {
  it('are answered one at a time in each channel, and channels do not wait for each other', async () => {
    const queue = createQuestionQueue(assert.ifError)
    const begun: string[] = []
    const first = Promise.withResolvers<void>()
    queue.add(1, async () => {
      begun.push('first')
      await first.promise
    })
    queue.add(1, async () => void begun.push('second'))
    queue.add(2, async () => void begun.push('elsewhere'))
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(begun, ['first', 'elsewhere'])
    first.resolve()
    await queue.settled()
    assert.deepEqual(begun, ['first', 'elsewhere', 'second'])
  })

  it('are dropped when three wait behind the one that is answered', async () => {
    const queue = createQuestionQueue(assert.ifError)
    let answered = 0
    for (let n = 0; n < 10; n++) queue.add(1, async () => void answered++)
    await queue.settled()
    assert.equal(answered, 4)
  })

  it('go on after one that failed', async () => {
    const errors: unknown[] = []
    const queue = createQuestionQueue((error) => errors.push(error))
    let answered = 0
    queue.add(1, () => Promise.reject(new Error('no answer')))
    queue.add(1, async () => void answered++)
    await queue.settled()
    assert.deepEqual([errors.map(String), answered], [['Error: no answer'], 1])
  })
})
