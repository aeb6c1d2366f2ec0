import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { panelOperations } from '../../src/panel-operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'
import { openLink, type PanelClient, panelClient, signInAs, signInAsOwner } from './panel-client.ts'

runsOn('sqlite', 'postgres')

describe('sessions and people', () => {
  const clock = createTestClock()
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp({ clock })
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  it('makes the first owner from the link of the terminal, once', async () => {
    const again = await signInAsOwner(app)
    const [first, second] = [await owner.call('get-me'), await again.call('get-me')]
    assert.equal(first.body.role, 'owner')
    assert.equal(first.body.person.id, second.body.person.id)
    assert.notEqual(first.body.session_id, second.body.session_id)
    const { people } = (await owner.call('list-people')).body
    assert.deepEqual(
      people.map(({ name, role, you }: Record<string, unknown>) => ({ name, role, you })),
      [{ name: 'streamer', role: 'owner', you: true }],
    )
  })

  it('sends a link that was used or is too old to the sign-in page, without a session', async () => {
    const link = await app.ctx.sessions.makeLink(app.channel)
    await openLink(app, link)
    await assert.rejects(openLink(app, link), /sign-in-failed\?code=sign_in_required/)
    const late = await app.ctx.sessions.makeLink(app.channel)
    clock.advance(61 * minuteMs)
    await assert.rejects(openLink(app, late), /sign-in-failed/)
    owner = await signInAsOwner(app)
  })

  it('lists where somebody is signed in and ends a session at once', async () => {
    const other = await signInAsOwner(app)
    const { sessions } = (await owner.call('list-sessions')).body
    assert.equal(sessions.filter(({ current }: { current: boolean }) => current).length, 1)
    const { session_id } = (await other.call('get-me')).body
    assert.ok(sessions.some(({ id }: { id: string }) => id === session_id))
    assert.equal(JSON.stringify(sessions).includes(other.cookie.split('=')[1] ?? '-'), false, 'no secret in the list')
    assert.equal((await owner.call('revoke-session', { session_id })).status, 200)
    assert.equal((await other.call('get-me', {}, { status: 401 })).status, 401)
    assert.equal((await owner.call('revoke-session', { session_id }, { status: 404 })).status, 404)
  })

  it('ends no session of anybody else', async () => {
    const editor = await signInAs(app, 'editor')
    const { session_id } = (await owner.call('get-me')).body
    assert.equal((await editor.call('revoke-session', { session_id }, { status: 404 })).status, 404)
    assert.equal((await owner.call('get-me')).status, 200)
  })

  it('invites somebody, changes the role and sends them away, each at once', async () => {
    const { id, link } = (await owner.call('invite-person', { name: 'mara', role: 'viewer' })).body
    const mara = await openLink(app, new URL(link).searchParams.get('link') ?? '')
    assert.equal((await mara.call('set-stream-meta', { title: 'Hello' }, { status: 403 })).status, 403)
    await owner.call('set-person-role', { person_id: id, role: 'moderator' })
    assert.equal((await mara.call('set-stream-meta', { title: 'Hello' })).status, 200)
    const spare = (await owner.call('create-sign-in-link', { person_id: id })).body.link
    await owner.call('remove-person', { person_id: id })
    assert.equal((await mara.call('get-me', {}, { status: 401 })).status, 401)
    await assert.rejects(openLink(app, new URL(spare).searchParams.get('link') ?? ''), 'nor with a link made before')
    const kinds = (await loose(app.ctx.events.after(app.ctx.db, app.channel.id, 0, 10_000))).map(({ kind }) => kind)
    for (const kind of ['person.invited', 'person.role-changed', 'person.removed'])
      assert.ok(kinds.includes(kind), kind)
  })

  it('keeps at least one owner', async () => {
    const { person } = (await owner.call('get-me')).body
    assert.equal(
      (await owner.call('set-person-role', { person_id: person.id, role: 'viewer' }, { status: 400 })).status,
      400,
    )
    assert.equal((await owner.call('remove-person', { person_id: person.id }, { status: 400 })).status, 400)
    assert.equal((await owner.call('get-me')).body.role, 'owner')
  })

  it('ends a session by itself after twelve hours without use, and after thirty days in any case', async () => {
    const hourMs = 60 * minuteMs
    const [idle, busy] = [await signInAs(app, 'viewer'), await signInAs(app, 'viewer')]
    for (let hours = 11; hours < 30 * 24; hours += 11) {
      clock.advance(11 * hourMs)
      assert.equal((await busy.call('get-me')).status, 200, `hour ${hours}`)
      if (hours === 22) assert.equal((await idle.call('get-me', {}, { status: 401 })).status, 401)
    }
    clock.advance(11 * hourMs)
    assert.equal((await busy.call('get-me', {}, { status: 401 })).status, 401)
    const barely = await signInAs(app, 'viewer')
    clock.advance(12 * hourMs - minuteMs)
    assert.equal((await barely.call('get-me')).status, 200)
    owner = await signInAsOwner(app)
  })

  it('asks for another sign-in, an hour after the last, before what hands out or widens power', async () => {
    const guarded = panelOperations.filter(({ grants }) => grants !== 'nothing')
    const last = await app.ctx.overlays.lastSeq(app.channel.id)
    clock.advance(61 * minuteMs)
    for (const { name, example } of guarded) {
      const { status, body } = await owner.call(name, example.input, { status: 401 })
      assert.deepEqual([status, body.code, body.sign_in_again], [401, 'sign_in_required', true], name)
    }
    const backup = await fetch(`${app.url}/panel/backup`, {
      method: 'POST',
      headers: { Cookie: owner.cookie, 'Sec-Fetch-Site': 'same-origin' },
    })
    assert.equal(backup.status, 401)
    assert.equal(await app.ctx.overlays.lastSeq(app.channel.id), last, 'and nothing is left behind')
    // What one does when something leaked is never held up.
    const { key_id } = (await owner.call('list-keys')).body.keys.map(({ id }: { id: string }) => ({ key_id: id }))[0]
    assert.equal((await owner.call('revoke-key', { key_id })).status, 200)
    assert.equal((await owner.call('reset-overlay-link')).status, 200)

    const link = await app.ctx.sessions.makeLink(app.channel)
    const response = await fetch(`${app.url}/sign-in?link=${link}`, {
      redirect: 'manual',
      headers: { Cookie: owner.cookie },
    })
    assert.equal((await owner.call('get-me', {}, { status: 401 })).status, 401, 'the session of before has ended')
    owner = panelClient(app, response.headers.getSetCookie()[0]?.split(';')[0] ?? '')
    assert.equal((await owner.call('create-key', { name: 'New', scopes: ['chat:write'] })).status, 200)
  })

  it('has a cookie that no script reads and no other host sets', async () => {
    const cookieOf = async (test: TestApp) => {
      const link = await test.ctx.sessions.makeLink(test.channel)
      const response = await fetch(`${test.url}/sign-in?link=${link}`, { redirect: 'manual' })
      return response.headers.getSetCookie()[0] ?? ''
    }
    assert.match(await cookieOf(app), /^showcaller_session=session_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/)
    const secure = await createTestApp({ config: { publicUrl: 'https://panel.example' } })
    const cookie = await cookieOf(secure)
    assert.match(
      cookie,
      /^__Host-showcaller_session=session_\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
    )
    const [pair = ''] = cookie.split(';')
    const call = (sent: string) => panelClient(secure, sent).call('get-me', {}, { status: 'any' })
    assert.equal((await call(pair)).status, 200)
    assert.equal((await call(pair.replace('__Host-', ''))).status, 401, 'a name that other hosts can set')
    await secure.close()
  })

  describe('with the sandbox', () => {
    const cookiesOf = (response: Response) => response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')

    async function begin(session = owner.cookie) {
      const response = await fetch(`${app.url}/sign-in/sandbox/begin`, {
        redirect: 'manual',
        headers: { Cookie: session },
      })
      const asked = new URL(response.headers.get('location') ?? '', app.url).searchParams
      return { asked, verifier: cookiesOf(response)[0] ?? '' }
    }

    async function allow(asked: URLSearchParams, more: Record<string, string>): Promise<URL> {
      const body = new URLSearchParams(asked)
      for (const [name, value] of Object.entries({ answer: 'yes', ...more })) body.set(name, value)
      const response = await fetch(`${app.url}/sandbox/sign-in`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: owner.cookie, 'Sec-Fetch-Site': 'same-origin' },
        body,
      })
      assert.equal(response.status, 303, await response.text())
      return new URL(response.headers.get('location') ?? '')
    }

    async function finish(target: URL, cookie: string) {
      const response = await fetch(target, { redirect: 'manual', headers: { Cookie: cookie } })
      const [session] = cookiesOf(response).filter((one) => one.startsWith('showcaller_session='))
      return { location: response.headers.get('location') ?? '', client: session && panelClient(app, session) }
    }

    it('lets the owner in as the broadcaster of the channel', async () => {
      const { asked, verifier } = await begin()
      assert.equal(asked.get('code_challenge_method'), 'S256')
      const { client } = await finish(await allow(asked, { account: 'own' }), verifier)
      assert.ok(client)
      assert.equal((await client.call('get-me')).body.person.id, (await owner.call('get-me')).body.person.id)
    })

    it('gives another broadcaster a channel of their own, and the same one the next time', async () => {
      const sign = async () => {
        const { asked, verifier } = await begin()
        const { client } = await finish(await allow(asked, { account: 'another', another: 'nova' }), verifier)
        assert.ok(client)
        return client
      }
      const nova = await sign()
      const me = (await nova.call('get-me')).body
      assert.equal(me.channel.name, 'nova')
      assert.notEqual(me.channel.id, app.channel.id)
      assert.equal(me.role, 'owner')
      assert.equal((await nova.call('list-keys')).body.keys.length, 0, 'sees nothing of the first channel')
      const key = (await owner.call('list-keys')).body.keys[0]
      assert.equal((await nova.call('revoke-key', { key_id: key.id }, { status: 404 })).status, 404)
      const channel_id = app.channel.id
      assert.equal((await nova.call('switch-channel', { channel_id }, { status: 404 })).status, 404)
      assert.equal((await (await sign()).call('get-me')).body.channel.id, me.channel.id)
    })

    it('ends once, in the browser that began it, with the verifier of that browser', async () => {
      const { asked, verifier } = await begin()
      const target = await allow(asked, { account: 'own' })
      const thief = await begin()
      assert.equal((await finish(target, thief.verifier)).client, undefined, 'another browser')
      assert.equal((await finish(target, verifier)).client, undefined, 'used up by the first try')

      const second = await begin()
      const own = await allow(second.asked, { account: 'own' })
      assert.ok((await finish(own, second.verifier)).client)
      assert.equal((await finish(own, second.verifier)).client, undefined, 'once only')

      const third = await begin()
      const mixed = await allow(third.asked, { account: 'own' })
      mixed.searchParams.set('state', (await begin()).asked.get('state') ?? '')
      assert.equal((await finish(mixed, third.verifier)).client, undefined, 'a state of another sign-in')
    })

    it('is refused with a code of somebody else under the own state', async () => {
      const mine = await begin()
      const theirs = await begin()
      const target = await allow(mine.asked, { account: 'own' })
      const other = await allow(theirs.asked, { account: 'own' })
      target.searchParams.set('code', other.searchParams.get('code') ?? '')
      const { client, location } = await finish(target, mine.verifier)
      assert.equal(client, undefined)
      assert.match(location, /code=platform_refused/)
    })

    it('is offered to owners only', async () => {
      const editor = await signInAs(app, 'editor')
      const { asked } = await begin(editor.cookie)
      const response = await fetch(`${app.url}/sandbox/sign-in`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: editor.cookie, 'Sec-Fetch-Site': 'same-origin' },
        body: new URLSearchParams([...asked, ['answer', 'yes'], ['account', 'own']]),
      })
      assert.equal(response.status, 401)
    })

    it('switches between channels that a person works at', async () => {
      const { asked, verifier } = await begin()
      const { client: nova } = await finish(await allow(asked, { account: 'another', another: 'nova' }), verifier)
      assert.ok(nova)
      const me = (await nova.call('get-me')).body
      await app.ctx.db.write((tx) => app.ctx.people.join(tx, app.channel.id, me.person, 'moderator'))
      assert.equal((await nova.call('switch-channel', { channel_id: app.channel.id })).status, 200)
      const after = (await nova.call('get-me')).body
      assert.equal(after.channel.id, app.channel.id)
      assert.equal(after.role, 'moderator')
      assert.equal(after.channels.length, 2)
      assert.equal((await nova.call('list-keys', {}, { status: 403 })).status, 403, 'the role is that of the channel')
    })
  })
})
