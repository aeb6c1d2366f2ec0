import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fillEventsPage } from '../../scripts/docs/events-page.ts'
import { donatedIn } from '../../src/capabilities/donations/contract/events.ts'
import { auditList } from '../../src/capabilities/events/event-rows.ts'
import { defineEvent } from '../../src/definitions/define-event.ts'
import { createMatcher } from '../../src/kernel/schema/matches-schema.ts'
import { integer, object, text } from '../../src/kernel/schema/schema.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { createEventRegistry, eventRegistry } from '../../src/registry/event-registry.ts'
import { eventDefinitions, type LoggedEvent, type NewEvent } from '../../src/registry/events.ts'
import { misfits } from '../contract/fits-schema.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'

runsOn('sqlite', 'postgres')

const insertRow = sql<{ channel: number; seq: number; kind: string; list: string | null; actor: string; data: string }>(
  `INSERT INTO events (channel_id, seq, kind, list, platform, viewer_id, external_id, actor, request_id, at, data)
   VALUES (:channel, :seq, :kind, :list, 'kick', NULL, NULL, :actor, '', 1, :data)`,
)

describe('the kinds of events', () => {
  it('have a plain name, a title, and a sentence for what they hold', () => {
    for (const { kind, title } of eventDefinitions) {
      assert.match(kind, /^[a-z-]+(?:\.[a-z-]+)?$/)
      assert.ok(title().length > 0, kind)
      assert.doesNotMatch(title(), /\.$/)
    }
    const name = 'First key'
    const key = { kind: 'key.created', data: { keyId: 'key_1', name, scopes: [] } }
    assert.equal(eventRegistry.sentenceOf(key), 'API key “First key” created')
    const user = { user_id: '1', username: 'bob', displayname: 'Bob' }
    assert.equal(eventRegistry.sentenceOf({ kind: 'unban', data: user }), 'Bob was unbanned')
    const cleared = { kind: 'overlay.cleared', data: { count: 0 } }
    assert.equal(eventRegistry.sentenceOf(cleared), 'Overlay queue cleared')
  })

  it('may each be defined once only', () => {
    const [first] = eventDefinitions
    assert.throws(() => createEventRegistry([first, first]), /same kind/)
  })

  it('are checked by the compiler when one is appended or read', () => {
    const right: NewEvent = { kind: 'chat.sent', platform: 'kick', data: { text: 'hi', as: 'bot', messageId: '1' } }
    // @ts-expect-error there is no such kind
    const unknown: NewEvent = { kind: 'chat.whispered', data: {} }
    // @ts-expect-error the data lacks a field
    const incomplete: NewEvent = { kind: 'chat.sent', platform: 'kick', data: { text: 'hi', as: 'bot' } }
    // @ts-expect-error a field has the wrong type
    const wrongType: NewEvent = { kind: 'overlay.cleared', data: { count: 'three' } }
    // @ts-expect-error the definition asks for a platform
    const nowhere: NewEvent = { kind: 'chat.sent', data: { text: 'hi', as: 'bot', messageId: '1' } }
    // @ts-expect-error the definition knows no platform
    const somewhere: NewEvent = { kind: 'overlay.paused', data: {}, platform: 'kick' }
    // @ts-expect-error a donation names its origin
    const disguised: NewEvent = { kind: 'donation', platform: 'kick', data: { username: 'bob' } }
    const events = [right, unknown, incomplete, wrongType, nowhere, somewhere, disguised]
    assert.equal(new Set(events).size, events.length)

    function amountOf(event: LoggedEvent): number {
      if (event.kind === 'donation') return event.data.amount
      // @ts-expect-error a follow has no amount
      if (event.kind === 'follow') return event.data.amount
      return 0
    }
    assert.equal(typeof amountOf, 'function')
  })

  it('need one definition: a made-up kind is found by filters, sentence, read rule and docs', () => {
    const madeUp = defineEvent({
      kind: 'giveaway.won',
      group: 'people',
      icon: 'gift',
      title: () => 'Giveaway won',
      data: object({ username: text(), prize: text(), entries: integer() }),
      readableBy: { role: 'moderator', scope: 'activity:read' },
      published: { example: { username: 'bob', prize: 'a mug', entries: 12 } },
      sentence: ({ username, prize }) => `${username} won ${prize}`,
    })
    const registry = createEventRegistry([madeUp])
    const data = { username: 'bob', prize: 'a mug', entries: 12 }
    assert.equal(registry.sentenceOf({ kind: 'giveaway.won', data }), 'bob won a mug')
    assert.deepEqual([registry.groupOf(madeUp.kind), registry.iconOf(madeUp.kind)], ['people', 'gift'])
    assert.deepEqual(registry.filtersFor({ role: 'moderator' }), [{ group: 'people', title: 'Viewers' }])
    assert.deepEqual(registry.filtersFor({ role: 'viewer' }), [])
    assert.equal(registry.mayRead(madeUp, { scopes: new Set(['activity:read']) }), true)
    assert.equal(registry.mayRead(madeUp, { scopes: new Set(['points:read']) }), false)
    const page = fillEventsPage(readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8'), registry)
    assert.match(
      page,
      /\| `giveaway\.won` \| Giveaway won \| moderator \| `activity:read` \| `giveaway\.won` \|\n\n`giveaway\.won`:\n\n.*\n.*\n.*\n\| `prize` \| string \|/,
    )
  })

  it('check stored data as the tests check answers', () => {
    const samples = [
      {},
      { text: 'x' },
      { text: 'x', as: 'bot', messageId: '1' },
      { text: 1, as: 'bot', messageId: '1' },
    ]
    for (const { data } of eventDefinitions.filter(({ kind }) => kind === 'chat.sent')) {
      for (const sample of samples) assert.equal(createMatcher(data)(sample), misfits(data, sample).length === 0)
    }
  })
})

describe('rows in the event log', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  async function store(kind: string, data: object, { list = null as string | null, actor = 'cli' } = {}) {
    return app.ctx.db.write(async (tx) => {
      const seq = await tx.next('event', app.channel.id)
      await tx.run(insertRow, { channel: app.channel.id, seq, kind, list, actor, data: JSON.stringify(data) })
      return seq
    })
  }

  it('fit their definitions, whatever the demo content and the panel wrote', async () => {
    await owner.call('create-key', { name: 'one', scopes: ['chat:write'] })
    await app.call('add-points', { username: 'bob', amount: 5, platform: 'PlatformA' })
    const log = await loose(app.ctx.events.after(app.ctx.db, app.channel.id, 0, 10_000))
    assert.ok(log.length > 20)
    assert.deepEqual(
      log.filter(({ kind }) => kind === 'unknown'),
      [],
    )
    for (const event of log) {
      const definition = eventRegistry.find(event.kind)
      assert.deepEqual(misfits(definition?.data ?? {}, event.data), [], event.kind)
      assert.ok(eventRegistry.sentenceOf(event).length > 0)
    }
  })

  it('of another version are shown with a plain sentence and break no page', async () => {
    const newer = await store('giveaway.won', { name: 'A mug' }, { list: auditList })
    const older = await store('key.created', { id: 7 }, { list: auditList })
    for (const [name, field] of [
      ['list-events', 'events'],
      ['list-audit', 'entries'],
      ['get-dashboard', 'recent'],
    ] as const) {
      const { body } = await owner.call(name)
      const found = (body[field] as { seq: number; kind: string; data: Record<string, unknown> }[]).filter(
        ({ seq }) => seq === newer || seq === older,
      )
      assert.deepEqual(
        found.map((event) => [event.kind, eventRegistry.sentenceOf(event)]),
        [
          ['key.created', 'Key created: 7'],
          ['giveaway.won', 'Giveaway won: A mug'],
        ],
      )
    }
    const grouped = (await owner.call('list-events', { group: 'panel', limit: 5 })).body.events
    assert.ok(grouped.some(({ seq }: { seq: number }) => seq === newer))
  })

  it('of an unreadable donation are left out of the list of donors', async () => {
    await store('donation', { amount: 'much' }, { list: 'donors', actor: 'platform:kick' })
    const answer = await app.call('get-recent-activity', { limit: 20 })
    assert.equal(answer.status, 200)
    assert.ok(answer.body.latest_donors.every(({ amount }: { amount: unknown }) => typeof amount === 'number'))
  })

  it('of a donation from before it had an origin are read with one', async () => {
    const gift = { username: 'Old', displayname: 'Old', provider: 'kofi', amount: 3, currency: 'EUR', message: '' }
    await store('donation', { ...gift, user_id: '', is_test: false }, { list: 'donors', actor: 'platform:kick' })
    await store('donation', { ...gift, is_test: true }, { list: 'donors', actor: 'key:key_1' })
    const [sent, received] = await app.ctx.events.newest(app.ctx.db, app.channel.id, 'donors', 2)
    assert.ok(sent?.kind === 'donation' && received?.kind === 'donation')
    assert.deepEqual([sent.data.origin, sent.platform, sent.data.is_test], ['api', 'kick', 1])
    assert.deepEqual([received.data.origin, received.platform, received.data.is_test], ['provider:kofi', null, 0])
    const [, answer] = (await app.call('get-recent-activity', { limit: 2 })).body.latest_donors
    assert.deepEqual([answer.platform, answer.provider, answer.user_id], ['PlatformA', 'ProviderC', ''])
  })

  it('of a donation name where it came from, and a platform only where the donor is known there', async () => {
    const given = { provider: 'ProviderB', amount: 4, currency: 'USD', username: 'bob', platform: 'PlatformB' }
    await app.call('send-donation', given)
    const received = { id: 'd1', amount: 5, currency: 'USD', name: 'Jo', message: '', isTest: false }
    const source = { channelId: app.channel.id, hook: '', secret: '', account: '', lastEventAt: null }
    for (let time = 0; time < 2; time++) {
      await app.ctx.donationSources.take({ ...source, provider: 'streamlabs' }, received)
    }
    const [provided, simulated] = await app.ctx.activity.newest(app.channel, 'donors', 2)
    assert.deepEqual([provided?.data.origin, provided?.platform], ['provider:streamlabs', null])
    assert.deepEqual([simulated?.data.origin, simulated?.platform], ['api', 'twitch'])
    const [first, second] = (await app.call('get-recent-activity', { limit: 2 })).body.latest_donors
    assert.deepEqual([first.platform, second.platform], ['PlatformA', 'PlatformB'])
    const twitch = (await owner.call('list-events', { platform: 'kick', search: 'Jo' })).body.events
    assert.deepEqual(twitch, [], 'it is no event of Kick')
  })

  it('of a donation that an older version stored are not stored again', async () => {
    const donors = async () => (await app.ctx.activity.newest(app.channel, 'donors', 200)).length
    await app.ctx.db.write(async (tx) => {
      const data = { origin: 'api', provider: 'kofi', user_id: '', username: 'Jo', displayname: 'Jo' } as const
      const paid = { amount: 5, currency: 'USD', ...donatedIn({ amount: 5, currency: 'USD' }), message: '', is_test: 0 }
      const stored = { platform: 'kick', externalId: 'donation:kofi:old-1', data: { ...data, ...paid } } as const
      await app.ctx.events.appendNew(tx, app.cause, { kind: 'donation', ...stored })
    })
    const before = await donors()
    const received = { id: 'old-1', amount: 5, currency: 'USD', name: 'Jo', message: '', isTest: false }
    const source = { channelId: app.channel.id, hook: '', secret: '', account: '', lastEventAt: null }
    await app.ctx.donationSources.take({ ...source, provider: 'kofi' }, received)
    assert.equal(await donors(), before)
  })
})
