import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from '../browser/chromium.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeKickPage, startFakeKickPage } from '../fakes/kick-page.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import type { BrowserContext, Page } from '../tools/playwright.ts'
import { hasStatus, openBrowser, openPopup, pairInPopup, writeExtension } from './extension-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium-with-extensions', 'chromium')

describe('the clip extension in Chromium', () => {
  const profile = createTemporaryFolder()
  let kick: FakeKickPage
  let extension: { folder: string; remove(): void }
  let app: TestApp
  let owner: PanelClient
  let context: BrowserContext
  let popup: Page
  let kickTab: Page

  before(async () => {
    kick = await startFakeKickPage()
    extension = await writeExtension(kick)
    app = await createTestApp()
    owner = await signInAsOwner(app)
    const browser = await openBrowser(extension.folder, profile.path)
    context = browser.context
    popup = await openPopup(context, browser.popupUrl)
  })
  after(async () => {
    await context?.close()
    await app?.close()
    await kick?.close()
    extension?.remove()
    profile.remove()
  })

  const state = async () => (await owner.call('get-extension')).body
  const makeCode = async () => (await owner.call('create-extension-code')).body.code as string
  const isThere = (so: boolean) =>
    eventually(`the extension is ${so ? '' : 'not '}there`, async () => (await state()).connected === so)
  const clip = (more: object = {}) =>
    app.app.clipExtension.clip(
      app.channel.id,
      { slug: 'Streamer_One', title: 'What a shot', seconds: 30, ...more },
      AbortSignal.timeout(60_000),
    )
  const failureOf = (title: string) =>
    clip({ title }).then(
      () => undefined,
      (error: { code: string; message: string }) => error,
    )

  it('has a popup that is accessible in both colour schemes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await popup.emulateMedia({ colorScheme })
      assert.deepEqual(await axeViolations(popup), [], colorScheme)
    }
  })

  it('refuses a wrong code in words', async () => {
    await pairInPopup(popup, app.url, 'AAAA-AAAA')
    await popup.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor()
    assert.equal((await state()).connected, false)
  })

  it('pairs with a code from the panel, typed as people type', async () => {
    const code = await makeCode()
    await pairInPopup(
      popup,
      `${app.url.replace('http://', '')}/settings/platforms`,
      code.toLowerCase().replace('-', ' '),
    )
    await hasStatus(popup, 'connected')
    await isThere(true)
    const { pairings } = await state()
    assert.equal(pairings.length, 1)
    assert.match(pairings[0].browser, /Chrom/)
    assert.equal(pairings[0].version, '0.1.0')
    assert.deepEqual(await axeViolations(popup), [])
  })

  it('says that no page of Kick is open', async () => {
    const { code, message } = (await failureOf('no page')) ?? {}
    assert.equal(code, 'platform_unavailable')
    assert.match(message ?? '', /No page of Kick is open.*https:\/\/kick\.com\/Streamer_One/)
  })

  it('makes a clip of the last seconds on command, in the open page', async () => {
    kickTab = await context.newPage()
    await kickTab.goto(`${kick.page}/streamer-one`)
    const { url } = await clip({ title: `A title ${'long '.repeat(20)}` })
    assert.equal(url, `${kick.page}/streamer-one/clips/clip_1`)
    const [made] = kick.world.clips
    assert.deepEqual([made?.seconds, made?.startsAt, made?.way, made?.title.length], [30, 150, 'internal', 50])
  })

  it('finds the newer way when the older is gone', async () => {
    kick.world.ways.delete('internal')
    const { url } = await clip({ seconds: 180 })
    assert.match(url, /clips\/clip_2$/)
    const made = kick.world.clips.at(-1)
    assert.deepEqual([made?.way, made?.seconds, made?.startsAt], ['web', 180, 0])
    kick.world.ways.add('internal')
  })

  it('makes one clip after the other when two are wanted at once', async () => {
    const urls = (await Promise.all([clip(), clip()])).map(({ url }) => url)
    assert.equal(new Set(urls).size, 2)
  })

  it('says exactly what is wrong, and makes no clip then', async () => {
    const before = kick.world.clips.length
    const cases: [string, () => void, string, RegExp][] = [
      ['not live', () => Object.assign(kick.world, { isLive: false }), 'stream_offline', /offline/],
      ['both ways gone', () => kick.world.ways.clear(), 'platform_unavailable', /changed its page.*newest extension/],
      ['a pause', () => Object.assign(kick.world, { nextAnswer: { status: 429 } }), 'platform_unavailable', /pause/],
      [
        'refused',
        () => Object.assign(kick.world, { nextAnswer: { status: 403, body: { message: 'You are banned' } } }),
        'platform_refused',
        /You are banned/,
      ],
      [
        'something else',
        () => Object.assign(kick.world, { nextAnswer: { status: 200, body: { odd: true } } }),
        'platform_unavailable',
        /changed its page.*no id/,
      ],
      [
        'signed out',
        () => Object.assign(kick.world, { nextAnswer: { status: 401 } }),
        'platform_reauth_required',
        /not signed in/,
      ],
    ]
    for (const [name, arrange, code, words] of cases) {
      arrange()
      const error = await failureOf(name)
      assert.equal(error?.code, code, name)
      assert.match(error?.message ?? '', words, name)
      Object.assign(kick.world, { isLive: true, ways: new Set(['internal', 'web']) })
    }
    assert.equal(kick.world.clips.length, before)
  })

  it('comes back by itself after a restart of the server, and clips again', async () => {
    await app.close({ keepFolder: true })
    await hasStatus(popup, 'disconnected')
    const { folder, port } = app
    app = await createTestApp({ folder, config: { port } })
    owner = await signInAsOwner(app)
    await isThere(true)
    await hasStatus(popup, 'connected')
    assert.match((await clip()).url, /clips\/clip_\d+$/)
  })

  it('is notified when it is unpaired in the panel, and stops', async () => {
    const [{ id }] = (await state()).pairings
    assert.equal((await owner.call('unpair-extension', { id })).status, 200)
    await popup.getByRole('alert').filter({ hasText: 'unpaired in the panel' }).waitFor()
    await isThere(false)
    assert.deepEqual((await state()).pairings, [])
    const error = await failureOf('nobody there')
    assert.equal(error?.code, 'extension_not_connected')
    assert.match(error?.message ?? '', /pair the extension in the panel/)
  })

  it('is forgotten by the server when it is unpaired in the popup', async () => {
    await pairInPopup(popup, app.url, await makeCode())
    await hasStatus(popup, 'connected')
    await popup.getByRole('button', { name: 'Unpair this browser' }).click()
    await hasStatus(popup, 'unpaired')
    await eventually('the pairing is gone', async () => (await state()).pairings.length === 0)
  })
})
