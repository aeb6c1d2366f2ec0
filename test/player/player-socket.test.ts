import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parsePlayerFrame } from '../../src/capabilities/player/gateway/parse-player-frame.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openPage, tokenOf } from '../overlay/page-client.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { openPlayerPage, playerTokenOf } from './player-client.ts'

runsOn('sqlite', 'postgres')

describe('the player page', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('may frame the player of YouTube and load nothing else from elsewhere', async () => {
    const response = await fetch(`${app.url}/player`)
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.equal(
      policy,
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; worker-src 'self'; frame-src https://www.youtube-nocookie.com; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    assert.equal(response.headers.get('referrer-policy'), 'strict-origin-when-cross-origin')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const text = await response.text()
    assert.doesNotMatch(text, /pl_|ov_|https?:/)
    const german = await (await fetch(`${app.url}/player`, { headers: { 'Accept-Language': 'de' } })).text()
    assert.match(german, /data-incomplete-link="Diese Seite braucht den ganzen Player-Link/)
  })

  it('leaves the overlay page without frames of other sites', async () => {
    const policy = (await fetch(`${app.url}/overlay`)).headers.get('content-security-policy') ?? ''
    assert.doesNotMatch(policy, /youtube|clips\.twitch/)
  })

  it('has a link of its own at localhost: that of the overlay opens it no more than it opens the overlay', async () => {
    const link = await app.ctx.playerLinks.link(app.channel)
    assert.match(link, /^http:\/\/localhost:\d+\/player#pl_1_[\w-]{43}$/)
    const withOverlayToken = await openPlayerPage(app, { token: await tokenOf(app) })
    assert.deepEqual(withOverlayToken.byes(), ['invalid_link'])
    const withPlayerToken = await openPage(app, { token: await playerTokenOf(app) })
    assert.deepEqual(withPlayerToken.byes, ['invalid_link'])
    const token = await playerTokenOf(app)
    for (const wrong of [`${token}x`, token.replace('pl_1_', 'pl_2_'), 'pl_1_x', token.replace('pl_', 'ov_')]) {
      assert.deepEqual((await openPlayerPage(app, { token: wrong })).byes(), ['invalid_link'], wrong)
    }
  })

  it('gets what plays on it and nothing of the overlay', async () => {
    const page = await openPlayerPage(app)
    const overlay = await openPage(app)
    await app.call('tts', { text: 'Only for the overlay', username: 'alice' })
    await overlay.cue('tts')
    const [welcome, ...more] = page.messages
    assert.deepEqual(welcome, { type: 'welcome', heartbeatMs: 10_000 })
    for (const message of more) assert.deepEqual(message, { type: 'song', song: null })
    overlay.cut()
    page.cut()
  })

  it('ends with a new overlay link, and connects again with the link that belongs to it', async () => {
    const page = await openPlayerPage(app)
    const old = await playerTokenOf(app)
    const owner = await signInAsOwner(app)
    await owner.call('reset-overlay-link', {})
    await page.closed()
    assert.deepEqual(page.byes(), ['link_rolled'])
    assert.deepEqual((await openPlayerPage(app, { token: old })).byes(), ['invalid_link'])
    const again = await openPlayerPage(app)
    assert.deepEqual(again.byes(), [])
    const shown = (await owner.call('get-player-page', {})).body
    assert.deepEqual(shown, { success: true, link: await app.ctx.playerLinks.link(app.channel), open: true })
    again.cut()
    await eventually('the page to be gone', async () => (await owner.call('get-player-page', {})).body.open === false)
  })

  it('is of this server: a page of another site is refused, and so is a page too many', async () => {
    const { status } = await openPlayerPage(app, { origin: 'https://evil.example' })
    assert.equal(status, 403)
    const pages = await Promise.all(Array.from({ length: 10 }, () => openPlayerPage(app)))
    assert.deepEqual((await openPlayerPage(app)).byes(), ['too_many_pages'])
    for (const page of pages) page.cut()
    await eventually('the pages to be gone', () => app.ctx.playerPages.of(app.channel.id).length === 0)
    const one = await openPlayerPage(app, { page: 'the-same' })
    const two = await openPlayerPage(app, { page: 'the-same' })
    assert.deepEqual([one.byes(), two.byes()], [['replaced'], []])
    two.cut()
  })

  it('is cut off when it says anything else', async () => {
    for (const message of ['nonsense', { type: 'cue' }, { type: 'hello', token: 'x', page: 'y' }, []]) {
      const page = await openPlayerPage(app)
      page.say(message)
      await page.closed()
      assert.deepEqual(page.byes(), ['bad_message'], JSON.stringify(message))
    }
  })
})

describe('what a player page says', () => {
  const good = [
    { type: 'hello', token: 'pl_1_abc-_', page: 'player-1' },
    { type: 'position', id: 3, positionMs: 1200, seconds: 200 },
    { type: 'ended', id: 3 },
    { type: 'failed', id: 3, code: 150 },
    { type: 'pong' },
  ]
  it('is taken as it is', () => {
    for (const message of good) assert.deepEqual(parsePlayerFrame(JSON.stringify(message)), message)
  })

  it('is refused with anything more, and with values that no page has', () => {
    for (const message of good) {
      assert.equal(parsePlayerFrame(JSON.stringify({ ...message, more: 1 })), undefined, message.type)
    }
    for (const message of [
      { type: 'position', id: -1, positionMs: 0, seconds: 0 },
      { type: 'position', id: 1, positionMs: 1.5, seconds: 0 },
      { type: 'position', id: 1, positionMs: 1e12, seconds: 0 },
      { type: 'failed', id: 1, code: '150' },
      { type: 'hello', token: 'a b', page: 'x' },
      { type: 'hello', token: 'a', page: 'x'.repeat(101) },
      { type: 'ended' },
      null,
      7,
    ]) {
      assert.equal(parsePlayerFrame(JSON.stringify(message)), undefined, JSON.stringify(message))
    }
  })
})
