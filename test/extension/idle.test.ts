import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSlow, needs, runsOn } from '../declare.ts'
import { stayIdle } from './idle.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium')
isSlow('a browser ends an idle worker after half a minute')

describe('the clip extension, left alone', { timeout: 150_000 }, () => {
  it('is still there after longer than a browser keeps an idle worker, on the same connection', async () => {
    const { connects, clip } = await stayIdle(36)
    assert.equal(connects, 1)
    assert.match(clip, /\/streamer-one\/clips\/clip_1$/)
  })
})
