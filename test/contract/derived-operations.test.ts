import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { createCaller } from './derived-calls.ts'
import { misfits } from './fits-schema.ts'

runsOn('sqlite', 'postgres')

/** Everything here follows from an operation's own object: a new operation is tested by being in the list. */
describe('every operation', () => {
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
    const { name, input, output, example } = operation
    describe(name, () => {
      it('answers its example with 200 and what its schema documents, no field less and none more', async () => {
        const { status, body } = await createCaller(testApp, operation)(example.input)
        assert.equal(status, 200, JSON.stringify(body))
        const { success, ...rest } = body
        assert.equal(success, true)
        assert.deepEqual(misfits(output, rest), [])
        assert.deepEqual(misfits(output, example.output), [], 'its own example')
      })

      it('ignores a parameter it does not know, and takes an empty optional text as absent', async () => {
        const blanks = Object.entries(input.properties)
          .filter(([key, { type, format, enum: values }]) => {
            const isText = type === 'string' && format === undefined && values === undefined
            return isText && !input.required.includes(key) && !(key in example.input)
          })
          .map(([key]) => [key, ' '])
        const sent = { ...example.input, ...Object.fromEntries(blanks), zz_unknown: { a: 1 } }
        const { status, body } = await createCaller(testApp, operation)(sent)
        assert.equal(status, 200, JSON.stringify(body))
      })

      const isKept = operation.effect !== 'none'
      it(`${isKept ? 'answers the same again' : 'is answered anew'} under one Idempotency-Key`, async () => {
        const call = createCaller(testApp, operation)
        const headers = { 'Idempotency-Key': 'derived' }
        const first = await call(example.input, headers)
        const again = await call(example.input, headers)
        assert.deepEqual([first.status, again.status], [200, 200])
        if (isKept) assert.deepEqual(again.body, first.body)
        const replayed = [first, again].map((answer) => answer.headers.get('idempotency-replayed'))
        assert.deepEqual(replayed, [null, isKept ? 'true' : null])
      })
    })
  }
})
