import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { defaultSettings } from '../../src/capabilities/settings/settings.ts'
import type { OverlaySettings } from '../../src/registry/overlay-messages.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { openPage, type PageClient } from './page-client.ts'

runsOn('sqlite', 'postgres')

describe('the theme of the overlay', () => {
  let app: TestApp
  let owner: PanelClient
  let page: PageClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    page = await openPage(app)
  })
  after(async () => {
    page?.cut()
    await app?.close()
  })

  const settingsSent = (of: PageClient) =>
    of.messages.flatMap((message) => (message.type === 'settings' ? message.settings : []))
  function welcomeOf(of: PageClient): OverlaySettings {
    const welcome = of.messages.find((message) => message.type === 'welcome')
    assert.ok(welcome?.type === 'welcome' && welcome.settings)
    return welcome.settings
  }

  it('comes with the welcome, all of it the default while nobody has set anything', async () => {
    const look = welcomeOf(page)
    assert.deepEqual([look.look, look.scale, look.points_name, look.customCssUrl], ['clean', 1, 'points', undefined])
    assert.equal(look.positions?.donation, 'bottom')
    assert.equal(look.volumes?.song, 0.6)
    assert.deepEqual(
      look.donationVariants?.map(({ minimum, style, effect }) => [minimum, style, effect]),
      [
        [0, 'plain', undefined],
        [20, 'bright', undefined],
        [100, 'grand', 'confetti'],
      ],
    )
    assert.deepEqual((await owner.call('get-overlay-settings')).body.settings, { ...defaultSettings().overlay })
  })

  it('reaches every page at once when it is saved, and those that come later with the welcome', async () => {
    const settings = {
      look: 'neon',
      font: 'oswald',
      colors: { accent: '#f2b24c', text: 'white', background: 'rgb(10 20 30 / 80%)' },
      scale: 1.25,
      positions: { tts: 'top-right' },
      volumes: { master: 0.5 },
      points_name: 'coins',
      show_price: false,
      locale: 'tr-TR',
    }
    const saved = await owner.call('save-overlay-settings', { settings })
    assert.equal(saved.status, 200, saved.body.error)
    assert.equal(saved.body.settings.positions.donation, 'bottom', 'what is left out is as usual')
    await page.until(() => settingsSent(page).some(({ look }) => look === 'neon'), 'the new look')
    const sent = settingsSent(page).at(-1)
    assert.deepEqual([sent?.font, sent?.scale, sent?.locale, sent?.show_price], ['oswald', 1.25, 'tr-TR', false])
    assert.deepEqual(sent?.colors, settings.colors)
    assert.deepEqual([sent?.positions?.tts, sent?.volumes?.master, sent?.volumes?.tts], ['top-right', 0.5, 1])
    const late = await openPage(app)
    assert.deepEqual(welcomeOf(late), sent)
    late.cut()
    await owner.call('save-overlay-settings', { settings: {} })
    assert.deepEqual((await owner.call('get-overlay-settings')).body.settings, { ...defaultSettings().overlay })
  })

  it('brings a stylesheet of its own under an address that changes with it, which holds nothing else', async () => {
    const css = '.card { border-radius: 0 }\n/* ü */'
    await owner.call('save-overlay-settings', { settings: { custom_css: css } })
    await page.until(() => settingsSent(page).at(-1)?.customCssUrl !== undefined, 'the address')
    const url = settingsSent(page).at(-1)?.customCssUrl ?? ''
    const answer = await fetch(app.url + url)
    assert.equal(answer.headers.get('content-type'), 'text/css; charset=utf-8')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(await answer.text(), css)
    await owner.call('save-overlay-settings', { settings: { custom_css: `${css} .x {}` } })
    assert.equal((await fetch(app.url + url)).status, 404, 'the old one is gone')
    for (const path of ['1/abc.css', `${app.channel.id}/${'0'.repeat(64)}.css`, `999/${url.split('/').at(-1)}`]) {
      assert.equal((await fetch(`${app.url}/overlay/styles/${path}`)).status, 404, path)
    }
    await owner.call('save-overlay-settings', { settings: {} })
  })

  it('reports to the log that a long stylesheet changed, and not what is in it', async () => {
    const seq = await app.ctx.overlays.lastSeq(app.channel.id)
    await owner.call('save-overlay-settings', { settings: { custom_css: `/* ${'x'.repeat(900)} */` } })
    const [event] = await loose(app.ctx.events.after(app.ctx.db, app.channel.id, seq, 5))
    assert.equal(event?.kind, 'setting.changed')
    assert.match(JSON.stringify(event?.data), /"custom_css":"906 characters"/)
    await owner.call('save-overlay-settings', { settings: {} })
  })

  for (const [settings, words] of [
    [{ look: 'baroque' }, /^settings\.look must be one of clean, neon, pixel/],
    [{ font: 'comic' }, /^settings\.font/],
    [{ scale: 3 }, /^settings\.scale must be a number from 0\.5 to 2/],
    [{ positions: { tts: 'middle' } }, /^settings\.positions\.tts/],
    [{ volumes: { song: 1.5 } }, /^settings\.volumes\.song/],
    [{ seconds: { tts: 0 } }, /^settings\.seconds\.tts/],
    [{ priorities: { donation: 10 } }, /^settings\.priorities\.donation/],
    [{ colors: { accent: 'url(https://evil.example)' } }, /^colors\.accent must be a CSS colour/],
    [{ colors: { text: 'red; } body { display: none' } }, /^colors\.text must be a CSS colour/],
    [{ locale: 'not a language' }, /^locale must be a language/],
    [{ custom_css: 'x'.repeat(20_001) }, /^settings\.custom_css must have 1 to 20000 characters/],
    [
      { custom_css: '.card { background: url(https://evil.example/x.png) }' },
      /^custom_css must not name https:\/\/evil\.example\/x\.png: overlay pages load files of this server and pictures/,
    ],
    ['neon', /^settings must be an object/],
  ] as const) {
    it(`is refused and stays as it was: ${JSON.stringify(settings).slice(0, 60)}`, async () => {
      const seq = await app.ctx.overlays.lastSeq(app.channel.id)
      const { status, body } = await owner.call('save-overlay-settings', { settings }, { status: 400 })
      assert.deepEqual([status, body.code], [400, 'invalid_parameter'])
      assert.match(body.error, words)
      assert.equal(await app.ctx.overlays.lastSeq(app.channel.id), seq)
    })
  }
})
