import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { recipes } from '../../src/registry/recipes.ts'
import { answersTo, botLines, set } from '../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { fakeEmbeddedPlayers } from '../fakes/embedded-players.ts'
import type { FakeServer } from '../fakes/fake-server.ts'
import { startFakeOembed } from '../fakes/youtube-oembed.ts'
import { chatOf } from '../sandbox/sandbox-calls.ts'
import type { Browser, Page } from '../tools/playwright.ts'
import { openLikeObs } from './open-like-obs.ts'

runsOn('sqlite', { because: 'it is about what a page plays; requests are tested on both engines without one' })
needs('chromium-127')

const link = (id: string) => `https://youtu.be/${id}`
const videos = {
  longsong001: { seconds: 200 },
  shortsong01: { seconds: 3, speed: 2 },
  locked00001: { seconds: 0, error: 150 },
}

describe('the player page in the browser of OBS', () => {
  let app: TestApp
  let oembed: FakeServer
  let browser: Browser
  before(async () => {
    oembed = await startFakeOembed({
      longsong001: { title: 'Long song', author: 'Somebody' },
      shortsong01: { title: 'Short song', author: 'Somebody' },
      locked00001: { title: 'Locked song', author: 'Somebody' },
    })
    app = await createTestApp({ oembedUrl: `${oembed.url}/oembed`, config: { outgoingAllow: ['127.0.0.1'] } })
    for (const { group, automation } of recipes) if (group === 'songs') await app.call('save-automation', automation)
    await set(app, 'song_requests', { youtube: true })
    browser = await openLikeObs()
  })
  after(async () => {
    await browser.close()
    await app.close()
    await oembed.close()
  })

  /** What the embedded player of this video received. */
  async function commandsOf(page: Page, id: string): Promise<readonly { func?: string; args?: readonly unknown[] }[]> {
    const frame = page.frames().find((one) => one.url().includes(`/embed/${id}`))
    return (await frame?.evaluate(() => (window as unknown as { received: never[] }).received)) ?? []
  }
  const tells = (page: Page, id: string, func: string, argument?: unknown) =>
    eventually(`${func} ${argument ?? ''} for ${id}`, async () => {
      const command = (await commandsOf(page, id)).findLast((one) => one.func === func)
      return command !== undefined && (argument === undefined || command.args?.[0] === argument)
    })
  const current = async () => (await app.call('list-song-requests')).body.song

  it('plays requested videos one after the other, as the commands say, and skips one that cannot be embedded', async () => {
    const context = await browser.newContext()
    const { requested } = await fakeEmbeddedPlayers(context, videos)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(String(error)))
    await page.goto(await app.ctx.playerLinks.link(app.channel))
    await page.locator('body[data-connected="true"]').waitFor({ state: 'attached' })
    assert.equal(await page.locator('iframe').count(), 0, 'nothing is loaded from elsewhere until somebody asks for it')

    assert.deepEqual(await answersTo(app, 'alice', `!sr ${link('longsong001')}`), ['Long song plays now.'])
    await tells(page, 'longsong001', 'playVideo')
    await eventually('the length of the video', async () => (await current())?.seconds === 200)
    assert.deepEqual(await answersTo(app, 'bob', `!sr ${link('locked00001')}`), [
      'Locked song is number 1 in the queue.',
    ])
    await answersTo(app, 'carol', `!sr ${link('shortsong01')}`)
    await app.call('stop-song')
    await tells(page, 'longsong001', 'pauseVideo')
    await app.call('start-song')
    await tells(page, 'longsong001', 'playVideo')
    const { overlay } = await app.ctx.settings.of(app.channel.id)
    await set(app, 'overlay', { ...overlay, volumes: { ...overlay.volumes, master: 1, song: 0.25 } })
    await tells(page, 'longsong001', 'setVolume', 25)

    await app.call('skip-song')
    const skipped = 'Locked song was skipped: YouTube does not allow playing it outside of its site.'
    await eventually(skipped, async () => botLines(await chatOf(app, 'PlatformA')).includes(skipped))
    // Its end is what the embedded player says: it plays twice as fast as time.
    await eventually('the short song to be over', async () => (await current())?.request == null)
    await page.locator('iframe').waitFor({ state: 'detached' })

    const [first = ''] = requested
    const { origin, pathname, searchParams } = new URL(first)
    assert.deepEqual([origin, pathname], ['https://www.youtube-nocookie.com', '/embed/longsong001'])
    assert.equal(searchParams.get('origin'), new URL(page.url()).origin)
    assert.ok(
      requested.every((url) => !url.includes('pl_')),
      'no address holds the token',
    )
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('frames no other site, and hears no other frame', async () => {
    const context = await browser.newContext()
    const { requested } = await fakeEmbeddedPlayers(context, videos)
    const page = await context.newPage()
    const refused: string[] = []
    page.on('console', (message) => refused.push(message.text()))
    await page.goto(await app.ctx.playerLinks.link(app.channel))
    await page.locator('body[data-connected="true"]').waitFor({ state: 'attached' })
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.src = 'https://www.youtube.com/embed/longsong001'
      document.body.append(frame)
    })
    await eventually('the refusal', async () => refused.some((text) => /Content Security Policy.*frame-src/.test(text)))
    assert.deepEqual(requested, [])

    await answersTo(app, 'alice', `!sr ${link('longsong001')}`)
    // The queue of the channel has gone on meanwhile.
    await app.call('skip-song')
    await tells(page, 'longsong001', 'playVideo')
    // The page itself is a window as any other that could send messages.
    await page.evaluate(() => postMessage(JSON.stringify({ event: 'onError', info: 150 }), '*'))
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    assert.equal((await current())?.title, 'Long song')
    await app.call('skip-song', {}, { status: 'any' })
    await context.close()
  })

  it('says what is missing when it is opened without its token', async () => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${app.url}/player`)
    const hint = page.locator('#hint')
    await hint.waitFor({ state: 'visible' })
    assert.equal(
      await hint.textContent(),
      'This page needs the whole player link, including everything after the # sign.',
    )
    await page.context().close()
  })
})
