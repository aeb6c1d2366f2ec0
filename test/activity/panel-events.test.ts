import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually, within } from '../eventually.ts'
import { openTab } from '../panel/event-tab.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'

runsOn('sqlite', 'postgres')

describe('the event stream of a tab', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  const open = (cookie = owner.cookie, options = {}) => openTab(app, cookie, options)

  const lastSeq = () => app.ctx.overlays.lastSeq(app.channel.id)

  it('reports what happens while it happens', async () => {
    const tab = await open(owner.cookie, { query: `?after=${await lastSeq()}` })
    await app.call('add-points', { username: 'bob', amount: 5, platform: 'PlatformA' })
    const { id, data } = await tab.until(({ data: { kind } }) => kind === 'points.changed')
    assert.equal(data.data.username, 'bob')
    assert.equal(id, String(data.seq))
    tab.close()
  })

  it('continues where a tab was cut off, without a gap and without reporting twice', async () => {
    const seq = await lastSeq()
    for (const amount of [1, 2, 3]) await app.call('add-points', { username: 'carol', amount, platform: 'PlatformA' })
    const tab = await open(owner.cookie, { query: '?after=0', headers: { 'Last-Event-ID': String(seq) } })
    await app.call('add-points', { username: 'carol', amount: 4, platform: 'PlatformA' })
    await tab.until(({ data }) => data.data?.delta === 4)
    const received = tab.messages.filter(({ event }) => event === 'log').map(({ data }) => data.seq)
    assert.deepEqual(received, [seq + 1, seq + 2, seq + 3, seq + 4])
    tab.close()
  })

  it('asks for a reload when too much was missed or the position is unknown', async () => {
    for (const query of ['?after=999999999', '?after=-1', '?after=x', '']) {
      const tab = await open(owner.cookie, { query })
      await tab.until(({ event }) => event === 'reload')
      tab.close()
    }
  })

  it('is limited for each session, so that one person leaves room for the others', async () => {
    const greedy = await signInAs(app, 'viewer')
    const tabs = await Promise.all(Array.from({ length: 25 }, () => open(greedy.cookie)))
    assert.deepEqual(
      [200, 502].map((status) => tabs.filter((tab) => tab.status === status).length),
      [20, 5],
    )
    const other = await open(owner.cookie)
    assert.equal(other.status, 200)
    for (const tab of [...tabs, other]) tab.close()
  })

  it('reports how things stand at once, and again when something changed', async () => {
    const tab = await open(owner.cookie, { query: `?after=${await lastSeq()}` })
    const first = await tab.until(({ event }) => event === 'dashboard')
    assert.equal(first.data.overlay, false)
    await owner.call('set-stream-meta', { title: 'A new title' })
    await tab.until(({ event, data }) => event === 'dashboard' && data.platforms[0].title === 'A new title')
    tab.close()
  })

  it('reports what a key has left', async () => {
    const tab = await open()
    await tab.until(({ event }) => event === 'dashboard')
    await app.call('get-points', { username: 'bob', platform: 'PlatformA' })
    const { data } = await tab.until(({ event, data: quota }) => event === 'quota' && quota.operation === 'get-points')
    assert.equal(data.remaining, data.limit - 1)
    tab.close()
  })

  it('sends what a key has left only to those who may list the keys', async () => {
    const viewer = await signInAs(app, 'viewer')
    const [tab, owned] = await Promise.all([open(viewer.cookie), open()])
    await tab.until(({ event }) => event === 'dashboard')
    await owned.until(({ event }) => event === 'dashboard')
    await app.call('get-points', { username: 'bob', platform: 'PlatformA' })
    await owned.until(({ event }) => event === 'quota')
    assert.equal(tab.text().includes('event: quota'), false)
    tab.close()
    owned.close()
  })

  it('ends at once for somebody who was removed', async () => {
    const editor = await signInAs(app, 'editor')
    const tab = await open(editor.cookie)
    await tab.until(({ event }) => event === 'dashboard')
    await owner.call('remove-person', { person_id: editor.personId })
    await eventually('the stream to end', () => tab.isEnded())
  })

  it('reports nothing of another channel', async () => {
    const tab = await open(owner.cookie, { query: `?after=${await lastSeq()}` })
    const test = await app.makeKey(undefined, { isTest: true })
    const seq = await lastSeq()
    await app.call('add-points', { username: 'dave', amount: 1, platform: 'PlatformA' }, { key: test.key })
    await app.call('add-points', { username: 'erin', amount: 1, platform: 'PlatformA' })
    await tab.until(({ data }) => data.data?.username === 'erin')
    assert.equal(
      tab.messages.some(({ data }) => data.data?.username === 'dave'),
      false,
    )
    assert.ok(seq > 0)
    tab.close()
  })

  it('is for people who are signed in, from our own pages', async () => {
    assert.equal((await open('')).status, 401)
    assert.equal((await open(owner.cookie, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status, 403)
  })

  it('ends with the session', async () => {
    const viewer = await signInAs(app, 'viewer')
    const tab = await open(viewer.cookie)
    await tab.until(({ event }) => event === 'dashboard')
    const { session_id } = (await viewer.call('get-me')).body
    await viewer.call('revoke-session', { session_id })
    await eventually('the stream to end', () => tab.isEnded())
  })

  it('does not keep the server from closing', async () => {
    const second = await createTestApp()
    const person = await signInAsOwner(second)
    const response = await fetch(`${second.url}/panel/api/events`, { headers: { Cookie: person.cookie } })
    assert.equal(response.status, 200)
    await within('the server to close', second.close())
  })
})
