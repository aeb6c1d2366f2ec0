import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, needsOwnProcess, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage } from '../overlay/page-client.ts'

runsOn('sqlite', { because: 'it is about the thread of the engine, and stores nothing' })
isSlow('it loads a real voice')
needsOwnProcess('it counts the threads of the process')

describe('the built-in speech engine', () => {
  let app: TestApp
  let threads = 0
  const count = () => void threads++
  before(async () => {
    process.on('worker', count)
    app = await createTestApp({ isSpeechPrepared: true })
  })
  after(async () => {
    process.off('worker', count)
    await app?.close()
  })

  it('is loaded when a page that shows speech connects, not at the start and not for other pages', async () => {
    const song = await openPage(app, { only: 'song' })
    const before = threads
    assert.equal(before, 0, 'neither the start nor a page for songs needs a thread')
    const page = await openPage(app)
    await eventually('the thread of the engine', () => threads === before + 1)
    const { body } = await app.call('tts', { text: 'Hello there.' })
    assert.match(body.ttsId, /^tts_/)
    assert.equal(threads, before + 1, 'the line is spoken by the same thread')
    for (const one of [song, page]) one.cut()
  })
})
