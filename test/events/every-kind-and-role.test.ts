import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type PanelRole, panelRoles, reaches } from '../../src/kernel/operation/contract/panel-roles.ts'
import { eventRegistry } from '../../src/registry/event-registry.ts'
import { eventDefinitions } from '../../src/registry/events.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { openTab } from '../panel/event-tab.ts'
import { type PanelClient, signInAs } from '../panel/panel-client.ts'
import { appendOneOfEachKind, mark } from './sample-events.ts'

runsOn('sqlite', 'postgres')

/** Data that tells who somebody is, where they sit or what opens the channel. */
const privateFields = ['address', 'addresses', 'keyId', 'newKeyId', 'personId', 'scopes']

describe('one event of every kind', () => {
  let app: TestApp
  let firstSeq = 0
  let lastSeq = 0
  let seqs: ReadonlyMap<string, number> = new Map()
  const people = new Map<PanelRole, PanelClient>()
  const live = new Map<PanelRole, Awaited<ReturnType<typeof openTab>>>()

  before(async () => {
    app = await createTestApp()
    for (const role of panelRoles) people.set(role, await signInAs(app, role))
    firstSeq = await app.ctx.overlays.lastSeq(app.channel.id)
    for (const [role, { cookie }] of people) live.set(role, await openTab(app, cookie, { query: `?after=${firstSeq}` }))
    seqs = await appendOneOfEachKind(app)
    lastSeq = await app.ctx.overlays.lastSeq(app.channel.id)
  })
  after(async () => {
    for (const tab of live.values()) tab.close()
    await app.close()
  })

  const personWith = (role: PanelRole) => people.get(role) ?? assert.fail(role)
  const readable = (role: PanelRole) =>
    eventDefinitions
      .filter(({ readableBy }) => reaches(role, readableBy.role))
      .map(({ kind }) => kind)
      .sort()
  const ofTheSample = (events: readonly { kind: string; seq: number }[]) =>
    events
      .filter(({ kind, seq }) => seqs.get(kind) === seq)
      .map(({ kind }) => kind)
      .sort()

  async function listed(role: PanelRole, filter: object = {}): Promise<{ kind: string; seq: number }[]> {
    const events: { kind: string; seq: number }[] = []
    for (let next: number | null = lastSeq + 1; next !== null && next > firstSeq; ) {
      const { body } = await personWith(role).call('list-events', { ...filter, limit: 200, before: next })
      events.push(...body.events)
      next = body.next_before
    }
    return events
  }

  it('is stored as its definition says', async () => {
    const events = await app.ctx.events.after(app.ctx.db, app.channel.id, firstSeq, 10_000)
    const known = events.filter(({ kind }) => kind !== 'unknown').map(({ kind }) => kind)
    for (const { kind } of eventDefinitions) assert.ok(known.includes(kind), `${kind} has a sample of its shape`)
  })

  it('with data about people, addresses or keys is for those who may read the audit log', () => {
    for (const { kind, data, readableBy } of eventRegistry.definitions) {
      const found = Object.keys(data.properties ?? {}).filter((name) => privateFields.includes(name))
      if (found.length > 0) assert.ok(reaches(readableBy.role, 'editor'), `${kind} holds ${found.join(', ')}`)
    }
  })

  for (const role of panelRoles) {
    it(`reaches the role ${role} by the list exactly when it may read the kind, also by group and by search`, async () => {
      assert.deepEqual(ofTheSample(await listed(role)), readable(role))
      const groups = new Set(eventDefinitions.map(({ group }) => group))
      const byGroup = await Promise.all([...groups].map((group) => listed(role, { group })))
      assert.deepEqual(ofTheSample(byGroup.flat()), readable(role))
      for (const event of await listed(role, { search: mark })) {
        assert.ok(eventRegistry.mayRead(event, { role }), `${event.kind} is found by search`)
      }
    })

    it(`reaches the role ${role} by the live stream and by what a tab catches up with, by the same rule`, async () => {
      const caughtUp = await openTab(app, personWith(role).cookie, { headers: { 'Last-Event-ID': String(firstSeq) } })
      for (const tab of [live.get(role) ?? assert.fail(), caughtUp]) {
        await tab.until(() => tab.text().includes(`id: ${lastSeq}\n`))
        const events = tab.messages.filter(({ event }) => event === 'log').map(({ data }) => data)
        assert.deepEqual(ofTheSample(events), readable(role))
      }
      caughtUp.close()
    })

    it(`reaches the role ${role} on the dashboard and in the audit log by the same rule`, async () => {
      const person = personWith(role)
      for (const event of (await person.call('get-dashboard')).body.recent) {
        assert.ok(eventRegistry.mayRead(event, { role }), event.kind)
      }
      const audit = await person.call('list-audit', { limit: 200 }, { status: reaches(role, 'editor') ? 200 : 403 })
      for (const event of audit.body.entries ?? []) assert.ok(eventRegistry.mayRead(event, { role }), event.kind)
    })
  }

  it('cannot be replayed by a moderator who may not read it, nor by a viewer at all', async () => {
    const hidden = [...seqs].filter(([kind]) => !eventRegistry.mayRead({ kind }, { role: 'moderator' }))
    assert.ok(hidden.length > 10)
    for (const [kind, seq] of hidden) {
      const { body } = await personWith('moderator').call('replay-event', { seq }, { status: 404 })
      assert.equal(body.error, 'There is no such event.', kind)
    }
    await personWith('viewer').call('replay-event', { seq: lastSeq }, { status: 403 })
  })

  it('what needs attention names keys only to those who may list them', async () => {
    await app.ctx.db.write((tx) =>
      app.ctx.keys.create(tx, app.cause, { name: 'soon', scopes: ['chat:write'], expiresAt: Date.now() + 60_000 }),
    )
    for (const role of panelRoles) {
      const { needs } = (await personWith(role).call('get-dashboard')).body
      const codes = needs.map(({ code }: { code: string }) => code)
      assert.equal(codes.includes('key_expires_soon'), reaches(role, 'editor'), role)
    }
  })

  it('the address of a donation webhook, which is a secret, is shown only to those who may set it up', async () => {
    await personWith('editor').call('prepare-donation-source', { provider: 'kofi' })
    for (const role of panelRoles) {
      const { sources } = (await personWith(role).call('list-donation-sources')).body
      const { webhook_url } = sources.find(({ provider }: { provider: string }) => provider === 'kofi')
      assert.equal(webhook_url !== null, reaches(role, 'editor'), role)
    }
  })
})
