import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { sample, wavOf } from '../uploads/files.ts'
import { sendFile } from '../uploads/upload-client.ts'

runsOn('sqlite', 'postgres')

interface Alert {
  readonly id: number
  readonly name: string
}

describe('audio alerts in the panel', () => {
  let app: TestApp
  let owner: PanelClient
  let page: PageClient
  const refs: Record<string, string> = {}
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    page = await openPage(app)
    for (const [kind, name, bytes] of [
      ['sound', 'horn.wav', wavOf(1)],
      ['song', 'song.wav', wavOf(2)],
      ['image', 'dot.png', sample('dot.png')],
      ['video', 'film.webm', sample('film.webm')],
    ] as const) {
      refs[kind] = (await sendFile(app, owner, { kind, name, bytes })).body.upload.ref
    }
  })
  after(async () => {
    page?.cut()
    await app?.close()
  })

  const list = async () => (await owner.call('list-alert-settings')).body.alerts as Alert[]
  const lastSeq = () => app.ctx.overlays.lastSeq(app.channel.id)
  async function trigger(id: number) {
    const { status, body } = await app.call('trigger-audio-alert', { id, username: 'bob' })
    assert.equal(status, 200, body.error)
    await page.until(() => page.cues.some((cue) => cue.id === body.alert_id), 'the alert')
    return page.cues.find((cue) => cue.id === body.alert_id)?.payload
  }

  it('are made with a sound of ours or an upload, with a picture, and shown like that', async () => {
    const made = await owner.call('create-alert', {
      name: '  Big horn ',
      points: 250,
      sound: refs.sound,
      image: refs.image,
      volume: 0.4,
    })
    assert.equal(made.status, 200, made.body.error)
    const { alert } = made.body
    assert.deepEqual([alert.name, alert.points, alert.active, alert.volume], ['Big horn', 250, true, 0.4])
    const payload = await trigger(alert.id)
    assert.deepEqual(payload?.sound, { url: alert.sound_url, volume: 0.4 })
    assert.deepEqual(payload?.image, { url: alert.image_url })
    // Its price is not printed: nobody paid it.
    assert.deepEqual([payload?.name, payload?.username, payload?.points], ['Big horn', 'bob', 0])
    for (const url of [alert.sound_url, alert.image_url]) assert.equal((await fetch(app.url + url)).status, 200)
    const { alerts } = (await app.call('list-audio-alerts', { limit: 200 })).body
    assert.deepEqual(alerts.at(-1), { id: alert.id, name: 'Big horn', points: 250, status: 'active' })
  })

  it('show a film with its own sound, or silently beside another', async () => {
    const alone = (await owner.call('create-alert', { name: 'Film', video: refs.video, volume: 0.7 })).body.alert
    assert.deepEqual((await trigger(alone.id))?.video, { url: alone.video_url, volume: 0.7 })
    const beside = await owner.call('edit-alert', { ...strip(alone), video: refs.video, sound: 'builtin:coin' })
    assert.equal(beside.status, 200, beside.body.error)
    const payload = await trigger(alone.id)
    assert.deepEqual(payload?.video, { url: alone.video_url, volume: 0 })
    assert.deepEqual(payload?.sound, { url: '/overlay/sounds/coin.flac', volume: 0.8 })
  })

  it('are replaced as a whole, and switched off', async () => {
    const { alert } = (await owner.call('create-alert', { name: 'Once', sound: 'builtin:pop', image: refs.image })).body
    const edited = await owner.call('edit-alert', { id: alert.id, name: 'Twice', sound: 'builtin:pop', active: false })
    assert.deepEqual(
      [edited.body.alert.name, edited.body.alert.active, edited.body.alert.image, edited.body.alert.points],
      ['Twice', false, null, 0],
    )
    const refused = await app.call('trigger-audio-alert', { name: 'twice' }, { status: 404 })
    assert.deepEqual([refused.status, refused.body.code], [404, 'alert_inactive'])
    const tested = await owner.call('test-alert', { id: alert.id })
    assert.equal(tested.status, 200, 'it can be tried all the same')
    await page.until(() => page.cues.some((cue) => cue.id === tested.body.id), 'the test')
    assert.equal((await owner.call('edit-alert', { id: alert.id, name: 'TWICE', sound: 'builtin:pop' })).status, 200)
  })

  it('stand in the order that was set, and new ones at the end', async () => {
    const ids = (await list()).map(({ id }) => id)
    const turned = ids.toReversed()
    assert.equal((await owner.call('order-alerts', { ids: turned })).status, 200)
    assert.deepEqual(
      (await list()).map(({ id }) => id),
      turned,
    )
    const { alert } = (await owner.call('create-alert', { name: 'Last', sound: 'builtin:pop' })).body
    assert.equal((await list()).at(-1)?.id, alert.id)
    for (const wrong of [turned, [...turned, alert.id, alert.id], [...turned, 9999]]) {
      const { status, body } = await owner.call('order-alerts', { ids: wrong }, { status: 400 })
      assert.deepEqual([status, body.code], [400, 'invalid_parameter'])
      assert.match(body.error, /^ids must contain each of the \d+ items exactly once\.$/)
    }
  })

  it('are deleted, and their files stay', async () => {
    const { alert } = (await owner.call('create-alert', { name: 'Gone', sound: refs.sound })).body
    assert.equal((await owner.call('delete-alert', { id: alert.id })).status, 200)
    assert.equal((await owner.call('delete-alert', { id: alert.id }, { status: 404 })).status, 404)
    assert.equal((await owner.call('test-alert', { id: alert.id }, { status: 404 })).status, 404)
    assert.equal(
      (await owner.call('edit-alert', { id: alert.id, name: 'Gone', sound: 'builtin:pop' }, { status: 404 })).status,
      404,
    )
    assert.equal((await fetch(app.url + alert.sound_url)).status, 200)
  })

  it('show the rest when a file is gone', async () => {
    const { alert } = (await owner.call('create-alert', { name: 'Half', sound: 'builtin:pop', image: refs.image })).body
    const broken = JSON.stringify({ sound: 'upload:nothere', image: refs.image, volume: 1 })
    await app.ctx.db.write((tx) =>
      tx.run(
        { text: 'UPDATE audio_alerts SET settings = :broken WHERE channel_id = :channel AND id = :id' },
        { broken, channel: app.channel.id, id: alert.id },
      ),
    )
    const payload = await trigger(alert.id)
    assert.equal(payload?.sound, undefined)
    assert.deepEqual(payload?.image, { url: alert.image_url })
  })

  it('are refused with a sentence that begins with what is wrong, and leave nothing behind', async () => {
    const seq = await lastSeq()
    const count = (await list()).length
    for (const [input, words] of [
      [{ name: '' }, /^name must not be empty/],
      [{ name: 'x'.repeat(101), sound: 'builtin:pop' }, /^name must have 1 to 100 characters/],
      [{ name: 'airHORN', sound: 'builtin:pop' }, /^name is taken/],
      [{ name: 'New' }, /^sound is required/],
      [{ name: 'New', sound: 'builtin:nothing' }, /^sound must name a built-in file/],
      [{ name: 'New', sound: 'builtin:wings' }, /^sound must name/],
      [{ name: 'New', sound: refs.song }, /^sound must name/],
      [{ name: 'New', sound: 'https://example.com/a.mp3' }, /^sound must name/],
      [{ name: 'New', image: refs.sound }, /^image must name an upload of the kind image/],
      [{ name: 'New', image: refs.image, video: refs.video }, /^image and video/],
      [{ name: 'New', sound: 'builtin:pop', volume: 2 }, /^volume must be a number from 0 to 1/],
      [{ name: 'New', sound: 'builtin:pop', points: -1 }, /^points must be a whole number/],
    ] as const) {
      const { status, body } = await owner.call('create-alert', input, { status: 400 })
      assert.deepEqual([status, body.code], [400, 'invalid_parameter'], JSON.stringify(input))
      assert.match(body.error, words)
    }
    assert.deepEqual([await lastSeq(), (await list()).length], [seq, count])
  })

  it('are reported in the log by whoever changed them', async () => {
    const seq = await lastSeq()
    const { alert } = (await owner.call('create-alert', { name: 'Logged', sound: 'builtin:pop' })).body
    await owner.call('edit-alert', { id: alert.id, name: 'Logged 2', sound: 'builtin:pop' })
    await owner.call('delete-alert', { id: alert.id })
    const events = await loose(app.ctx.events.after(app.ctx.db, app.channel.id, seq, 10))
    assert.deepEqual(
      events.map(({ kind, data, actor }) => [kind, data.name, actor.startsWith('person:')]),
      [
        ['alert.created', 'Logged', true],
        ['alert.changed', 'Logged 2', true],
        ['alert.deleted', 'Logged 2', true],
      ],
    )
  })

  it('end at two hundred', async () => {
    const count = (await list()).length
    await app.ctx.db.write(async (tx) => {
      for (let n = count; n < 200; n++) {
        const draft = { name: `Many ${n}`, points: 0, active: true, sound: 'builtin:pop', volume: 1 }
        await app.ctx.alertContent.create(tx, app.cause, draft)
      }
    })
    const { status, body } = await owner.call(
      'create-alert',
      { name: 'One more', sound: 'builtin:pop' },
      { status: 400 },
    )
    assert.deepEqual([status, body.error], [400, 'There are 200 audio alerts already. Delete some first.'])
  })
})

/** The alert as edit-alert takes it. */
function strip({ id, name }: Alert) {
  return { id, name }
}
