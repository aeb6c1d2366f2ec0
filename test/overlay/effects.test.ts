import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { countRows, putContent } from './content.ts'
import { openPage, type PageClient, type PageOptions } from './page-client.ts'

runsOn('sqlite', 'postgres')

describe('effects', () => {
  let app: TestApp
  const pages: PageClient[] = []
  before(async () => {
    app = await createTestApp()
    await putContent(app)
  })
  after(() => app.close())
  afterEach(async () => {
    for (const page of pages.splice(0)) page.cut()
    const isConnected = (overlayId: string) =>
      app.ctx.overlays.isConnected(app.channel.id, { kind: 'effect', overlayId })
    await eventually('the pages to be gone', () => !isConnected('snow') && !isConnected('rain'))
  })

  async function open(options?: PageOptions): Promise<PageClient> {
    const page = await openPage(app, options)
    pages.push(page)
    return page
  }

  it('gives an effect exactly what the contract names', async () => {
    const page = await open()
    const answer = await app.call('effect-trigger', {
      overlay_id: 'snow',
      platform: 'PlatformB',
      data: { colour: 'gold', userstate: { username: 'alice', level: 3 } },
    })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body.results, [{ overlay_id: 'snow', success: true, error: null }])
    assert.deepEqual(answer.body.data_keys, ['colour', 'userstate'])
    const payload = page.cues[0]?.payload ?? {}
    assert.deepEqual(Object.keys(payload).sort(), ['action', 'data', 'effect_settings', 'effect_type', 'overlay_id'])
    assert.equal(payload.action, 'trigger')
    assert.deepEqual(payload.effect_settings, { pieces: 40 })
    const data = payload.data as { colour: string; userstate: Record<string, unknown> }
    assert.equal(data.colour, 'gold')
    const { user_id, ...userstate } = data.userstate
    assert.equal(typeof user_id, 'string')
    assert.deepEqual(userstate, {
      platform: 'PlatformB',
      username: 'alice',
      displayname: 'Streamer',
      roles: ['broadcaster'],
      is_broadcaster: true,
      is_api: true,
      level: 3,
    })
  })

  it('sends userstate alone when no data is given', async () => {
    const page = await open()
    const answer = await app.call('effect-trigger', { overlay_id: 'snow' })
    assert.deepEqual(answer.body.data_keys, ['userstate'])
    assert.deepEqual(Object.keys(page.cues[0]?.payload.data as object), ['userstate'])
  })

  it('triggers the union of overlay_id and overlay_ids, each once and each as its own cue', async () => {
    const page = await open()
    const answer = await app.call('effect-trigger', {
      overlay_id: 'rain',
      overlay_ids: ['snow', 'rain', 'nope', 'locked'],
    })
    assert.equal(answer.status, 200)
    assert.deepEqual([answer.body.triggered, answer.body.total], [2, 4])
    assert.deepEqual(answer.body.results, [
      { overlay_id: 'rain', success: true, error: null },
      { overlay_id: 'snow', success: true, error: null },
      { overlay_id: 'nope', success: false, error: 'overlay_not_found' },
      { overlay_id: 'locked', success: false, error: 'effect_not_trigger_enabled' },
    ])
    assert.deepEqual(page.cues.map((cue) => cue.overlayId).sort(), ['rain', 'snow'])
  })

  it('lets the first cause decide when nothing was triggered, with the results', async () => {
    await open({ only: 'snow' })
    const causes = [
      [['nope', 'rain'], 404, 'overlay_not_found'],
      [['locked', 'rain'], 404, 'effect_not_trigger_enabled'],
      [['rain', 'nope'], 502, 'overlay_not_connected'],
    ] as const
    for (const [overlay_ids, status, code] of causes) {
      const answer = await app.call('effect-trigger', { overlay_ids }, { status: 'any' })
      assert.deepEqual([answer.status, answer.body.code], [status, code])
      assert.equal(answer.body.success, false)
      assert.equal(answer.body.results.length, 2)
      assert.equal(answer.body.results[0].error, code)
    }
  })

  it('refuses too many effects, none, and data that is not a small object', async () => {
    const page = await open()
    const rows = await countRows(app)
    const twenty = Array.from({ length: 20 }, (_, index) => `effect-${index}`)
    const bodies = [
      {},
      { overlay_ids: [] },
      { overlay_id: 'one-more', overlay_ids: twenty },
      { overlay_ids: [...twenty, 'x'] },
      { overlay_ids: ['snow', 5] },
      { overlay_id: 'snow', data: [] },
      { overlay_id: 'snow', data: { long: 'x'.repeat(17_000) } },
      { overlay_id: 'snow', platform: 'PlatformE' },
    ]
    for (const body of bodies)
      assert.equal((await app.call('effect-trigger', body, { status: 400 })).status, 400, JSON.stringify(body))
    assert.equal(
      (await app.call('effect-trigger', { overlay_id: 'effect-0', overlay_ids: twenty }, { status: 404 })).status,
      404,
    )
    assert.deepEqual(await countRows(app), rows)
    assert.equal(page.cues.length, 0)
  })

  it('lists effects and which of them a connected page shows', async () => {
    await open({ only: 'rain' })
    const { body } = await app.call('list-effects')
    assert.equal(body.total, 4)
    assert.deepEqual(body.effects[0], {
      overlay_id: 'snow',
      name: 'snow',
      effect_type: 'confetti',
      trigger_enabled: true,
      connected: false,
    })
    const connected = body.effects.filter((effect: { connected: boolean }) => effect.connected)
    assert.deepEqual(
      connected.map((effect: { overlay_id: string }) => effect.overlay_id),
      ['rain'],
    )
    assert.equal(body.effects[3].trigger_enabled, false)
  })
})

describe('with the platforms’ own names', () => {
  it('speaks of them on both sides, to the caller and to the effect', async () => {
    const app = await createTestApp({ naming: 'brand' })
    await putContent(app)
    const page = await openPage(app)
    try {
      const gift = await app.call('send-donation', { provider: 'Ko-fi', amount: 3, currency: 'EUR' })
      assert.deepEqual([gift.status, gift.body.provider], [200, 'Ko-fi'])
      assert.equal(
        (await app.call('send-donation', { provider: 'ProviderC', amount: 3, currency: 'EUR' }, { status: 400 }))
          .status,
        400,
      )
      assert.equal((await app.call('effect-trigger', { overlay_id: 'snow', platform: 'TikTok' })).status, 200)
      const { data } = (await page.cue('effect')).payload as { data: { userstate: { platform: string } } }
      assert.equal(data.userstate.platform, 'TikTok')
    } finally {
      page.cut()
      await app.close()
    }
  })
})
