import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chatEventKinds } from '../../src/capabilities/privacy/contract/settings.ts'
import { pruneHistory } from '../../src/capabilities/privacy/retention.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { loose } from '../loose-events.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, dayMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

const alice = { platform: 'PlatformA', username: 'alice' }

describe('the retention of a channel', () => {
  const clock = createTestClock()
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp({ clock })
    await app.call('send-bot-message', { message: 'an old line' })
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'walter' })
    await app.call('ban', { platform: 'PlatformA', username: 'mallory', reason: 'old' })
    await app.call('add-points', { ...alice, amount: 10 })
    await app.makeKey()
    clock.advance(40 * dayMs)
    await app.call('send-bot-message', { message: 'a new line' })
    await sandboxCall(app, 'follow', { platform: 'PlatformA', username: 'victor' })
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  const prune = () => pruneHistory(app.ctx)
  const events = () => loose(app.ctx.events.after(app.ctx.db, app.channel.id, 0, 10_000))
  const texts = async () => (await events()).filter(({ kind }) => kind === 'chat.sent').map(({ data }) => data.text)
  const save = (value: unknown) => owner.call('save-setting', { name: 'retention', value })

  it('keeps everything until the owner sets it', async () => {
    const before = (await events()).length
    assert.equal(await prune(), 0)
    assert.equal((await events()).length, before)
    const editor = await signInAs(app, 'editor')
    await editor.call('save-setting', { name: 'retention', value: { chat_days: 1 } }, { status: 403 })
    await owner.call('save-setting', { name: 'retention', value: { chat_days: -1 } }, { status: 400 })
  })

  it('deletes old chat and nothing else', async () => {
    await save({ chat_days: 30 })
    const before = await events()
    assert.ok((await prune()) > 0)
    assert.deepEqual(await texts(), ['a new line'])
    const kinds = new Set<string>(chatEventKinds)
    const others = (list: typeof before) => list.filter(({ kind }) => !kinds.has(kind)).length
    assert.equal(others(await events()), others(before))
  })

  it('deletes old events, but no audit entry, no entry of the ledger and nothing that is new', async () => {
    const { body: audited } = await owner.call('list-audit', {})
    await save({ chat_days: 30, event_days: 30 })
    assert.ok((await prune()) > 0)
    const { body: activity } = await app.call('get-recent-activity', {})
    const names = activity.latest_followers.map(({ username }: { username: string }) => username)
    assert.deepEqual(names, ['victor'])
    assert.equal((await app.call('get-moderation-log', {})).body.total, 0)
    const viewer = await app.ctx.viewers.get(app.channel, 'kick', { username: 'alice' })
    const ledger = await app.ctx.points.ledger(app.channel, viewer, 10)
    assert.ok(ledger.some(({ delta }) => delta === 10))
    assert.equal(ledger[0]?.balance, viewer.points)
    const { body: later } = await owner.call('list-audit', {})
    assert.ok(later.entries.length > audited.entries.length, 'and the change of the setting is a new one')
    assert.equal(await prune(), 0, 'the next run finds nothing')
  })
})
