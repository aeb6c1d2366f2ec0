import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stayIdle } from './idle.ts'

describe('the clip extension, left alone', { timeout: 150_000 }, () => {
  it('is still there after longer than a browser keeps an idle worker, on the same connection', async () => {
    const { connects, clip } = await stayIdle(36)
    assert.equal(connects, 1)
    assert.match(clip, /\/streamer-one\/clips\/clip_1$/)
  })
})
