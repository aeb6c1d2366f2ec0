import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { countRows, putContent } from './content.ts'
import { openPage, type PageClient, type PageOptions } from './page-client.ts'

runsOn('sqlite', 'postgres')

describe('what is shown on the overlay', () => {
  let app: TestApp
  const pages: PageClient[] = []
  before(async () => {
    app = await createTestApp()
    await putContent(app)
  })
  after(() => app.close())
  afterEach(async () => {
    for (const page of pages.splice(0)) page.cut()
    await eventually('the pages to be gone', () => !app.ctx.overlays.isConnected(app.channel.id, { kind: 'tts' }))
  })

  async function open(options?: PageOptions): Promise<PageClient> {
    const page = await openPage(app, options)
    pages.push(page)
    return page
  }

  const calls = [
    ['tts', { text: 'hello' }],
    ['trigger-audio-alert', { id: 1 }],
    ['effect-trigger', { overlay_id: 'snow' }],
  ] as const

  for (const [operation, body] of calls) {
    it(`answers ${operation} with 502 and writes nothing when no page is connected`, async () => {
      const rows = await countRows(app)
      const answer = await app.call(operation, body, { status: 502 })
      assert.equal(answer.status, 502)
      assert.equal(answer.body.code, 'overlay_not_connected')
      assert.deepEqual(await countRows(app), rows)
    })
  }

  it('lets a retry with the same Idempotency-Key succeed once a page is there', async () => {
    const headers = { 'Idempotency-Key': 'tts-retry' }
    assert.equal((await app.call('tts', { text: 'again' }, { status: 502, headers })).status, 502)
    const page = await open()
    const first = await app.call('tts', { text: 'again' }, { headers })
    const replay = await app.call('tts', { text: 'again' }, { headers })
    assert.equal(first.status, 200)
    assert.deepEqual(replay.body, first.body)
    assert.equal(page.cues.length, 1)
  })

  it('speaks once a page has the text, and keeps the delivery history', async () => {
    const page = await open()
    const answer = await app.call('tts', { text: 'Hello\nthere', username: '@Alice' })
    assert.equal(answer.status, 200)
    const { ttsId } = answer.body
    assert.match(ttsId, /^tts_\w{20}$/)
    assert.deepEqual(Object.keys(answer.body).sort(), ['success', 'ttsId'])
    const [cue] = page.cues
    assert.equal(cue?.id, ttsId)
    assert.ok(cue)
    const { audio, ...shown } = cue.payload as { audio: { url: string; durationMs: number } }
    assert.deepEqual(shown, { username: 'Alice', text: 'Hello there' })
    assert.match(audio.url, /^\/overlay\/speech\/\d+\.[\w-]{24}\.[\w-]{43}$/)
    await reaches(ttsId, 'finished')
    const [recent] = await app.ctx.overlays.recent(app.channel, 1)
    assert.equal(recent?.id, ttsId)
    assert.equal(recent?.kind, 'tts')
  })

  it('names the caller API when no name is given', async () => {
    const page = await open()
    await app.call('tts', { text: 'hello' })
    await app.call('trigger-audio-alert', { id: 2, username: '  ' })
    assert.deepEqual(
      page.cues.map((cue) => cue.payload.username),
      ['API', 'API'],
    )
  })

  it('fires an audio alert by id before name, and by name in any case', async () => {
    const page = await open()
    const byName = await app.call('trigger-audio-alert', { name: ' AIR horn ', username: 'bob' })
    assert.deepEqual(byName.body, { success: true, id: 1, alert_id: byName.body.alert_id, name: 'Air Horn' })
    assert.equal(page.cues.at(-1)?.id, byName.body.alert_id)
    assert.deepEqual(page.cues.at(-1)?.payload, {
      alert: 1,
      name: 'Air Horn',
      username: 'bob',
      points: 0,
      sound: { url: '/overlay/sounds/alarm.flac', volume: 0.8 },
    })
    const both = await app.call('trigger-audio-alert', { id: 2, name: 'Air Horn' })
    assert.equal(both.body.id, 2)
    assert.equal(
      (await app.call('trigger-audio-alert', { id: 77, name: 'Air Horn' }, { status: 404 })).body.code,
      'alert_not_found',
    )
  })

  it('refuses alerts that are unknown, inactive or not named, and fires nothing', async () => {
    const page = await open()
    const rows = await countRows(app)
    const refusals = [
      [{ id: 99 }, 404, 'alert_not_found'],
      [{ name: 'nothing' }, 404, 'alert_not_found'],
      [{ id: 3 }, 404, 'alert_inactive'],
      [{ name: 'old bell' }, 404, 'alert_inactive'],
      [{}, 400, 'invalid_parameter'],
      [{ id: '1' }, 400, 'invalid_parameter'],
      [{ id: 1, username: 'x'.repeat(101) }, 400, 'invalid_parameter'],
    ] as const
    for (const [body, status, code] of refusals) {
      const answer = await app.call('trigger-audio-alert', body, { status: 'any' })
      assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(body))
    }
    assert.deepEqual(await countRows(app), rows)
    assert.equal(page.cues.length, 0)
  })

  it('lists alerts by status, page by page', async () => {
    const all = await app.call('list-audio-alerts', { limit: 2, offset: 1 })
    assert.deepEqual(all.body, {
      success: true,
      total: 3,
      limit: 2,
      offset: 1,
      alerts: [
        { id: 2, name: 'Drum', points: 100, status: 'active' },
        { id: 3, name: 'Old Bell', points: 100, status: 'inactive' },
      ],
    })
    const active = await app.call('list-audio-alerts', { status: 'active' })
    assert.deepEqual([active.body.total, active.body.limit], [2, 50])
    assert.equal((await app.call('list-audio-alerts', { status: 'gone' }, { status: 400 })).status, 400)
  })

  it('shows on a narrowed page its own kind or effect and nothing else', async () => {
    const speech = await open({ only: 'tts' })
    const snow = await open({ only: 'snow' })
    const effects = await open({ only: 'effect' })
    assert.equal((await app.call('trigger-audio-alert', { id: 1 }, { status: 502 })).status, 502)
    assert.equal((await app.call('tts', { text: 'hello' })).status, 200)
    assert.equal((await app.call('effect-trigger', { overlay_ids: ['snow', 'rain'] })).status, 200)
    await effects.until(() => effects.cues.length === 2, 'both effects')
    await snow.until(() => snow.cues.length === 1, 'its effect')
    assert.deepEqual(
      speech.cues.map((cue) => cue.kind),
      ['tts'],
    )
    assert.deepEqual(
      snow.cues.map((cue) => cue.overlayId),
      ['snow'],
    )
  })

  it('gives every page each cue, and needs the receipt of one only', async () => {
    const silent = await open({ acks: 'none' })
    const page = await open()
    assert.equal((await app.call('tts', { text: 'hello' })).status, 200)
    await silent.until(() => silent.cues.length === 1, 'the cue')
    assert.equal(page.cues.length, 1)
  })

  it('answers 502 when no page confirms in time, takes the cue back and keeps it as failed', async () => {
    const page = await open({ acks: 'none' })
    const away = await open()
    away.cut()
    const headers = { 'Idempotency-Key': 'never-confirmed' }
    const [speech, effect] = await Promise.all([
      app.call('tts', { text: 'hello' }, { status: 502, headers }),
      app.call('effect-trigger', { overlay_ids: ['snow', 'rain', 'fog'] }, { status: 502 }),
    ])
    assert.deepEqual([speech.status, speech.body.code], [502, 'overlay_not_connected'])
    assert.deepEqual([effect.status, effect.body.results.length], [502, 3])
    await page.until(() => page.cancelled.length === 4, 'four cues to be taken back')
    for (const delivery of await app.ctx.overlays.recent(app.channel, 4)) assert.equal(delivery.state, 'failed')
    const retry = await app.call('tts', { text: 'hello' }, { status: 502, headers })
    assert.equal(retry.body.code, 'outcome_unknown', 'a page may have shown it, so it is not sent again')

    await away.connect()
    assert.equal((await app.call('tts', { text: 'a new one' })).status, 200)
    assert.deepEqual(
      away.cues.map((cue) => cue.payload.text),
      ['a new one'],
      'a cue that failed is not shown to who comes later',
    )
  })

  it('keeps what several pages report as one delivery status that only moves forward', async () => {
    const page = await open({ acks: 'received' })
    const { ttsId: id } = (await app.call('tts', { text: 'hello' })).body
    await reaches(id, 'sent')
    page.say({ type: 'failed', id, reason: 'no sound' })
    await reaches(id, 'failed')
    assert.equal((await app.ctx.overlays.find(app.channel, id))?.error, 'no sound')
    page.say({ type: 'shown', id })
    await reaches(id, 'shown')
    page.say({ type: 'received', id })
    page.say({ type: 'finished', id })
    await reaches(id, 'finished')
    page.say({ type: 'failed', id, reason: 'too late' })
    page.say({ type: 'received', id: 'tts_of_nobody' })
    await app.call('tts', { text: 'next' })
    assert.equal((await app.ctx.overlays.find(app.channel, id))?.state, 'finished')
    assert.equal(page.isOpen, true)
  })

  it('keeps the test channel apart', async () => {
    const testChannel = await app.ctx.channels.testChannelOf(app.channel)
    const { key } = await app.makeKey(undefined, { isTest: true })
    await open()
    assert.equal((await app.call('tts', { text: 'hello' }, { status: 502, key })).status, 502)
    const link = await app.ctx.overlays.link(testChannel)
    const page = await open({ token: link.slice(link.indexOf('#') + 1) })
    assert.equal((await app.call('tts', { text: 'only a test' }, { key })).status, 200)
    assert.equal(page.cues.length, 1)
    const delivery = page.cues[0]?.id ?? ''
    assert.equal(await app.ctx.overlays.find(app.channel, delivery), undefined)
  })

  async function reaches(id: string, state: string): Promise<void> {
    await eventually(`the delivery to be ${state}`, async () => {
      return (await app.ctx.overlays.find(app.channel, id))?.state === state
    })
  }
})
