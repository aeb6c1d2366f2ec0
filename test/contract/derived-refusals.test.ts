import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { hasLongVersion, isLongRun, isSlow, runsOn } from '../declare.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { createCaller, createObserver, type Observer } from './derived-calls.ts'
import { forbiddenInputs } from './derived-inputs.ts'

runsOn('sqlite', { because: 'what a schema forbids is refused before anything is read or written' })
isSlow('every bound of every field of every operation')
hasLongVersion('every input that a schema forbids, instead of every third')

/** Everything here follows from an operation's own schema: a new parameter is tested by being in it. */
describe('the parameters of every operation', () => {
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

  for (const [index, operation] of operations.entries()) {
    const all = forbiddenInputs(operation)
    if (all.length === 0) continue
    // Others of each operation, so that between them they have every kind of fault.
    const forbidden = isLongRun || all.length < 3 ? all : all.filter((_, at) => at % 3 === index % 3)
    it(`${operation.name} refuses ${forbidden.length} inputs its schema forbids, and none leaves a trace`, async () => {
      const call = createCaller(testApp, operation)
      const before = await observer.snapshot()
      const cuesBefore = page.cues.length
      for (const { what, input, code = 'invalid_parameter' } of forbidden) {
        const { status, body } = await call(input)
        assert.deepEqual([status, body.code], [400, code], `${what}: ${JSON.stringify(body)}`)
      }
      assert.deepEqual(await observer.snapshot(), before)
      assert.equal(page.cues.length, cuesBefore)
    })
  }
})
