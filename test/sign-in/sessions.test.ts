import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { panelOperations } from '../../src/panel-operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { openLink, type PanelClient, panelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { pressSignIn, sessionIn } from '../sign-in-link.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

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

  it('is ended by signing out, at once, and not by another site', async () => {
    const leaving = await signInAs(app, 'viewer')
    const signOut = (site: string) =>
      fetch(`${app.url}/sign-out`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie: leaving.cookie, 'Sec-Fetch-Site': site },
      })
    assert.equal((await signOut('cross-site')).status, 403)
    assert.equal((await leaving.call('get-me')).status, 200)
    const answer = await signOut('same-origin')
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/'])
    assert.match(answer.headers.getSetCookie().join(), /showcaller_session=;.*Max-Age=0/)
    await leaving.call('get-me', {}, { status: 401 })
  })

  it('ends all other sessions of a person in one step, and none of anybody else', async () => {
    const editor = await signInAs(app, 'editor')
    const link = () => app.ctx.sessions.makeLink(app.channel, { id: editor.personId, name: 'an editor' })
    const [second, third] = [await openLink(app, await link()), await openLink(app, await link())]
    assert.equal((await third.call('revoke-other-sessions')).body.ended, 2)
    for (const ended of [editor, second]) await ended.call('get-me', {}, { status: 401 })
    assert.equal((await third.call('list-sessions')).body.sessions.length, 1)
    assert.equal((await third.call('revoke-other-sessions')).body.ended, 0)
    assert.equal((await owner.call('get-me')).status, 200)
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
    const response = await pressSignIn(`${app.url}/sign-in?link=${link}`, { Cookie: owner.cookie })
    assert.equal((await owner.call('get-me', {}, { status: 401 })).status, 401, 'the session of before has ended')
    owner = panelClient(app, sessionIn(response) ?? '')
    assert.equal((await owner.call('create-key', { name: 'New', scopes: ['chat:write'] })).status, 200)
  })

  it('has a cookie that no script reads and no other host sets', async () => {
    const cookieOf = async (test: TestApp) => {
      const link = await test.ctx.sessions.makeLink(test.channel)
      const response = await pressSignIn(`${test.url}/sign-in?link=${link}`)
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
})
