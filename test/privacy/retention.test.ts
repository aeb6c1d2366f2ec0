import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chatEventKinds } from '../../src/capabilities/privacy/contract/settings.ts'
import { pruneHistory } from '../../src/capabilities/privacy/retention.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { appendOneOfEachKind } from '../events/sample-events.ts'
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

describe('the retention of a channel with one event of every kind', () => {
  const clock = createTestClock()
  let app: TestApp
  let owner: PanelClient
  let old: ReadonlyMap<string, number>
  let done: ReadonlyMap<string, number>
  let recent: ReadonlyMap<string, number>
  before(async () => {
    app = await createTestApp({ clock })
    old = await appendOneOfEachKind(app, { name: 'old', actor: 'bot' })
    done = await appendOneOfEachKind(app, { name: 'done', actor: 'person:person_nobody' })
    clock.advance(40 * dayMs)
    recent = await appendOneOfEachKind(app, { name: 'new', actor: 'bot' })
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  /** The kinds of which nothing is left, of what happened by itself and of what a person did. */
  const goneKinds = async () => {
    const events = await loose(app.ctx.events.after(app.ctx.db, app.channel.id, 0, 100_000))
    const left = new Set(events.map(({ seq }) => seq))
    for (const [kind, seq] of recent) assert.ok(left.has(seq), `${kind} is new`)
    const goneOf = (samples: typeof old) => [...samples].flatMap(([kind, seq]) => (left.has(seq) ? [] : [kind])).sort()
    return { old: goneOf(old), done: goneOf(done) }
  }
  const audited = async () => {
    const kinds = new Set<string>()
    for (let next: number | null | undefined; next !== null; ) {
      const { body } = await owner.call('list-audit', next === undefined ? {} : { before: next })
      for (const { kind } of body.entries) kinds.add(kind)
      next = body.next_before
    }
    return kinds
  }

  it('deletes of each what the settings say, and of the audit log nothing', async () => {
    const before = await audited()
    const prune = async (value: object) => {
      await owner.call('save-setting', { name: 'retention', value })
      await pruneHistory(app.ctx)
      return goneKinds()
    }
    // As docs/privacy.md says, in its words: of the bot, replies, announcements, pins, commands, speech, the AI bot.
    const chat = [
      'ai.answered',
      'chat.announcement',
      'chat.pinned',
      'chat.reply',
      'chat.sent',
      'command.ran',
      'cue.tts',
    ]
    const unaudited = (kinds: readonly string[]) => kinds.filter((kind) => !before.has(kind)).sort()
    assert.deepEqual(await prune({ chat_days: 41, event_days: 41 }), { old: [], done: [] }, 'nothing is that old')
    assert.deepEqual(await prune({ chat_days: 30 }), { old: chat, done: unaudited(chat) })
    const all = [...old.keys()].sort()
    assert.deepEqual(await prune({ chat_days: 30, event_days: 30 }), { old: all, done: unaudited(all) })
    assert.ok(before.size > 20)
    const after = await audited()
    for (const kind of before) assert.ok(after.has(kind), kind)
  })
})
