import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { createCaller, createObserver, type Observer } from './derived-calls.ts'

runsOn('sqlite', 'postgres')

/** What a schema cannot say: of some parameters one must be sent, and some must not be sent together. */
const refused: Readonly<Record<string, readonly object[]>> = {
  'trigger-audio-alert': [{}, { username: 'alice' }, { name: ' ' }],
  'effect-trigger': [{}, { overlay_ids: [] }, { data: { a: 1 } }, { overlay_id: '' }],
  'run-command': [{}, { message: 'hello' }, { command: '' }],
  'toggle-command': [{}, { active: 1 }],
  'run-automation': [{}, { data: {} }, { name: ' ' }],
  game: [{}, { platform: 'PlatformA' }, { game: '  ' }],
  'set-stream-meta': [{}, { platform: 'PlatformA' }, { title: 'x', game: 'Minecraft', platform: 'PlatformC' }],
  'search-games': [{}, { limit: 5 }, { query: ' ' }, { query: 'x' }],
  'set-value': [{ name: 'x' }, { name: 'x', value: ' ' }, { name: 'x', value: 1, action: 'reset' }],
  'add-to-value': [{ name: 'x' }, { name: 'x', amount: 1, item: 'a' }],
  'remove-from-value': [{ name: 'x' }, { name: 'x', index: 0, item: 'a' }],
  'get-watch-time-top': [{ platform: 'PlatformA', date_from: '2026-01-01' }],
}

describe('parameters that depend on each other', () => {
  let testApp: TestApp
  let page: PageClient
  let observer: Observer
  before(async () => {
    testApp = await createTestApp()
    page = await openPage(testApp)
    observer = await createObserver(testApp)
  })
  after(async () => {
    await observer.close()
    page.cut()
    await testApp.close()
  })

  for (const [name, inputs] of Object.entries(refused)) {
    it(`${name} refuses what says too little or too much, and leaves no trace`, async () => {
      const operation = operations.find((one) => one.name === name)
      assert.ok(operation !== undefined)
      const call = createCaller(testApp, operation)
      const before = await observer.snapshot()
      for (const input of inputs) {
        const { status, body } = await call(input)
        assert.deepEqual([status, body.code], [400, 'invalid_parameter'], `${JSON.stringify(input)}: ${body.error}`)
      }
      assert.deepEqual(await observer.snapshot(), before)
      assert.equal(page.cues.length, 0)
    })
  }
})
