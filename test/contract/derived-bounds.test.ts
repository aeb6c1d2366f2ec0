import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { createCaller } from './derived-calls.ts'
import { inputsOnBounds } from './derived-inputs.ts'

runsOn('sqlite', 'postgres')
isSlow('every bound of every field of every operation')

/** Everything here follows from an operation's own schema, as in `derived-refusals.test.ts`. */
describe('the longest, largest and smallest parameters of every operation', () => {
  let testApp: TestApp
  let page: PageClient
  before(async () => {
    testApp = await createTestApp()
    page = await openPage(testApp)
  })
  after(async () => {
    page.cut()
    await testApp.close()
  })

  for (const operation of operations) {
    const allowed = inputsOnBounds(operation)
    if (allowed.length === 0) continue
    it(`${operation.name} takes all ${allowed.length} inputs that stand on a bound`, async () => {
      const call = createCaller(testApp, operation)
      for (const { what, input } of allowed) {
        const { status, body } = await call(input)
        assert.notEqual(body.code, 'invalid_parameter', `${what}: ${JSON.stringify(body)}`)
        // A request that OBS does not know is refused by OBS.
        assert.ok(status < 500 || body.code === 'obs_refused', `${what}: ${JSON.stringify(body)}`)
      }
    })
  }
})
