import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { makeKey as inventKey } from '../../src/capabilities/keys/key-format.ts'
import { randomIds } from '../../src/kernel/ambient.ts'
import { allScopes, type Scope } from '../../src/kernel/operation/contract/scopes.ts'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { createObserver, type Observer } from './derived-calls.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('a call without the right key is refused before anything is stored')
isSlow('every operation is called with every kind of wrong key')

describe('access to every operation', () => {
  const clock = createTestClock()
  let testApp: TestApp
  let observer: Observer
  /** By scope: a key with all the others. Made at first, since to make one writes rows. */
  const keyWithout = new Map<Scope, string>()
  before(async () => {
    testApp = await createTestApp({ clock })
    for (const scope of new Set(operations.map((operation) => operation.scope))) {
      keyWithout.set(scope, (await testApp.makeKey(allScopes.filter((other) => other !== scope))).key)
    }
    observer = await createObserver(testApp)
  })
  after(async () => {
    await observer.close()
    await testApp.close()
  })
  // Somebody who tries out keys is slowed down.
  beforeEach(() => clock.advance(minuteMs))

  for (const { name, scope, example } of operations) {
    it(`${name} needs a key that works and has the scope ${scope}`, async () => {
      const before = await observer.snapshot()
      const refusal = async (key: string | null) => {
        const { status, body, headers } = await testApp.call(name, example.input, { status: 'any', key })
        assert.equal(body.success, false)
        assert.equal(headers.get('www-authenticate'), status === 401 ? 'Bearer' : null)
        return [status, body.code, body.required_scope]
      }
      assert.deepEqual(await refusal(null), [401, 'missing_key', undefined])
      assert.deepEqual(await refusal('nonsense'), [401, 'invalid_key', undefined])
      assert.deepEqual(await refusal(inventKey(randomIds, false)), [401, 'invalid_key', undefined])
      assert.deepEqual(await refusal(keyWithout.get(scope) ?? ''), [403, 'missing_scope', scope])
      assert.deepEqual(await observer.snapshot(), before)
    })
  }
})
