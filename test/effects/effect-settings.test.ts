import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { effectTypes } from '../../src/capabilities/effects/contract/effects.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { sample, wavOf } from '../uploads/files.ts'
import { sendFile } from '../uploads/upload-client.ts'

runsOn('sqlite', 'postgres')

describe('effects in the panel', () => {
  let app: TestApp
  let owner: PanelClient
  let page: PageClient
  let sound = ''
  let image = ''
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    page = await openPage(app)
    sound = (await sendFile(app, owner, { kind: 'sound', name: 'a.wav', bytes: wavOf(1) })).body.upload.ref
    image = (await sendFile(app, owner, { kind: 'image', name: 'a.png', bytes: sample('dot.png') })).body.upload.ref
  })
  after(async () => {
    page?.cut()
    await app?.close()
  })

  const list = async () =>
    (await owner.call('list-effect-settings')).body.effects as { overlay_id: string; name: string }[]
  const create = (input: object) => owner.call('create-effect', input, { status: 'any' })
  async function payloadOf(id: string) {
    await page.until(() => page.cues.some((cue) => cue.id === id), 'the effect')
    return page.cues.find((cue) => cue.id === id)?.payload as Record<string, Record<string, unknown>>
  }

  it('are made of every type, found by the API, and fired as they were set', async () => {
    const { status, body } = await create({
      name: 'Größte Herzen!',
      effect_type: 'hearts',
      effect_settings: { pieces: 90, seconds: 3, colors: ['#ff0000', 'pink'], sound, volume: 0.5 },
    })
    assert.equal(status, 200, body.error)
    const { effect } = body
    assert.deepEqual([effect.overlay_id, effect.trigger_enabled, effect.connected], ['gro-te-herzen', true, true])
    const fired = await app.call('effect-trigger', { overlay_id: 'gro-te-herzen' })
    assert.equal(fired.status, 200)
    await page.until(() => page.cues.some((cue) => cue.overlayId === 'gro-te-herzen'), 'the effect')
    const payload = page.cues.find((cue) => cue.overlayId === 'gro-te-herzen')?.payload
    assert.equal(payload?.effect_type, 'hearts')
    assert.deepEqual(payload?.effect_settings, {
      pieces: 90,
      seconds: 3,
      colors: ['#ff0000', 'pink'],
      sound: { url: await app.ctx.media.urlOf(app.ctx.db, app.channel.id, sound), volume: 0.5 },
    })
    for (const type of effectTypes) {
      const effect_settings = type === 'image' ? { image } : {}
      const made = await create({ name: `A ${type}`, effect_type: type, effect_settings })
      assert.equal(made.status, 200, `${type}: ${made.body.error}`)
    }
    assert.equal((await app.call('list-effects')).body.total, (await list()).length)
  })

  it('get a picture by its address', async () => {
    const { id } = (await owner.call('test-effect', { overlay_id: 'a-image' })).body
    const { effect_settings } = await payloadOf(id)
    assert.deepEqual(effect_settings, { url: await app.ctx.media.urlOf(app.ctx.db, app.channel.id, image) })
  })

  it('carry code of up to 64 KB, as it was written', async () => {
    const code = { html: '<p id="a">ä</p>\n', css: 'p { color: red }', js: `// ${'x'.repeat(60_000)}\n\tshow()` }
    const made = await create({ name: 'Own', effect_type: 'custom', effect_settings: { ...code, seconds: 5 } })
    assert.equal(made.status, 200, made.body.error)
    assert.deepEqual(made.body.effect.effect_settings, { ...code, seconds: 5 })
    const { id } = (await owner.call('test-effect', { overlay_id: 'own', data: { greeting: 'hi' } })).body
    const payload = await payloadOf(id)
    assert.deepEqual(payload.effect_settings, { ...code, seconds: 5 })
    assert.equal(payload.data?.greeting, 'hi')
    const { deliveries } = (await owner.call('list-deliveries', { limit: 1 })).body
    assert.ok(JSON.stringify(deliveries).length < 1000, 'a list of deliveries does not carry the code')
    const tooMuch = { html: 'x'.repeat(30_000), css: 'x'.repeat(30_000), js: 'x'.repeat(6000) }
    const refused = await create({ name: 'Too much', effect_type: 'custom', effect_settings: tooMuch })
    assert.deepEqual([refused.status, refused.body.code], [400, 'invalid_parameter'])
    assert.match(refused.body.error, /^effect_settings\.js is too long: the code may have at most 64 KB in total/)
    const wide = await create({ name: 'Wide', effect_type: 'custom', effect_settings: { js: 'ä'.repeat(40_000) } })
    assert.equal(wide.status, 400, 'bytes count, not letters')
  })

  it('are fired from the panel also when the API may not', async () => {
    await create({ overlay_id: 'shy', name: 'Shy', effect_type: 'shake', trigger_enabled: false })
    assert.equal(
      (await app.call('effect-trigger', { overlay_id: 'shy' }, { status: 404 })).body.code,
      'effect_not_trigger_enabled',
    )
    const { status, body } = await owner.call('test-effect', { overlay_id: 'shy' })
    assert.equal(status, 200)
    assert.equal((await payloadOf(body.id)).data?.userstate !== undefined, true)
  })

  it('are replaced, copied, reordered and deleted', async () => {
    await create({ overlay_id: 'mine', name: 'Mine', effect_type: 'snow', effect_settings: { flakes: 10 } })
    const edited = await owner.call('edit-effect', { overlay_id: 'mine', name: 'Mine', effect_type: 'rain' })
    assert.deepEqual([edited.body.effect.effect_type, edited.body.effect.effect_settings], ['rain', {}])
    const copy = (await owner.call('duplicate-effect', { overlay_id: 'mine' })).body.effect
    assert.deepEqual([copy.overlay_id, copy.name, copy.effect_type], ['mine-copy', 'Mine copy', 'rain'])
    const second = (await owner.call('duplicate-effect', { overlay_id: 'mine' })).body.effect
    assert.equal(second.overlay_id, 'mine-copy-2')
    const turned = (await list()).map(({ overlay_id }) => overlay_id).toReversed()
    assert.equal((await owner.call('order-effects', { overlay_ids: turned })).status, 200)
    assert.deepEqual(
      (await list()).map(({ overlay_id }) => overlay_id),
      turned,
    )
    assert.equal((await owner.call('order-effects', { overlay_ids: turned.slice(1) }, { status: 400 })).status, 400)
    assert.equal((await owner.call('delete-effect', { overlay_id: 'mine' })).status, 200)
    for (const name of ['delete-effect', 'duplicate-effect', 'test-effect']) {
      const { status, body } = await owner.call(name, { overlay_id: 'mine' }, { status: 404 })
      assert.deepEqual([status, body.code], [404, 'overlay_not_found'], name)
    }
    assert.equal(
      (await owner.call('edit-effect', { overlay_id: 'mine', name: 'x', effect_type: 'snow' }, { status: 404 })).status,
      404,
    )
  })

  it('hold their uploads', async () => {
    const { status, body } = await owner.call('delete-upload', { id: image.slice('upload:'.length) }, { status: 400 })
    assert.equal(status, 400)
    assert.equal(body.error, 'a.png is used by the effect A image.')
  })

  it('are refused with the name of what is wrong, and leave nothing behind', async () => {
    const seq = await app.ctx.overlays.lastSeq(app.channel.id)
    const count = (await list()).length
    const at = (path: string) => new RegExp(`^${path.replaceAll(/[.[\]]/g, '\\$&')}`)
    for (const [input, words] of [
      [{ name: 'x', effect_type: 'explosion' }, at('effect_type')],
      [{ effect_type: 'snow' }, at('name')],
      [{ overlay_id: 'confetti', name: 'x', effect_type: 'snow' }, /^overlay_id is taken/],
      [{ overlay_id: 'No Good', name: 'x', effect_type: 'snow' }, /^overlay_id must be of small letters/],
      [{ overlay_id: '../x', name: 'x', effect_type: 'snow' }, /^overlay_id must be of small letters/],
      [{ name: 'x', effect_type: 'confetti', effect_settings: { pieces: 361 } }, at('effect_settings.pieces')],
      [{ name: 'x', effect_type: 'hearts', effect_settings: { pieces: 151 } }, at('effect_settings.pieces')],
      [{ name: 'x', effect_type: 'flash', effect_settings: { flashes: 11 } }, at('effect_settings.flashes')],
      [{ name: 'x', effect_type: 'flash', effect_settings: { color: 'expression(1)' } }, at('effect_settings.color')],
      [
        { name: 'x', effect_type: 'snow', effect_settings: { colors: ['#fff', 'x y'] } },
        at('effect_settings.colors[1]'),
      ],
      [{ name: 'x', effect_type: 'snow', effect_settings: { seconds: 61 } }, at('effect_settings.seconds')],
      [
        { name: 'x', effect_type: 'snow', effect_settings: { js: 'alert(1)' } },
        /^effect_settings\.js is not a setting of snow/,
      ],
      [{ name: 'x', effect_type: 'image' }, at('effect_settings.image is required')],
      [{ name: 'x', effect_type: 'image', effect_settings: { image: sound } }, at('effect_settings.image must name')],
      [
        { name: 'x', effect_type: 'snow', effect_settings: { sound: 'builtin:walk' } },
        at('effect_settings.sound must name'),
      ],
      [{ name: 'x', effect_type: 'spotlight', effect_settings: { x: 2 } }, at('effect_settings.x')],
      [
        { name: 'x', effect_type: 'text-burst', effect_settings: { text: 'x'.repeat(201) } },
        at('effect_settings.text'),
      ],
    ] as const) {
      const { status, body } = await create(input)
      assert.deepEqual([status, body.code], [400, 'invalid_parameter'], JSON.stringify(input))
      assert.match(body.error, words)
    }
    assert.deepEqual([await app.ctx.overlays.lastSeq(app.channel.id), (await list()).length], [seq, count])
  })
})
