import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'

runsOn('sqlite', 'postgres')

describe('the viewers of the sandbox', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const look = (body: unknown) => app.call('get-points', body, { status: 'any' })

  it('exist on every platform, each under an id of that platform', async () => {
    const ids = { PlatformA: '10001', PlatformB: '20001', PlatformC: '30001', PlatformD: '40001' }
    for (const [platform, id] of Object.entries(ids)) {
      const { body } = await look({ platform, username: 'Alice' })
      assert.deepEqual([body.user_id, body.username, body.displayname], [id, 'alice', 'Alice'])
    }
    const { body: bob } = await look({ platform: 'PlatformA', userid: '10002' })
    assert.equal(bob.username, 'bob')
    const { body: last } = await look({ platform: 'PlatformB', userid: '20220' })
    assert.equal(last.username, 'viewer200')
  })

  it('are one person under one name', async () => {
    const { body } = await look({ platform: 'PlatformC', userid: '10003' })
    assert.deepEqual([body.username, body.user_id], ['carol', '30003'])
  })

  it('are all there are', async () => {
    for (const reference of [
      { username: 'viewer201' },
      { username: 'streamer' },
      { userid: '10221' },
      { userid: '1' },
    ]) {
      const { status, body } = await look({ platform: 'PlatformA', ...reference })
      assert.deepEqual([status, body.code], [404, 'user_not_found'], JSON.stringify(reference))
    }
  })
})
