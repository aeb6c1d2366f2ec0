import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTestApp } from '../create-test-app.ts'
import { isSlow, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { sendAudio, startFakeSpeechServer } from '../speech/fake-speech-server.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { openLikeObs } from './open-like-obs.ts'
import { near, openOverlay } from './overlay-browser.ts'
import { tone } from './overlay-stage.ts'

runsOn('sqlite', { because: 'it is about what a page plays; speech that waits is tested on both engines without one' })
needs('chromium-127')
isSlow('it opens a browser')

it('speech is heard after a queue was paused for ten minutes and the server was started again', async () => {
  const service = await startFakeSpeechServer(sendAudio(Buffer.from(tone(440, 1).body), 'audio/wav'))
  const clock = createTestClock()
  const port = await freePort()
  const speech = { services: { openai: { baseUrl: service.url, key: 'sk-1' } } }
  const options = { clock, config: { port, speech } }
  let app = await createTestApp(options)
  const browser = await openLikeObs()
  const setPaused = (isPaused: boolean) =>
    app.ctx.db.write((tx) => app.ctx.overlayQueue.setPaused(tx, app.cause, isPaused))
  try {
    const window = await openOverlay(await browser.newContext(), await app.ctx.overlays.link(app.channel))
    await setPaused(true)
    const id: string = (await app.call('tts', { text: 'Good evening.' })).body.ttsId
    clock.advance(10 * minuteMs)
    await app.close({ keepFolder: true })
    app = await createTestApp({ ...options, folder: app.folder })
    const isBack = async () => app.ctx.overlays.isConnected(app.channel.id, { kind: 'tts' })
    await eventually('the page to come back', isBack)
    assert.equal(window.heard.length, 0)
    await setPaused(false)
    await window.sounds(near(440), 'the line')
    const isFinished = async () => (await app.ctx.overlays.find(app.channel, id))?.state === 'finished'
    await eventually('the line to be over', isFinished)
    assert.deepEqual(window.faults, [])
  } finally {
    await browser.close()
    await app.close()
    await service.close()
  }
})
