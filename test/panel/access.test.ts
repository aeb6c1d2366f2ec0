import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { panelRoles, reaches } from '../../src/kernel/operation/contract/panel-roles.ts'
import { panelOperations } from '../../src/panel-operations.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { openSession, type PanelClient, signInAs, signInAsOwner } from './panel-client.ts'

runsOn('sqlite', 'postgres')
isSlow('every operation of the panel with every role')

describe('who may call the panel', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  const lastSeq = () => app.ctx.overlays.lastSeq(app.channel.id)

  it('nobody without a session', async () => {
    const before = await lastSeq()
    for (const { name, example } of panelOperations) {
      const signedOut = await owner.call(name, example.input, { status: 401, headers: { Cookie: '' } })
      assert.equal(signedOut.status, 401, name)
      assert.equal(signedOut.body.code, 'sign_in_required', name)
      const made = await owner.call(name, example.input, {
        status: 401,
        headers: { Cookie: 'showcaller_session=session_made_up' },
      })
      assert.equal(made.status, 401, name)
    }
    assert.equal(await lastSeq(), before)
  })

  for (const role of panelRoles) {
    it(`a person with the role ${role}, exactly what it reaches`, async () => {
      const { personId } = await signInAs(app, role)
      const who = await app.ctx.people.getMember(app.ctx.db, app.channel.id, personId)
      const open = async () => openSession(app, await app.ctx.sessions.makeLink(app.channel, who))
      let person = await open()
      for (const operation of panelOperations) {
        const call = () => person.call(operation.name, operation.example.input, { status: 'any' })
        // A round that the call before it opened or ended announces itself in chat.
        await app.app.bot.settled()
        let before = await lastSeq()
        let { status, body } = await call()
        if (status === 401) {
          // Some of the calls end the session of whoever makes them.
          person = await open()
          before = await lastSeq()
          ;({ status, body } = await call())
        }
        if (reaches(role, operation.role)) {
          assert.notEqual(status, 403, `${operation.name} for ${role}`)
          // A test that no overlay page has confirmed did nothing: the panel shows it by itself.
          const isShownNowhere = body.cue !== undefined && body.id === null
          const isAction = status === 200 && operation.effect !== 'none' && !isShownNowhere && !operation.isUnlogged
          const appended = await loose(app.ctx.events.after(app.ctx.db, app.channel.id, before, 500))
          const isLogged = appended.some(({ actor }) => actor === `person:${personId}`)
          if (isAction) assert.ok(isLogged, `${operation.name} is not in the audit log`)
        } else {
          assert.equal(status, 403, `${operation.name} for ${role}`)
          assert.equal(body.code, 'missing_role')
          assert.equal(body.required_role, operation.role)
          assert.equal(await lastSeq(), before, `${operation.name} left a trace`)
        }
      }
    })
  }

  it('nobody without an entry in the log, except to arrange the panel for oneself', () => {
    const unlogged = panelOperations.filter(({ isUnlogged }) => isUnlogged).map(({ name }) => name)
    assert.deepEqual(unlogged, ['open-place'])
  })

  it('no other site, whatever it sends', async () => {
    const before = (await app.ctx.keys.list(app.channel)).length
    const input = { name: 'x', scopes: ['chat:write'] }
    const foreign: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
    ]
    for (const headers of foreign) {
      const answer = await owner.call('create-key', input, { status: 403, headers })
      assert.equal(answer.status, 403)
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
    }
    for (const headers of [{ Origin: 'https://evil.example' }, {}] as Record<string, string>[]) {
      const answer = await fetch(`${app.url}/panel/api/create-key`, {
        method: 'POST',
        headers: { Cookie: owner.cookie, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(input),
      })
      assert.equal(answer.status, 403)
    }
    assert.equal((await app.ctx.keys.list(app.channel)).length, before)
  })

  it('only with JSON, which no form can send', async () => {
    const input = JSON.stringify({ name: 'x', scopes: ['chat:write'] })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
      const answer = await owner.call('create-key', input, { status: 400, headers: { 'Content-Type': type } })
      assert.equal(answer.status, 400, type)
      assert.equal(answer.body.code, 'unsupported_content_type', type)
    }
  })

  it('nothing that is not in the list', async () => {
    assert.equal((await owner.call('drop-everything', {}, { status: 404 })).status, 404)
    assert.equal((await owner.call('constructor', {}, { status: 404 })).status, 404)
    assert.equal((await fetch(`${app.url}/panel/api/get-me`)).status, 404, 'a call is a POST')
  })

  it('no key of the API', async () => {
    const answer = await fetch(`${app.url}/panel/api/get-me`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${app.key}`,
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-origin',
      },
      body: '{}',
    })
    assert.equal(answer.status, 401)
  })

  it('at most 600 times a minute with one session, while another continues', async () => {
    const busy = await signInAs(app, 'editor')
    const statuses = new Set<number>()
    for (let round = 0; round < 31; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => busy.call('get-me', {}, { status: 'any' })))
      for (const { status } of answers) statuses.add(status)
    }
    assert.deepEqual([...statuses].sort(), [200, 429])
    const headers = { Cookie: busy.cookie, 'Sec-Fetch-Site': 'same-origin' }
    for (const path of ['/panel/viewers.csv?platform=kick', '/panel/viewer.json?viewer_id=1', '/sandbox/page/chat']) {
      const answer = await fetch(`${app.url}${path}`, { method: 'POST', headers })
      assert.equal(answer.status, 429, path)
    }
    assert.equal((await owner.call('get-me')).status, 200)
  })

  it('is answered with what is wrong with a parameter, parameter first', async () => {
    const answer = await owner.call('create-key', { name: 5, scopes: ['chat:write', 'fly'] }, { status: 400 })
    assert.equal(answer.status, 400)
    assert.deepEqual(
      answer.body.details.map(({ path }: { path: string }) => path),
      ['name', 'scopes[1]'],
    )
  })
})
