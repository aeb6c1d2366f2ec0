import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { createCaller } from './derived-calls.ts'
import { misfits } from './fits-schema.ts'

runsOn('sqlite', 'postgres')

/** Words of the specification that no answer may carry once the names are the brands'. */
const specWords =
  /\b(?:Platform|Provider)[A-D]\b|(?<![a-z])(?:alpha|beta)(?![a-z])|platform_video_flag|platform_tiktok_flag/

describe('with the names of the brands', () => {
  let testApp: TestApp
  let page: PageClient
  before(async () => {
    testApp = await createTestApp({ naming: 'brand' })
    page = await openPage(testApp)
  })
  after(async () => {
    page.cut()
    await testApp.close()
  })

  const names = () => testApp.app.names

  for (const operation of operations) {
    it(`${operation.name} takes its example and answers, in brand words alone`, async () => {
      const sent = names().toWire?.(operation.input)(operation.example.input)
      assert.doesNotMatch(JSON.stringify(sent), specWords)
      const { status, body } = await createCaller(testApp, operation)(sent)
      assert.equal(status, 200, JSON.stringify(body))
      assert.doesNotMatch(JSON.stringify(body), specWords)
      const { success: _, ...rest } = body
      assert.deepEqual(misfits(names().schema(operation.output), rest), [])
    })

    it(`${operation.name} refuses in brand words too`, async () => {
      const call = createCaller(testApp, operation)
      const wrong = Object.fromEntries(
        Object.keys(names().schema(operation.input).properties).map((key) => [key, null]),
      )
      const { body } = await call(wrong)
      assert.doesNotMatch(JSON.stringify(body), specWords)
      if ('platform' in operation.input.properties) {
        const sent = names().toWire?.(operation.input)(operation.example.input) as Record<string, unknown>
        const { status, body: refused } = await call({ ...sent, platform: 'PlatformA' })
        assert.equal(status, 400)
        assert.match(refused.error, /^platform must be one of Kick, Twitch/)
      }
    })
  }

  it('calls operations by them, and by them only', async () => {
    const spec = await testApp.call('get-alpha-subscribers', {}, { status: 404 })
    assert.deepEqual([spec.status, spec.body.code], [404, 'unknown_operation'])
    const brand = await testApp.call('get-kick-subscribers', {})
    assert.equal(brand.status, 200)
    assert.match(String(brand.headers.get('ratelimit-policy')), /^"get-kick-subscribers"/)
  })

  it('keeps what a caller wrote as it is', async () => {
    const { body } = await testApp.call('send-donation', {
      provider: 'Ko-fi',
      amount: 1,
      currency: 'alpha_coin',
      message: 'PlatformA get-alpha-subscribers',
    })
    assert.deepEqual(
      [body.provider, body.currency, body.message],
      ['Ko-fi', 'alpha_coin', 'PlatformA get-alpha-subscribers'],
    )
  })
})
