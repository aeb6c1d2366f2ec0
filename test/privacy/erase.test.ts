import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { tableStatements } from '../../src/capabilities/privacy/table-statements.ts'
import { createPresence } from '../../src/capabilities/watch-time/presence.ts'
import { controls } from '../../src/cli/controls.ts'
import { balancesOffTheirLedger } from '../../src/kernel/storage/sqlite/files.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { readDatabase, withCopy } from '../read-database.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

const carol = { username: 'carol', platform: 'PlatformA' }
/** Names that she has or had, and words that only she wrote. */
const traces = /carol|karola|words of hers/i

describe('a viewer', () => {
  let app: TestApp
  let owner: PanelClient
  let viewerId: number
  let userIds: string[]
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    for (const platform of ['PlatformA', 'PlatformB']) {
      const who = { platform, username: 'carol' }
      await sandboxCall(app, 'chat', { ...who, text: '!points words of hers' })
      await sandboxCall(app, 'follow', who)
      await sandboxCall(app, 'subscribe', { ...who, tier: 1 })
      await sandboxCall(app, 'bits', { ...who, amount: 50 })
      await app.call('add-points', { ...who, amount: 100 })
      await app.call('adjust-watch-time', { ...who, mode: 'add', amount: 30, day: '2026-01-02' })
    }
    await app.call(
      'transfer-points',
      { platform: 'PlatformA', from_username: 'carol', to_username: 'dave', amount: 5 },
      { status: 'any' },
    )
    await app.call(
      'send-donation',
      { username: 'Carol', amount: 5, currency: 'EUR', provider: 'ProviderA', message: 'words of hers' },
      { status: 'any' },
    )
    const { id } = (await app.call('open-round', { kind: 'giveaway', title: 'A gift' })).body
    await app.call('enter-round', { id, ...carol })
    await app.call('draw-round', { id })
    await app.call('send-bot-message', { message: 'Welcome @Carol!' })
    await app.call('ban', { ...carol, reason: 'carol wrote words of hers' }, { status: 'any' })
    await app.call('add-points', { ...carol, amount: 1 }, { headers: { 'Idempotency-Key': 'once' } })
    const found = await app.ctx.viewers.get(app.channel, 'kick', { username: 'carol' })
    viewerId = found.id
    const other = await app.ctx.viewers.get(app.channel, 'twitch', { username: 'carol' })
    userIds = [found.userId, other.userId]
    for (const username of ['karola', 'carol']) {
      const fresh = { id: found.userId, username, displayname: username }
      await app.ctx.db.write((tx) => app.ctx.viewers.ensure(tx, app.channel, { platform: 'kick', fresh }))
    }
    const change = { viewer_id: viewerId, mode: 'add', amount: 7, reason: 'because carol asked' }
    await owner.call('adjust-balance', change)
  })
  after(() => app.close())

  it('is exported with everything that is stored: accounts, former names, ledger, watch time, events, moderation', async () => {
    const response = await fetch(`${app.url}/panel/viewer.json?viewer_id=${viewerId}`, {
      method: 'POST',
      headers: { Cookie: owner.cookie, 'Sec-Fetch-Site': 'same-origin' },
    })
    assert.equal(response.status, 200)
    const data = JSON.parse(await response.text())
    assert.deepEqual(data.viewers.map(({ platform }: { platform: string }) => platform).toSorted(), [
      'kick',
      'tiktok',
      'twitch',
      'youtube',
    ])
    assert.ok(data.former_names.some(({ name_key: name }: { name_key: string }) => name === 'karola'))
    for (const table of ['points_ledger', 'watch_time_days', 'subscribers', 'events'])
      assert.ok(data[table].length > 0, table)
    assert.ok(data.events.some(({ data: { message } }: { data: { message?: string } }) => message === 'words of hers'))
    const cli = await controls['viewer-export'](app.app, { platform: 'PlatformA', username: 'carol' })
    assert.deepEqual(Object.keys(cli), Object.keys(data))
    assert.equal(
      (
        await fetch(`${app.url}/panel/viewer.json?viewer_id=x`, {
          method: 'POST',
          headers: { Cookie: owner.cookie, 'Sec-Fetch-Site': 'same-origin' },
        })
      ).status,
      400,
    )
  })

  it('is erased only by an owner who confirmed it', async () => {
    const editor = await signInAs(app, 'editor')
    await editor.call('erase-viewer', { viewer_id: viewerId, confirm: 'erase' }, { status: 403 })
    await owner.call('erase-viewer', { viewer_id: viewerId }, { status: 400 })
    await owner.call('erase-viewer', { viewer_id: 999_999, confirm: 'erase' }, { status: 404 })
    const wanted = { platform: 'kick', username: 'carol' }
    await assert.rejects(controls['viewer-erase'](app.app, wanted), /carol \(kick\).*Add --yes/)
  })

  it('leaves no name, id or word in any table, while balances and totals stay', async () => {
    const before = await app.ctx.viewers.getKnown(app.ctx.db, app.channel.id, viewerId)
    await owner.call('erase-viewer', { viewer_id: viewerId, confirm: 'erase' })
    const testChannelId = (await app.ctx.channels.testChannelOf(app.channel))?.id
    const look = await readDatabase(app)
    const left: string[] = []
    for (const [table, rows] of Object.entries(await look.tables())) {
      for (const row of rows) {
        // The test channel has people of its own, who only sound alike.
        if (row.channel_id === testChannelId) continue
        const text = JSON.stringify(row)
        const isId = userIds.some((id) => text.includes(`"${id}"`) || text.includes(`\\"${id}\\"`))
        if (traces.test(text) || isId) left.push(`${table}: ${text}`)
      }
    }
    await look.close()
    assert.deepEqual(left, [])
    const erased = await app.ctx.viewers.getKnown(app.ctx.db, app.channel.id, viewerId)
    assert.deepEqual([erased.points, erased.watchMinutes], [before.points, before.watchMinutes])
    const wrong = await withCopy(app, (copy) => copy.prepare(balancesOffTheirLedger).get()?.wrong)
    assert.equal(wrong, 0, 'every balance equals its ledger')
    const { entries } = (await owner.call('list-audit', {})).body
    assert.ok(entries.some(({ kind }: { kind: string }) => kind === 'viewer.erased'))
  })

  it('is erased by statements that find rows by an index, so that the last transaction is short in a large channel', async () => {
    const plans = await withCopy(app, (copy) =>
      tableStatements.flatMap(({ table, erase, scattered }) =>
        [erase, scattered?.remove].flatMap((statement) => {
          if (statement === undefined) return []
          const steps = copy.prepare(`EXPLAIN QUERY PLAN ${statement.text}`).all() as { detail: string }[]
          return steps
            .filter(({ detail }) => /^(?:SCAN|SEARCH)/.test(detail))
            .map(({ detail }) => `${table}: ${detail}`)
        }),
      ),
    )
    assert.ok(plans.length > 10)
    assert.deepEqual(
      plans.filter((plan) => !plan.includes('(channel_id=? AND ')),
      [],
    )
  })

  it('stands on no leaderboard and in no list afterwards, and every event can still be read', async () => {
    const answers = [
      await app.call('get-points-top', { platform: 'PlatformA', limit: 100 }),
      await app.call(
        'get-watch-time-top',
        { platform: 'PlatformA', query_mode: 'day', day: '2026-01-02' },
        { status: 'any' },
      ),
      await app.call('get-recent-activity', {}),
      await app.call('get-alpha-subscribers', { include_expired: true }),
      await app.call('get-moderation-log', {}),
      await owner.call('list-events', {}),
      await owner.call('list-viewers', { platform: 'kick', search: 'car' }),
      await app.call('add-points', { ...carol, amount: 1 }, { headers: { 'Idempotency-Key': 'once' } }),
    ]
    for (const { body } of answers) assert.doesNotMatch(JSON.stringify(body), traces)
    assert.doesNotMatch(JSON.stringify(answers), /erased:\d+ (?:followed|donated)/)
    const events: { kind: string; data: unknown }[] = (await owner.call('list-events', {})).body.events
    assert.ok(events.every(({ kind }) => kind !== 'unknown'))
  })

  it('is erased in the terminal, too, and found by nobody afterwards', async () => {
    const wanted = { platform: 'Twitch', username: 'dave' }
    assert.deepEqual(await controls['viewer-erase'](app.app, { ...wanted, yes: true }), { erased: 4 })
    await assert.rejects(controls['viewer-erase'](app.app, { ...wanted, yes: true }), /No viewer dave is known/)
    await assert.rejects(controls['viewer-export'](app.app, { platform: 'myspace', username: 'x' }), /one of kick/)
  })

  it('is forgotten by what this process remembers of recent chat', async () => {
    const counts = {
      writersSince: async () => [
        { viewer: 7, at: 1000 },
        { viewer: 8, at: 1000 },
      ],
    }
    const presence = createPresence({ db: app.ctx.db, counts: counts as never, isShared: false })
    assert.deepEqual(await presence.between(1, 'kick', 0, 2000), [7, 8])
    presence.forget(1, 'kick', 7)
    assert.deepEqual(await presence.between(1, 'kick', 0, 2000), [8])
  })

  it('who writes again is somebody new, with nothing', async () => {
    await sandboxCall(app, 'chat', { ...carol, text: 'hello' })
    const { body } = await app.call('get-points', carol)
    assert.equal(body.points, 0)
    const again = await app.ctx.viewers.get(app.channel, 'kick', { username: 'carol' })
    assert.notEqual(again.id, viewerId)
  })
})
