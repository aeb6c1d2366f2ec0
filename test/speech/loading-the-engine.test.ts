import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, needsOwnProcess, runsOn } from '../declare.ts'
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
    app = await createTestApp()
  })
  after(async () => {
    process.off('worker', count)
    await app?.close()
  })

  it('is loaded by the first line, not by the start and not by a page, and the next line uses it again', async () => {
    const song = await openPage(app, { only: 'song' })
    const page = await openPage(app)
    assert.equal(threads, 0, 'neither the start nor a page needs a thread')
    for (const text of ['Hello there.', 'Hello again.']) {
      const { body } = await app.call('tts', { text })
      assert.match(body.ttsId, /^tts_/)
      assert.equal(threads, 1)
    }
    for (const one of [song, page]) one.cut()
  })
})
