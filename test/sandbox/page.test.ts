import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { signInAs } from '../panel/panel-client.ts'
import { chatOf, lastSeq, sandboxCall } from './sandbox-calls.ts'
import { signIn } from './signed-in.ts'

runsOn('sqlite', 'postgres')

describe('the page of the sandbox', () => {
  let app: TestApp
  let cookie: string
  before(async () => {
    app = await createTestApp()
    cookie = await signIn(app)
  })
  after(() => app.close())

  const open = async (path = '/sandbox') => {
    const response = await fetch(`${app.url}${path}`, { headers: { Cookie: cookie } })
    return { response, text: await response.text() }
  }
  const submit = (action: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/sandbox/page/${action}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', ...headers },
      body: new URLSearchParams(fields),
    })

  it('asks an unauthenticated client to sign in and shows nothing else', async () => {
    const response = await fetch(`${app.url}/sandbox`)
    const text = await response.text()
    assert.equal(response.status, 401)
    assert.match(text, /href="\/"/)
    assert.doesNotMatch(text, /Kick|chat/)
  })

  it('is for editors and owners', async () => {
    for (const role of ['viewer', 'moderator', 'editor', 'owner'] as const) {
      const { cookie: Cookie } = await signInAs(app, role)
      const may = role === 'editor' || role === 'owner'
      const page = await fetch(`${app.url}/sandbox`, { headers: { Cookie } })
      assert.equal(page.status, may ? 200 : 403, role)
      if (!may) assert.match(await page.text(), /needs the role editor or owner/)
      const fields = { platform: 'PlatformA', username: 'bob', text: `as ${role}` }
      assert.equal((await submit('chat', fields, { Cookie })).status, may ? 303 : 403, role)
      assert.equal((await chatOf(app)).at(-1)?.text === fields.text, may, role)
    }
  })

  it('has a button for what only some platforms have, and each does what it says', async () => {
    const { text } = await open()
    const events = async (from: number) =>
      (await loose(app.ctx.events.after(app.ctx.db, app.channel.id, from, 1000))).map(({ kind }) => kind)
    const expected = {
      kick: { gift: 'subscription.gifts' },
      twitch: {
        gift: 'subscription.gifts',
        'hype-train': 'hype-train.begin',
        'watch-streak': 'watch-streak',
        upgrade: 'subscription.upgrade',
        'end-subscription': 'subscription.ended',
        'power-up': 'power-up',
        'automatic-reward': 'redemption.automatic',
        'request-unban': 'unban-request.created',
      },
      youtube: { gift: 'subscription.gifts', 'super-chat': 'bits' },
      tiktok: { like: 'likes', share: 'share', 'super-fan': 'super-fan' },
    }
    for (const [platform, actions] of Object.entries(expected)) {
      const card = text.split(`id="${platform}" `)[1]?.split('</form>')[0] ?? assert.fail(platform)
      const fields = Object.fromEntries(
        [...card.matchAll(/<input ([^>]*)>/g)].map(([, attributes = '']) => {
          const read = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
          return [read('name'), read('value')]
        }),
      )
      for (const [action, kind] of Object.entries(actions)) {
        assert.ok(card.includes(`formaction="/sandbox/page/${action}"`), `${platform} ${action}`)
        const from = await lastSeq(app)
        assert.equal((await submit(action, { ...fields, phase: 'begin' })).status, 303, `${platform} ${action}`)
        assert.ok((await events(from)).includes(kind), `${platform} ${action}`)
      }
    }
  })

  it('shows every platform with its light in words, and takes nothing from elsewhere', async () => {
    const { response, text } = await open()
    assert.equal(response.status, 200)
    for (const name of ['Kick', 'Twitch', 'YouTube', 'TikTok']) assert.ok(text.includes(`>${name}</h2>`))
    assert.equal(text.match(/<\/span> Live</g)?.length, 2)
    assert.equal(text.match(/<\/span> Offline</g)?.length, 2)
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.doesNotMatch(text, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
  })

  it('shows what was typed as text, whatever it is', async () => {
    const text = '<img src=x onerror=alert(1)> "\'& http://a.example/"><b>'
    await sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'alice', text })
    await app.call('title', { title: '</p><script>alert(2)</script>' })
    const page = (await open()).text
    assert.doesNotMatch(page, /<img|<b>"|<script>/)
    assert.ok(page.includes('&lt;img src=x onerror=alert(1)&gt;'))
    assert.ok(page.includes('href="http://a.example/&quot;&gt;&lt;b&gt;"'))
  })

  it('does what its forms say, and comes back to the platform', async () => {
    const sent = await submit('chat', { platform: 'PlatformB', username: 'bob', text: 'from the page', tier: '1' })
    assert.equal(sent.status, 303)
    assert.equal(sent.headers.get('location'), '/sandbox#twitch')
    assert.equal((await chatOf(app, 'PlatformB')).at(-1)?.text, 'from the page')
    assert.equal((await submit('set-live', { platform: 'PlatformC', live: 'true' })).status, 303)
    assert.equal((await sandboxCall(app, 'state', { platform: 'PlatformC' })).body.live, true)
    await submit('subscribe', { platform: 'PlatformA', username: 'bob', tier: '3', months: '' })
    await submit('ban', { platform: 'PlatformA', username: 'mallory', minutes: '7' })
    const { bans } = (await sandboxCall(app, 'state', { platform: 'PlatformA' })).body
    assert.equal(bans[0].minutes, 7)
    assert.match((await open()).text, /<b>mallory<\/b> timed out for 7 min/)
  })

  it('says what went wrong, to a person and to its script', async () => {
    const fields = { platform: 'PlatformA', username: 'nobody', text: 'hi' }
    const page = await submit('chat', fields)
    assert.equal(page.status, 404)
    assert.match(await page.text(), /role="alert">Username nobody does not exist in the sandbox\./)
    const short = await submit('chat', fields, { Accept: 'application/json' })
    assert.equal(short.status, 404)
    assert.equal(((await short.json()) as { code: string }).code, 'user_not_found')
    const done = await submit('follow', { ...fields, username: 'bob' }, { Accept: 'application/json' })
    assert.equal(done.status, 204)
    const ill = await submit('bits', { platform: 'PlatformA', username: 'bob', amount: 'many' })
    assert.equal(ill.status, 400)
  })

  it('takes nothing from other sites or unauthenticated clients', async () => {
    const before = [await chatOf(app), await lastSeq(app)]
    const fields = { platform: 'PlatformA', username: 'bob', text: 'forged' }
    assert.equal((await submit('chat', fields, { 'Sec-Fetch-Site': 'cross-site' })).status, 403)
    assert.equal((await submit('chat', fields, { 'Sec-Fetch-Site': 'same-site' })).status, 403)
    assert.equal((await submit('chat', fields, { Cookie: '' })).status, 401)
    assert.equal((await submit('chat', fields, { Cookie: 'showcaller_session=session_made_up' })).status, 401)
    assert.equal((await submit('dance', fields)).status, 404)
    assert.deepEqual([await chatOf(app), await lastSeq(app)], before)
  })

  it('shows the test channel apart', async () => {
    const { key } = await app.makeKey(undefined, { isTest: true })
    await app.call('send-message', { message: 'a test line' }, { key })
    const page = (await open('/sandbox?channel=test')).text
    assert.match(page, /a test line/)
    const link = await app.ctx.overlays.link(await app.ctx.channels.testChannelOf(app.channel))
    assert.ok(page.includes(`href="${link}"`), 'with the overlay link of the test channel')
    assert.ok(!(await open()).text.includes('/overlay#'))
    assert.doesNotMatch((await open()).text, /a test line/)
    const sent = await submit('chat', { platform: 'PlatformA', username: 'bob', text: 'there', channel: 'test' })
    assert.equal(sent.headers.get('location'), '/sandbox?channel=test#kick')
    assert.equal((await chatOf(app, 'PlatformA', key)).at(-1)?.text, 'there')
  })

  it('serves its script and its style, and nothing beside them', async () => {
    for (const [name, type] of [
      ['sandbox.js', 'text/javascript'],
      ['sandbox.css', 'text/css'],
    ] as const) {
      const { response } = await open(`/sandbox/assets/${name}`)
      assert.equal(response.status, 200)
      assert.match(response.headers.get('content-type') ?? '', new RegExp(type))
    }
    for (const name of ['..%2factions.ts', '../actions.ts', 'none.js', '']) {
      assert.equal((await open(`/sandbox/assets/${name}`)).response.status, 404, name)
    }
  })
})
