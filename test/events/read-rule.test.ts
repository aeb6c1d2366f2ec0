import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'
import { eventRegistry } from '../../src/registry/event-registry.ts'
import { eventDefinitions } from '../../src/registry/events.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openTab } from '../panel/event-tab.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'

runsOn('sqlite', 'postgres')

const secretAddress = '203.0.113.77'
const secretAreas = /^(?:key|session|person|panel|backup)\./

describe('who may read an event', () => {
  let app: TestApp
  let owner: PanelClient
  let viewer: PanelClient & { personId: string }
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    viewer = await signInAs(app, 'viewer')
  })
  after(() => app.close())

  const lastSeq = () => app.ctx.overlays.lastSeq(app.channel.id)
  const points = (amount: number) => app.call('add-points', { username: 'bob', amount, platform: 'PlatformA' })

  /** A sign-in and a key's first use, both from an address that only some may know. */
  async function somethingSecret(): Promise<void> {
    const link = await app.ctx.sessions.makeLink(app.channel)
    await app.ctx.sessions.redeem(link, 'req_secret', { address: secretAddress, agent: 'test' })
    await owner.call('create-key', { name: 'Hidden key', scopes: ['chat:write'] })
  }

  it('the role viewer finds no sign-in, no address and no key in the list', async () => {
    await somethingSecret()
    await points(1)
    const { events } = (await viewer.call('list-events', { limit: 200 })).body
    assert.ok(events.some(({ kind }: { kind: string }) => kind === 'points.changed'))
    assert.deepEqual(
      events.filter(({ kind }: { kind: string }) => secretAreas.test(kind)),
      [],
    )
    const text = JSON.stringify(events)
    assert.ok(!text.includes(secretAddress) && !text.includes('Hidden key'))
    const searched = (await viewer.call('list-events', { search: secretAddress })).body
    assert.deepEqual(searched.events, [])
    await viewer.call('list-audit', {}, { status: 403 })
  })

  it('nor on the dashboard', async () => {
    await somethingSecret()
    const text = JSON.stringify((await viewer.call('get-dashboard')).body.recent)
    assert.ok(!text.includes(secretAddress) && !text.includes('Hidden key'))
  })

  it('nor in the live stream', async () => {
    const tab = await openTab(app, viewer.cookie, { query: `?after=${await lastSeq()}` })
    const owned = await openTab(app, owner.cookie, { query: `?after=${await lastSeq()}` })
    await somethingSecret()
    await points(2)
    await owned.until(({ data }) => data.data?.delta === 2)
    await tab.until(({ data }) => data.data?.delta === 2)
    assert.ok(owned.kinds().includes('session.started') && owned.kinds().includes('key.created'))
    assert.deepEqual(tab.kinds(), ['points.changed'])
    assert.ok(!tab.text().includes(secretAddress))
    tab.close()
    owned.close()
  })

  it('nor in what a tab catches up with, and it resumes behind what it did not get', async () => {
    const seq = await lastSeq()
    await points(3)
    await somethingSecret()
    const end = await lastSeq()
    const tab = await openTab(app, viewer.cookie, { headers: { 'Last-Event-ID': String(seq) } })
    await tab.until(({ event }) => event === 'dashboard')
    assert.deepEqual(tab.kinds(), ['points.changed'])
    assert.ok(!tab.text().includes(secretAddress))
    assert.ok(tab.text().includes(`id: ${end}\n`), 'the place of the last event is known')
    tab.close()
  })

  it('who loses a role reads no more from then on, also in a tab that is open', async () => {
    const editor = await signInAs(app, 'editor')
    const tab = await openTab(app, editor.cookie, { query: `?after=${await lastSeq()}` })
    await somethingSecret()
    await tab.until(({ data }) => data.kind === 'key.created')
    await owner.call('set-person-role', { person_id: editor.personId, role: 'viewer' })
    const known = tab.kinds().length
    await somethingSecret()
    await points(4)
    await tab.until(({ data }) => data.data?.delta === 4)
    assert.deepEqual(tab.kinds().slice(known), ['points.changed'])
    tab.close()
  })

  it('who is removed reads so in the tab, whose stream ends', async () => {
    const removed = await signInAs(app, 'editor')
    const tab = await openTab(app, removed.cookie, { query: `?after=${await lastSeq()}` })
    await tab.until(({ event }) => event === 'dashboard')
    await owner.call('remove-person', { person_id: removed.personId })
    await tab.until(({ event }) => event === 'removed')
    await eventually('the tab to end', () => tab.isEnded())
    assert.ok(!tab.kinds().includes('person.removed'))
    await removed.call('get-me', {}, { status: 401 })
  })

  it('an event that a moderator may not read is not found when they replay it', async () => {
    const moderator = await signInAs(app, 'moderator')
    await somethingSecret()
    const [hidden] = (await owner.call('list-events', { group: 'panel', limit: 1 })).body.events
    assert.match(hidden.kind, secretAreas)
    const answer = await moderator.call('replay-event', { seq: hidden.seq }, { status: 404 })
    assert.equal(answer.body.error, 'There is no such event.')
  })

  it('a page is full however many events between are not for the reader', async () => {
    await points(5)
    await app.ctx.db.write(async (tx) => {
      for (let count = 0; count < 3000; count++) {
        const data = { name: 'x', address: secretAddress }
        await app.ctx.events.appendNew(tx, app.cause, { kind: 'session.started', data })
      }
    })
    await points(6)
    const first = (await viewer.call('list-events', { limit: 1 })).body
    const second = (await viewer.call('list-events', { limit: 1, before: first.next_before })).body
    assert.deepEqual([first.events[0].data.delta, second.events[0]?.data.delta], [6, 5])
    const whole = (await viewer.call('list-events', { limit: 200 })).body
    assert.ok(whole.events.length > 20)
    const { recent } = (await viewer.call('get-dashboard')).body
    assert.ok(recent.length > 20, 'the dashboard is not empty either')
  })

  it('paging shows every readable event once and ends', async () => {
    const seen: number[] = []
    let before: number | null | undefined
    for (let pages = 0; before !== null && pages < 500; pages++) {
      const { events, next_before } = (
        await viewer.call('list-events', { limit: 7, ...(before === undefined ? {} : { before }) })
      ).body
      seen.push(...events.map(({ seq }: { seq: number }) => seq))
      before = next_before
    }
    const whole = (await viewer.call('list-events', { limit: 200 })).body.events
    assert.deepEqual(
      seen.slice(0, whole.length),
      whole.map(({ seq }: { seq: number }) => seq),
    )
    assert.equal(before, null)
    assert.equal(new Set(seen).size, seen.length)
  })

  it('no key reads sign-ins, keys, people or what was done at the panel, whatever its scopes', () => {
    const scopes = new Set(allScopes)
    for (const definition of eventDefinitions) {
      if (!secretAreas.test(definition.kind)) continue
      assert.equal(eventRegistry.mayRead(definition, { scopes }), false, definition.kind)
      assert.equal(eventRegistry.mayRead(definition, { role: 'moderator' }), false, definition.kind)
    }
    assert.equal(eventRegistry.mayRead({ kind: 'made.up' }, { scopes }), false)
  })

  it('a key reads a kind only with its scope', () => {
    const event = { kind: 'points.changed' }
    assert.equal(eventRegistry.mayRead(event, { scopes: new Set(['points:read']) }), true)
    assert.equal(eventRegistry.mayRead(event, { scopes: new Set(['points:write', 'activity:read']) }), false)
  })
})
