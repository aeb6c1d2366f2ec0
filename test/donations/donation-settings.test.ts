import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { defaultSettings } from '../../src/capabilities/settings/settings.ts'
import { formatAmount, inDollars, variantFor } from '../../src/definitions/currencies.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { wavOf } from '../uploads/files.ts'
import { sendFile } from '../uploads/upload-client.ts'

runsOn('sqlite', 'postgres')

describe('donation alerts by amount', () => {
  let app: TestApp
  let owner: PanelClient
  let page: PageClient
  let horn = ''
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    page = await openPage(app)
    horn = (await sendFile(app, owner, { kind: 'sound', name: 'horn.wav', bytes: wavOf(1) })).body.upload.ref
  })
  after(async () => {
    page?.cut()
    await app?.close()
  })
  beforeEach(async () => {
    await save({})
    await owner.call('save-speech-settings', { settings: {} })
  })

  const save = async (settings: object) => {
    const answer = await owner.call('save-donation-settings', { settings })
    assert.equal(answer.status, 200, answer.body.error)
  }
  async function donate(more: object) {
    const before = page.cues.length
    const { status, body } = await app.call('send-donation', {
      ...{ provider: 'ProviderA', amount: 5, currency: 'USD', username: 'alice' },
      ...more,
    })
    assert.equal(status, 200, body.error)
    await page.until(() => page.cues.length > before, 'the alert')
    return page.cues.at(-1)?.payload as Record<string, unknown>
  }
  const urlOf = async (ref: string) => app.ctx.media.urlOf(app.ctx.db, app.channel.id, ref)

  it('come and go as their variant says, and stay as long', async () => {
    await save({ variants: [{ minimum: 0, enter: 'curtain', leave: 'fold', seconds: 9 }] })
    const { enter, leave, durationMs } = await donate({})
    assert.deepEqual([enter, leave, durationMs], ['curtain', 'fold', 9000])
  })

  it('have the layouts, the sizes, the icons and the texts of event alerts', async () => {
    const look = { layout: 'banner', size: 'large', emblem: 'gem' }
    await save({ variants: [{ minimum: 0, ...look, text: '$(displayname) gave $(event.amount) $(nothing)' }] })
    const { layout, size, emblem, text } = await donate({ amount: 7, displayname: 'Alice $(amount)' })
    assert.deepEqual({ layout, size, emblem }, look)
    assert.equal(text, 'Alice $(amount) gave 7 $(nothing)', 'a name is never read as a variable')
    await save({})
    const plain = await donate({ displayname: 'Alice' })
    assert.deepEqual([plain.text, plain.layout, plain.enter], ['Alice donated', undefined, 'slide'])
  })

  it('take style, sound and effect from the variant with the highest minimum that is reached', async () => {
    await save({
      variants: [
        { minimum: 0 },
        { minimum: 10, style: 'bright', sound: 'builtin:applause', volume: 0.5 },
        { minimum: 50, style: 'grand', sound: horn, effect: 'fireworks' },
        { minimum: 500, currency: 'TRY', style: 'grand', sound: 'builtin:fanfare' },
      ],
    })
    for (const [amount, currency, style, sound, volume, effect] of [
      [5, 'USD', 'plain', 'builtin:coin', 1, undefined],
      [10, '$', 'bright', 'builtin:applause', 0.5, undefined],
      [49.99, 'EUR', 'bright', 'builtin:applause', 0.5, undefined],
      [50, 'EUR', 'grand', horn, 1, 'fireworks'],
      [150, 'JPY', 'plain', 'builtin:coin', 1, undefined],
      [399, 'TL', 'plain', 'builtin:coin', 1, undefined],
      [600, '₺', 'grand', 'builtin:fanfare', 1, undefined],
      [999, 'bits', 'plain', 'builtin:coin', 1, undefined],
    ] as const) {
      const payload = await donate({ amount, currency })
      assert.deepEqual(
        [payload.style, payload.sound, payload.effect],
        [style, { url: await urlOf(sound), volume }, effect],
        `${amount} ${currency}`,
      )
    }
  })

  it('are compared by what their amount is worth, in any currency', () => {
    const variants = [{ minimum: 0 }, { minimum: 20 }, { minimum: 100 }, { minimum: 300, currency: 'TRY' }]
    for (const [amount, currency, minimum] of [
      [19, 'USD', 0],
      [20, 'EUR', 20],
      [5_000, 'JPY', 20],
      [299, '₺', 0],
      [301, '₺', 300],
      [301, 'tl', 300],
      [5_000, 'bits', 20],
      [100, 'XYZ', 0],
      [3_000_000, 'vnd', 100],
    ] as const) {
      assert.equal(variantFor(variants, { amount, currency })?.minimum, minimum, `${amount} ${currency}`)
    }
    assert.equal(inDollars({ amount: 300, currency: 'JPY' }), 2)
  })

  it('are written as their currency is, and with the name of what is not a currency', () => {
    for (const [amount, currency, locale, text] of [
      [25, 'USD', 'en', '$25.00'],
      [25, '€', 'de', '25,00\u00a0€'],
      [1500, 'jpy', 'en', '¥1,500'],
      [399, 'TL', 'en', '₺399.00'],
      [1000, 'bits', 'en', '1,000 bits'],
      [2.5, '', 'en', '2.5'],
    ] as const) {
      assert.equal(formatAmount({ amount, currency }, locale), text)
    }
  })

  it('speak the message when that is switched on, from the amount that was set', async () => {
    await save({ speak: true, speak_minimum: 10 })
    const silent = await donate({ amount: 9, message: 'Hello there.' })
    assert.equal(silent.audio, undefined)
    const spoken = await donate({ amount: 10, message: 'Hello there.' })
    const audio = spoken.audio as { url: string; durationMs: number }
    assert.ok(audio.durationMs > 300)
    const answer = await fetch(app.url + audio.url)
    assert.equal(answer.headers.get('content-type'), 'audio/wav')
    assert.equal(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 4), 'RIFF')
    assert.equal((await donate({ amount: 10 })).audio, undefined, 'there is nothing to say')
    await save({ speak: true, speak_name: false })
    const short = (await donate({ amount: 1, message: 'Hello there.' })).audio as { durationMs: number }
    assert.ok(short.durationMs < audio.durationMs, 'without the name it is shorter')
  })

  it('show the message without the words that are hidden', async () => {
    await owner.call('save-speech-settings', { settings: { hidden_words: ['gizmo'] } })
    assert.equal((await donate({ message: 'What a gizmo.' })).message, 'What a *****.')
    await owner.call('save-speech-settings', { settings: {} })
    assert.equal((await donate({ message: 'What a gizmo.' })).message, 'What a gizmo.')
  })

  it('are tried from the panel, with any amount', async () => {
    await save({ speak: true })
    const seq = await app.ctx.overlays.lastSeq(app.channel.id)
    const { status, body } = await owner.call('test-overlay', { kind: 'donation', amount: 250, currency: 'EUR' })
    assert.equal(status, 200, body.error)
    await page.until(() => page.cues.some((cue) => cue.id === body.id), 'the test')
    const payload = page.cues.find((cue) => cue.id === body.id)?.payload
    assert.deepEqual([payload?.amount, payload?.currency, payload?.style, payload?.is_test], [250, 'EUR', 'grand', 1])
    assert.notEqual(payload?.audio, undefined)
    const events = await loose(app.ctx.events.after(app.ctx.db, app.channel.id, seq, 20))
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['cue.donation'],
      'nobody gave anything',
    )
  })

  it('are kept, and shown as by default while nobody has set anything', async () => {
    assert.deepEqual((await owner.call('get-donation-settings')).body.settings, { ...defaultSettings().donations })
    const wanted = {
      variants: [{ minimum: 3, style: 'grand', volume: 1 }],
      speak: true,
      speak_minimum: 2,
      speak_name: true,
    }
    const saved = await owner.call('save-donation-settings', { settings: wanted })
    assert.deepEqual(saved.body.settings, wanted)
    assert.deepEqual((await owner.call('get-donation-settings')).body.settings, wanted)
    const small = await donate({ amount: 1 })
    assert.deepEqual([small.style, small.sound], [undefined, { url: await urlOf('builtin:coin'), volume: 1 }])
  })

  for (const [settings, words] of [
    [{ variants: [] }, /^settings\.variants must have 1 to 20 entries/],
    [{ variants: [{ minimum: -1 }] }, /^settings\.variants\[0\]\.minimum/],
    [{ variants: [{ minimum: 1 }, { minimum: 1 }] }, /^variants\[1\]\.minimum must not be that of another/],
    [{ variants: [{ minimum: 1, style: 'loud' }] }, /^settings\.variants\[0\]\.style/],
    [{ variants: [{ minimum: 1, effect: 'custom' }] }, /^settings\.variants\[0\]\.effect/],
    [{ variants: [{ minimum: 1, sound: 'upload:none' }] }, /^settings\.variants\[0\]\.sound must name/],
    [{ speak: 'yes' }, /^settings\.speak must be true or false/],
  ] as const) {
    it(`are refused and stay as they were: ${JSON.stringify(settings)}`, async () => {
      const { status, body } = await owner.call('save-donation-settings', { settings }, { status: 400 })
      assert.deepEqual([status, body.code], [400, 'invalid_parameter'])
      assert.match(body.error, words)
      assert.deepEqual((await owner.call('get-donation-settings')).body.settings, { ...defaultSettings().donations })
    })
  }
})
