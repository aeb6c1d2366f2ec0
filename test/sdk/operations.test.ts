import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Showcaller as BrandShowcaller } from '../../sdk/brand.ts'
import { Showcaller } from '../../sdk/showcaller.ts'
import { methodName } from '../../src/kernel/schema/method-name.ts'
import { operations } from '../../src/operations.ts'
import { createNames, namings } from '../../src/registry/names.ts'
import { preparations } from '../contract/derived-calls.ts'
import { misfits } from '../contract/fits-schema.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'

runsOn('sqlite', { because: 'it is about the client; every operation is called on both engines without it' })
isSlow('every operation is called by the client, in both names')

const clients = { spec: Showcaller, brand: BrandShowcaller }
type Methods = Record<string, ((...args: unknown[]) => Promise<Record<string, unknown>>) | undefined>

/** Derived from the operations: a new one is called by being in the list. */
for (const naming of namings) {
  describe(`the SDK, with the names of ${naming}`, () => {
    const names = createNames(naming)
    const sent: Request[] = []
    let testApp: TestApp
    let page: PageClient
    let methods: Methods
    before(async () => {
      testApp = await createTestApp({ naming })
      page = await openPage(testApp)
      const show = new clients[naming]({
        url: testApp.url,
        key: testApp.key,
        fetch(address, init) {
          const request = new Request(address, init)
          sent.push(request.clone())
          return fetch(request)
        },
      })
      methods = show as unknown as Methods
    })
    after(async () => {
      page.cut()
      await testApp.close()
    })

    for (const { name, effect, input, output, example } of operations) {
      const method = methodName(names.operation(name))
      it(`${method} sends what the example sends and answers what is documented`, async () => {
        const made = await preparations[name]?.(testApp)
        const wanted = { ...example.input, ...made }
        const body = names.toWire === undefined ? wanted : names.toWire(input)(wanted)
        const args = Object.keys(input.properties).length === 0 ? [] : [body]
        const answer = await methods[method]?.(...args)
        assert.equal(typeof methods[method], 'function')
        // An operation that answers nothing but success resolves with nothing, as its type says.
        if (Object.keys(output.properties).length === 0) assert.equal(answer, undefined)
        else assert.deepEqual(misfits(names.schema(output), answer), [])

        const request = sent.at(-1) ?? assert.fail('nothing was sent')
        assert.equal(new URL(request.url).pathname, `/v1/${names.operation(name)}`)
        assert.deepEqual(await request.json(), body)
        assert.equal(request.headers.has('idempotency-key'), effect !== 'none', 'only what writes needs one')
      })
    }

    it('has no method that is not an operation, beside the one for events', () => {
      const own = Object.getOwnPropertyNames(clients[naming].prototype).filter((name) => name !== 'constructor')
      assert.deepEqual(own, ['events', ...operations.map(({ name }) => methodName(names.operation(name)))])
    })
  })
}
