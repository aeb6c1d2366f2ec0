import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from '../../src/kernel/storage/database.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { needs, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { putContent } from '../overlay/content.ts'
import { tokenOf } from '../overlay/page-client.ts'
import type { Browser, BrowserContext, Page } from '../tools/playwright.ts'
import { createLine } from './line.ts'
import { openLikeObs } from './open-like-obs.ts'

runsOn('sqlite', {
  because: 'it is about what a browser shows; what is stored behind it is tested on both engines without one',
})
needs('chromium-127')

const loseReceipt = sql<{ id: string }>(`UPDATE firings SET state = 'queued' WHERE id = :id`)
const finishAll = sql<Record<never, never>>(`UPDATE firings SET state = 'finished'`)

describe('the overlay page', () => {
  let app: TestApp
  let browser: Browser
  let context: BrowserContext
  let line: Awaited<ReturnType<typeof createLine>>
  let token: string
  const faults: string[] = []

  before(async () => {
    app = await createTestApp()
    await putContent(app)
    // Long enough to be looked at on any machine; the tests let the time of the page pass.
    const seconds = { tts: 20, 'audio-alert': 20, donation: 20 }
    await app.ctx.db.write((tx) => app.ctx.settings.set(tx, app.cause, 'overlay', { seconds }))
    token = await tokenOf(app)
    line = await createLine(app.port)
    browser = await openLikeObs()
    context = await browser.newContext({ viewport: { width: 640, height: 360 } })
    await context.clock.install()
  })
  after(async () => {
    await browser?.close()
    line?.close()
    await app?.close()
  })
  afterEach(async () => {
    for (const page of browser.contexts().flatMap((context) => context.pages())) await page.close()
    const isAway = async () => !app.ctx.overlays.isConnected(app.channel.id, { kind: 'effect', overlayId: 'snow' })
    await eventually('the pages to be gone', isAway)
    // What still waited would be shown to the next test.
    await app.ctx.db.write((tx) => tx.run(finishAll, {}))
    assert.deepEqual(faults.splice(0), [])
  })

  async function open(address = `/overlay#${token}`): Promise<Page> {
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error' && !/ERR_(CONNECTION|EMPTY|SOCKET)|WebSocket/.test(message.text())) {
        faults.push(message.text())
      }
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('dialog', (dialog) => faults.push(`dialog ${dialog.message()}`))
    page.on('request', (request) => {
      if (!request.url().startsWith(line.url) && !request.url().startsWith('data:')) faults.push(request.url())
    })
    await page.goto(`${line.url}${address}`)
    await page.locator('body[data-connected="true"]').waitFor()
    return page
  }

  async function reaches(id: string, state: string): Promise<void> {
    const isThere = async () => (await app.ctx.overlays.find(app.channel, id))?.state === state
    await eventually(`${id} to be ${state}`, isThere)
  }

  const markup = '<img src=x onerror=alert(1)>'
  const kinds = [
    {
      kind: 'tts',
      call: () => app.call('tts', { text: `Hello ${markup}`, username: '<b>Eve</b>' }),
      texts: { username: '<b>Eve</b>', message: `Hello ${markup}` },
    },
    {
      kind: 'audio-alert',
      call: () => app.call('trigger-audio-alert', { name: 'drum', username: markup }),
      texts: { username: markup, message: 'Drum' },
    },
    {
      kind: 'donation',
      call: () =>
        app.call('send-donation', {
          provider: 'ProviderB',
          amount: 12.5,
          currency: '€',
          displayname: markup,
          message: markup,
        }),
      texts: { username: markup, amount: '€12.50', message: markup },
    },
    {
      kind: 'effect',
      call: () => app.call('effect-trigger', { overlay_id: 'snow', data: { message: markup } }),
      texts: { username: 'Streamer', message: markup },
    },
  ]
  for (const { kind, call, texts } of kinds) {
    it(`shows ${kind} with its texts as text, reports it, and takes it off`, async () => {
      const page = await open()
      const answer = await call()
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      const item = page.locator(`[data-kind="${kind}"]`)
      await item.waitFor()
      for (const [name, text] of Object.entries(texts)) {
        // Amounts count up to what they are.
        await eventually(`${name} is ${text}`, async () => (await item.locator(`.${name}`).textContent()) === text)
      }
      assert.equal(await item.locator('img, b').count(), 0)
      const [delivery] = await app.ctx.overlays.recent(app.channel, 1)
      const id = delivery?.id ?? ''
      assert.equal(await item.getAttribute('data-id'), id)
      await reaches(id, 'shown')
      await page.clock.fastForward(60_000)
      await reaches(id, 'finished')
      await page.clock.fastForward(1_000)
      await item.waitFor({ state: 'detached' })
    })
  }

  it('shows one card at a time, in order, and effects beside it', async () => {
    const page = await open()
    await app.call('tts', { text: 'first' })
    await app.call('trigger-audio-alert', { id: 1 })
    await app.call('effect-trigger', { overlay_ids: ['snow', 'rain'] })
    await page.locator('[data-kind="effect"]').nth(1).waitFor()
    assert.equal(await page.locator('#cards > [data-kind]').count(), 1)
    assert.equal(await page.locator('#cards .message').textContent(), 'first')
    await page.clock.fastForward(21_000)
    await page.clock.fastForward(1_000)
    await page.locator('[data-kind="audio-alert"]').waitFor()
    assert.equal(await page.locator('#cards > [data-kind]').count(), 1)
  })

  it('shows the song that plays, and none while the player rests', async () => {
    const page = await open()
    await app.call('start-song')
    const song = page.locator('[data-kind="song"]')
    await song.getByText('One').waitFor()
    assert.equal(await song.locator('.username').textContent(), 'The Wings')
    await app.call('skip-song')
    await song.getByText('Two').waitFor()
    assert.equal(await song.count(), 1)
    await app.call('stop-song')
    await song.waitFor({ state: 'detached' })
  })

  it('comes back by itself after a cut, with what it missed and nothing twice', async () => {
    const page = await open()
    await app.call('tts', { text: 'before' })
    line.cut()
    await page.locator('body[data-connected="false"]').waitFor()
    await app.call('send-donation', { provider: 'ProviderA', amount: 5, currency: 'USD', message: 'meanwhile' })
    await page.clock.fastForward(5_000)
    assert.equal(await page.locator('body').getAttribute('data-connected'), 'false')
    line.reconnect()
    await page.clock.fastForward(30_000)
    await page.locator('body[data-connected="true"]').waitFor()
    await page.clock.fastForward(1_000)
    await page.locator('[data-kind="donation"]').waitFor()
    const [gift, speech] = await app.ctx.overlays.recent(app.channel, 2)
    await reaches(gift?.id ?? '', 'shown')
    await reaches(speech?.id ?? '', 'finished')
    await page.reload()
    await page.locator('body[data-connected="true"]').waitFor()
    await app.call('tts', { text: 'after' })
    await page.locator('[data-kind="tts"]').waitFor()
    assert.equal(await page.locator('[data-kind]').count(), 1, 'a reload shows nothing again')
  })

  it('does not show again what the server sends again because the receipt was lost', async () => {
    const page = await open()
    const id: string = (await app.call('tts', { text: 'once' })).body.ttsId
    await page.locator(`[data-id="${id}"]`).waitFor()
    await page.clock.fastForward(21_000)
    await reaches(id, 'finished')
    await page.clock.fastForward(1_000)
    await page.locator(`[data-id="${id}"]`).waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('body[data-connected="true"]').waitFor()
    line.cut()
    await page.locator('body[data-connected="false"]').waitFor()
    await app.ctx.db.write((tx) => tx.run(loseReceipt, { id }))
    line.reconnect()
    await page.clock.fastForward(30_000)
    await reaches(id, 'sent')
    assert.equal(await page.locator('[data-kind]').count(), 0)
  })

  for (const address of ['?only=rain#TOKEN', '#TOKEN&only=rain']) {
    it(`narrows itself by /overlay${address}`, async () => {
      const page = await open(`/overlay${address.replace('TOKEN', token)}`)
      assert.equal((await app.call('tts', { text: 'hello' }, { status: 502 })).status, 502)
      const { body } = await app.call('effect-trigger', { overlay_ids: ['snow', 'rain'] }, { status: 'any' })
      assert.deepEqual([body.triggered, body.results[0].error], [1, 'overlay_not_connected'])
      await page.locator('[data-kind="effect"][data-overlay-id="rain"]').waitFor()
    })
  }

  it('gets a new name when a copy of its window took its own', async () => {
    const page = await open()
    const memory = () => JSON.stringify({ ...sessionStorage })
    const kept = await page.evaluate(memory)
    const elsewhere = await browser.newContext()
    await elsewhere.addInitScript((items) => {
      for (const [key, value] of Object.entries(JSON.parse(items) as Record<string, string>)) {
        if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, value)
      }
    }, kept)
    const copy = await elsewhere.newPage()
    await copy.goto(`${line.url}/overlay#${token}`)
    await copy.locator('body[data-connected="true"]').waitFor()
    await page.waitForFunction((before) => JSON.stringify({ ...sessionStorage }) !== before, kept)
    await page.locator('body[data-connected="true"]').waitFor()
    assert.equal((await copy.evaluate(memory)).includes(nameIn(kept)), true)
    assert.equal((await page.evaluate(memory)).includes(nameIn(kept)), false)
    await app.call('tts', { text: 'to both' })
    await copy.locator('[data-kind="tts"]').waitFor()
    await page.locator('[data-kind="tts"]').waitFor()
  })

  it('goes silent and empty at once when its link was reset, and shows no message, not even after a reload', async () => {
    const page = await open()
    const { ttsId: shown } = (await app.call('tts', { text: 'On screen when the link is reset' })).body
    await page.locator('.card').waitFor()
    const { ttsId: waiting } = (await app.call('tts', { text: 'Queued when the link is reset' })).body
    token = new URL(await app.ctx.overlays.rollLink(app.cause)).hash.slice(1)
    await page.locator('.card').waitFor({ state: 'detached' })
    await reaches(shown, 'interrupted')
    const look = () => page.locator('body').evaluate((body) => (body as HTMLElement).innerText.trim())
    assert.equal(await look(), '')
    await page.reload()
    await page.locator('body[data-connected="false"]').waitFor()
    assert.equal(await look(), '')
    // Who has the new link gets what was still queued, and not what was on screen.
    const next = await open()
    await next.getByText('Queued when the link is reset').waitFor()
    await reaches(waiting, 'shown')
    assert.equal(await next.getByText('On screen when the link is reset').count(), 0)
  })

  it('leaves the picture behind it free, and says what is wrong where there is no link', async () => {
    const page = await open()
    const backgrounds = await page.evaluate(() =>
      [document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor),
    )
    assert.deepEqual(backgrounds, ['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'])
    const lost = await context.newPage()
    await lost.goto(`${line.url}/overlay`)
    assert.match((await lost.locator('#hint').textContent()) ?? '', /needs the whole overlay link/)
  })

  it('is served with a strict policy, and its token never goes over the line in a request', async () => {
    const answer = await fetch(`${app.url}/overlay`)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.doesNotMatch(await answer.text(), /<script(?![^>]*src)|style=|<style| on\w+=/)
    assert.equal((await fetch(`${app.url}/overlay/assets/..%2findex.html`)).status, 404)

    await open()
    assert.ok(line.said.includes('GET /overlay/socket'))
    assert.equal(line.said.includes(token.slice(0, 20)), false)
  })
})

function nameIn(memory: string): string {
  return /page_[0-9a-f]{24}/.exec(memory)?.[0] ?? ''
}
