import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { liveEventDefinitions, mayReadLive } from '../../src/registry/live-events.ts'
import { misfits } from '../contract/fits-schema.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { openTab } from '../panel/event-tab.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('the chat as it is written', () => {
  let app: TestApp
  let owner: PanelClient
  let tab: Awaited<ReturnType<typeof openTab>>
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
    tab = await openTab(app, owner.cookie, { query: '?live=1' })
    await tab.until(({ event }) => event === 'dashboard')
  })
  after(async () => {
    tab.close()
    await app.close()
  })

  const live = () => tab.messages.filter(({ event }) => event === 'live').map(({ data }) => data)
  const say = (text: string, more: object = {}) =>
    sandboxCall(app, 'chat', { platform: 'PlatformA', username: 'alice', text, ...more })
  /** Says something and waits for it: what was sent before it has been received by then. */
  async function settle(text: string): Promise<void> {
    await say(text)
    await tab.until(({ event, data }) => event === 'live' && data.data.text === text)
  }

  it('is sent with author, roles, emotes and badges, and is not stored', async () => {
    const from = await lastSeq(app)
    const { body } = await say('😀 sandboxHi you sandboxGG', { roles: ['moderator', 'subscriber'] })
    const { data: event } = await tab.until(({ data }) => data.data?.message_id === body.id)
    assert.deepEqual([event.kind, event.platform, typeof event.at], ['chat.message', 'kick', 'number'])
    const { text, emotes, badges, username, roles, is_own } = event.data
    assert.deepEqual([username, roles, is_own], ['alice', ['moderator', 'subscriber'], false])
    // Positions are code points: the first character is one of them, and two units of UTF-16.
    const cut = emotes.map(({ begin, end }: { begin: number; end: number }) => [...text].slice(begin, end).join(''))
    assert.deepEqual(cut, ['sandboxHi', 'sandboxGG'])
    assert.deepEqual(
      badges.map(({ title }: { title: string }) => title),
      ['Moderator', 'Subscriber'],
    )
    for (const { image } of [...emotes, ...badges]) assert.match(image, /^data:image\/svg/)
    assert.deepEqual(await eventsSince(app, from), [])
  })

  it('has the shape that its definition says', async () => {
    await settle('a shape')
    for (const event of live()) {
      const definition = liveEventDefinitions.find(({ kind }) => kind === event.kind)
      assert.ok(definition !== undefined, event.kind)
      assert.deepEqual(misfits(definition.data, event.data), [], event.kind)
    }
  })

  it('includes what this server says, and counts it for nobody', async () => {
    for (const [operation, is_bot] of [
      ['send-message', false],
      ['send-bot-message', true],
    ] as const) {
      const { body } = await app.call(operation, { message: `said by ${operation}`, platform: 'PlatformA' })
      const { data: event } = await tab.until(({ data }) => data.data?.message_id === body.message_id)
      assert.deepEqual([event.data.is_own, event.data.username === 'showcaller'], [true, is_bot])
    }
    const bot = await app.ctx.viewers.findKnown(app.channel, 'kick', { username: 'showcaller' })
    assert.equal(bot, undefined)
  })

  it('says which message is gone, whoever deleted it', async () => {
    const [first, second] = [await say('one'), await say('two')]
    await sandboxCall(app, 'delete-message', { platform: 'PlatformA', id: first.body.id })
    await app.call('delete-message', { message_id: second.body.id, platform: 'PlatformA' })
    await settle('after both')
    const deleted = live().filter(({ kind }) => kind === 'chat.message-deleted')
    assert.deepEqual(
      deleted.map(({ data }) => data.message_id),
      [first.body.id, second.body.id],
    )
    await sandboxCall(app, 'delete-message', { platform: 'PlatformA', id: first.body.id }, { status: 404 })
  })

  it('says that all messages are gone, or those of one person', async () => {
    await sandboxCall(app, 'clear-chat', { platform: 'PlatformB' })
    await sandboxCall(app, 'ban', { platform: 'PlatformA', username: 'mallory' })
    await app.call('clear-chat', { platform: 'PlatformA' })
    await settle('after the clearing')
    const cleared = live().filter(({ kind }) => kind === 'chat.cleared')
    const mallory = await app.ctx.viewers.findKnown(app.channel, 'kick', { username: 'mallory' })
    assert.ok(mallory !== undefined && 'known' in mallory)
    assert.deepEqual(
      cleared.map(({ platform, data }) => [platform, data.user_id]),
      [
        ['twitch', null],
        ['kick', mallory.known.userId],
        ['kick', null],
      ],
    )
  })

  it('leaves out a message that violates a rule of the broadcaster', async () => {
    const value = { words: { enabled: true, words: ['forbidden'], action: 'delete' } }
    await app.ctx.db.write((tx) => app.ctx.settings.set(tx, app.cause, 'auto_moderation', value))
    const { body } = await say('a forbidden word', { username: 'frank' })
    await settle('an allowed word')
    assert.ok(!live().some(({ kind, data }) => kind === 'chat.message' && data.message_id === body.id))
  })

  it('is sent to no tab that did not ask for it', async () => {
    const other = await openTab(app, owner.cookie)
    await other.until(({ event }) => event === 'dashboard')
    await settle('for those who asked')
    await app.call('add-points', { username: 'bob', amount: 1, platform: 'PlatformA' })
    await other.until(({ data }) => data.kind === 'points.changed')
    assert.ok(!other.messages.some(({ event }) => event === 'live'))
    other.close()
  })

  it('needs the scope chat:read for a key', () => {
    const chat = { kind: 'chat.message' } as const
    assert.equal(mayReadLive(chat, { scopes: new Set(['activity:read', 'chat:write']) }), false)
    assert.equal(mayReadLive(chat, { scopes: new Set(['chat:read']) }), true)
    assert.equal(mayReadLive({ kind: 'hype-train.progress' }, { scopes: new Set(['chat:read']) }), false)
    assert.equal(mayReadLive(chat, { role: 'viewer' }), true)
  })
})
