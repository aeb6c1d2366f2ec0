import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createCaller } from './derived-calls.ts'
import { misfits } from './fits-schema.ts'

runsOn('sqlite', {
  because: 'it is about names; every operation is called on both engines by the names of the specification',
})
isSlow('every operation is called again, by the names of the brand')

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

  it('writes its own sentences with them', async () => {
    const wanted = { title: 'x', game: 'Minecraft', platform: 'YouTube' }
    const { body } = await testApp.call('set-stream-meta', wanted, { status: 400 })
    assert.equal(body.error, 'platform YouTube takes a title only, not a game.')
    const { body: missing } = await testApp.call('game', {}, { status: 400 })
    assert.equal(missing.error, 'game or kick_category_id is required.')
    const misspelt = await testApp.call('game', { kick_categoryid: 5 }, { status: 400 })
    assert.equal(misspelt.body.error, 'Unknown parameter kick_categoryid. Did you mean kick_category_id?')
    await sandboxCall(testApp, 'disconnect', { platform: 'TikTok' })
    const away = await sandboxCall(testApp, 'state', { platform: 'TikTok' }, { status: 404 })
    assert.equal(away.body.error, 'platform TikTok is not connected to the sandbox.')
    await sandboxCall(testApp, 'connect', { platform: 'TikTok' })
  })

  it('never replaces a word in what a caller sent', async () => {
    const odd = 'PlatformA get-alpha-subscribers platform_alpha'
    const errorOf = async (operation: string, body: object, status: number) =>
      String((await testApp.call(operation, body, { status })).body.error)
    assert.equal(await errorOf('run-command', { command: odd }, 404), `There is no command ${odd}.`)
    assert.equal(await errorOf('run-command', { command: 'ProviderA' }, 404), 'There is no command ProviderA.')
    assert.equal(
      await errorOf('get-points', { username: 'PlatformB', platform: 'Kick' }, 404),
      'No viewer PlatformB is known on this platform.',
    )
    assert.match(await errorOf('trigger-audio-alert', { name: odd }, 404), /PlatformA get-alpha-subscribers/)
    assert.match(await errorOf('get-alpha-subscribers', {}, 404), /get-alpha-subscribers/)
    assert.equal(
      await errorOf('get-points', { alpha_userid: 1, usrname: 'x', platform: 'Kick' }, 400),
      'Unknown parameter usrname. Did you mean username?',
    )
    const body = { users: [{ username: 'PlatformC' }], mode: 'add', amount: 1, platform: 'Twitch' }
    const { body: bulk } = await testApp.call('adjust-watch-time-bulk', body)
    assert.deepEqual([bulk.failed[0].username, bulk.failed[0].error.includes('PlatformC')], ['PlatformC', true])
    const deep = { data: { 'PlatformA-alpha_b': '\u0000' }, overlay_id: 'x' }
    assert.match(await errorOf('effect-trigger', deep, 400), /^data\.PlatformA-alpha_b must not/)
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
