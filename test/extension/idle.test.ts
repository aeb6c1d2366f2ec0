import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aliveMs } from '../../src/capabilities/extension/contract/extension-messages.ts'
import { isSlow, needs, runsOn } from '../declare.ts'
import { stayIdle } from './idle.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium-with-extensions')
isSlow('it starts a browser twice')

describe('the clip extension, left alone', () => {
  /** `node test/extension/idle-proof.ts` waits for as long as a browser keeps an idle worker, and longer. */
  it('sends signs of life, more often than a browser ends an idle worker, and keeps its connection by them', async () => {
    assert.ok(aliveMs <= 20_000, 'a browser ends an idle worker after 30 s')
    // Without them the server would disconnect it after ten seconds, which is long also for a busy machine.
    const { connects, clip } = await stayIdle(12, { aliveMs: 200, silenceMs: 10_000 })
    assert.equal(connects, 1)
    assert.match(clip, /\/streamer-one\/clips\/clip_1$/)
  })
})
