import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { type FakeKick, startFakeKick } from '../fakes/kick.ts'
import {
  centrifugoFrame,
  chatEvent,
  chatPayload,
  giftEvent,
  giftPayload,
  pusherFrame,
  subscriptionEvent,
} from '../fakes/kick-chat-frames.ts'
import { type FakeKickPage, startFakeKickPage } from '../fakes/kick-page.ts'
import { loose } from '../loose-events.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { setKickStage } from '../platforms/kick-stage.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import type { BrowserContext, Page } from '../tools/playwright.ts'
import { hasStatus, openBrowser, openPopup, pairInPopup, writeExtension } from './extension-browser.ts'

runsOn('sqlite', {
  because: 'it is about what a browser reads; what is stored behind it is tested on both engines without one',
})
needs('chromium-with-extensions')
isSlow('it starts a browser with the extension')

describe('the extension mirrors the chat of the open Kick page', () => {
  const profile = createTemporaryFolder()
  let site: FakeKickPage
  let kick: FakeKick
  let extension: { folder: string; remove(): void }
  let app: TestApp
  let owner: PanelClient
  let browser: Awaited<ReturnType<typeof openBrowser>>
  let context: BrowserContext
  let popup: Page
  let page: Page

  before(async () => {
    site = await startFakeKickPage()
    kick = await startFakeKick()
    extension = await writeExtension(site)
    app = await createTestApp({ config: { services: { kick: kick.settings } }, extensionTimings: { aliveMs: 200 } })
    const { closeExtension } = await setKickStage(kick, app)
    await closeExtension()
    Object.assign(site.world, { slug: kick.world.broadcaster.slug, userId: kick.world.broadcaster.id })
    owner = await signInAsOwner(app)
    browser = await openBrowser(extension.folder, profile.path)
    context = browser.context
    popup = await openPopup(context, browser.popupUrl)
    await pairInPopup(popup, app.url, (await owner.call('create-extension-code')).body.code)
    await hasStatus(popup, 'connected')
    page = await context.newPage()
    await page.goto(`${site.page}/${site.world.slug}`)
    await eventually('the page has its chat', () => site.pages === 1)
  })
  after(async () => {
    await context?.close()
    await app?.close()
    await kick?.close()
    await site?.close()
    extension?.remove()
    profile.remove()
  })

  const state = async () => (await owner.call('get-kick-reach')).body.mirror.state
  const hasState = (wanted: string) => eventually(`the mirror is ${wanted}`, async () => (await state()) === wanted)
  const room = () => site.world.chatroomId
  const messages = async (username: string) => {
    const found = await app.ctx.viewers.findKnown(app.channel, 'kick', { username })
    return found !== undefined && 'known' in found ? found.known.messageCount : 0
  }
  const hasMessages = (username: string, count: number) =>
    eventually(`${username} has written ${count} times`, async () => (await messages(username)) === count)
  const scripts = () =>
    browser.worker.evaluate(async () => {
      const { chrome } = globalThis as unknown as { chrome: { scripting: { getRegisteredContentScripts(): object[] } } }
      return (await chrome.scripting.getRegisteredContentScripts()).length
    })

  it('reads nothing before an owner turns it on', async () => {
    assert.equal(await scripts(), 0)
    site.tell(pusherFrame(chatEvent, chatPayload(room(), kick.world.get('alice'), 'unread')))
    await page.waitForFunction('received.length === 1')
    assert.equal(await state(), 'off')
    await popup.getByText('Not read').waitFor()
    assert.equal(await messages('alice'), 0)
  })

  it('says that a page which is open already has to be loaded again', async () => {
    await owner.call('set-kick-reach', { way: 'mirror', enabled: true })
    await hasState('reload_page')
    await page.reload()
    await hasState('waiting')
    await popup.getByText('Sent to your server').waitFor()
  })

  it('sends chat, subscriptions and gifts of this channel, by either of the services that the page uses', async () => {
    const { alice, bob, zoe } = {
      alice: kick.world.get('alice'),
      bob: kick.world.get('bob'),
      zoe: kick.world.get('zoe'),
    }
    const { events, db } = app.ctx
    const subscriptions = async () => {
      const all = await loose(events.after(db, app.channel.id, 0, 10_000))
      return all.filter(
        ({ kind, actor }) =>
          kind.startsWith('subscription') && kind !== 'subscription.gifts' && actor === 'platform:kick',
      )
    }
    const before = (await subscriptions()).length
    site.tell(pusherFrame(chatEvent, chatPayload(room(), alice, 'one')))
    const batch = ['two', 'three'].map((text) => centrifugoFrame(chatEvent, chatPayload(room(), alice, text)))
    site.tell(batch.join('\n'))
    site.tell(pusherFrame(chatEvent, chatPayload(1, alice, 'of another channel')))
    site.tell(pusherFrame(subscriptionEvent, { chatroom_id: room(), username: bob.name, months: 4 }))
    site.tell(pusherFrame(giftEvent, giftPayload(room(), bob.name, [zoe.name]), `chatroom_${room()}`))
    site.tell('no json at all')
    await hasMessages('alice', 3)
    await eventually('both subscriptions', async () => (await subscriptions()).length === before + 2)
    assert.deepEqual(
      (await subscriptions())
        .slice(before)
        .map(({ data }) => [data.username, data.subscription_type])
        .sort(),
      [
        [bob.name, 'self'],
        [zoe.name, 'gift'],
      ].sort(),
    )
    await hasState('on')
  })

  it('leaves the page its socket as it was', async () => {
    assert.deepEqual(await page.evaluate('[isSocket, received.length]'), [true, 6])
  })

  it('keeps up with a busy chat', async () => {
    const before = await messages('carol')
    for (let count = 0; count < 100; count++) {
      site.tell(pusherFrame(chatEvent, chatPayload(room(), kick.world.get('carol'), `line ${count}`)))
    }
    await hasMessages('carol', before + 100)
  })

  it('says that the page is not open', async () => {
    await page.goto(`${site.page}/somebody-else`)
    await hasState('no_page')
    await page.goto(`${site.page}/${site.world.slug}`)
    await hasState('on')
  })

  it('stops when it is turned off', async () => {
    await owner.call('set-kick-reach', { way: 'mirror', enabled: false })
    await popup.getByText('Not read').waitFor()
    await eventually('nothing is registered', async () => (await scripts()) === 0)
    const before = await messages('alice')
    site.tell(pusherFrame(chatEvent, chatPayload(room(), kick.world.get('alice'), 'unread')))
    await page.waitForFunction('received.length >= 1')
    assert.equal(await messages('alice'), before)
  })
})
