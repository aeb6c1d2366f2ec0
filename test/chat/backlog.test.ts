import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createChatBacklog } from '../../src/capabilities/chat/backlog.ts'
import { createMemoryBus } from '../../src/kernel/bus/bus.ts'
import type { LiveEvent } from '../../src/registry/live-events.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { openTab } from '../panel/event-tab.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { readDatabase } from '../read-database.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('the newest chat messages', () => {
  let app: TestApp
  let owner: PanelClient
  before(async () => {
    app = await createTestApp()
    owner = await signInAsOwner(app)
  })
  after(() => app.close())

  const say = (username: string, text: string, more: object = {}) =>
    sandboxCall(app, 'chat', { platform: 'PlatformA', username, text, ...more })

  /** What a tab is sent that opens now. */
  async function backlogFor(cookie: string, query = '?live=1') {
    const tab = await openTab(app, cookie, { query })
    await tab.until(({ event }) => event === 'dashboard')
    tab.close()
    return tab.messages.filter(({ event }) => event === 'backlog').flatMap(({ data }) => data.lines)
  }
  const textsFor = async (cookie: string) => (await backlogFor(cookie)).map(({ data }) => data.text)

  it('are there for a tab that opens later, of every role, oldest first and with roles and badges', async () => {
    await say('alice', 'the first', { roles: ['moderator'] })
    await say('bob', 'the second')
    for (const role of ['viewer', 'moderator'] as const) {
      const lines = await backlogFor((await signInAs(app, role)).cookie)
      assert.deepEqual(
        lines.map(({ platform, data }) => [platform, data.username, data.text]),
        [
          ['kick', 'alice', 'the first'],
          ['kick', 'bob', 'the second'],
        ],
        role,
      )
      assert.deepEqual([lines[0].data.roles, lines[0].data.badges[0].title], [['moderator'], 'Moderator'])
    }
  })

  it('are sent to no tab that did not ask for chat, and to nobody without a session', async () => {
    assert.deepEqual(await backlogFor(owner.cookie, ''), [])
    const nobody = await openTab(app, 'showcaller_session=made-up', { query: '?live=1' })
    assert.equal(nobody.status, 401)
  })

  it('stay in their channel: another one, and the test channel, have their own', async () => {
    const test = await app.ctx.channels.testChannelOf(app.channel)
    await app.app.bot.feed({ channelId: test.id, platform: 'kick' } as Parameters<typeof app.app.bot.feed>[0], {
      kind: 'chat',
      id: 'test-1',
      text: 'on the test channel',
      user: { id: '1', username: 'zoe', displayname: 'Zoe' },
    })
    assert.equal((await textsFor(owner.cookie)).includes('on the test channel'), false)
    assert.deepEqual(
      app.ctx.chatBacklog.lines(test.id).map(({ data }) => data.text),
      ['on the test channel'],
    )
  })

  it('leave at once when they are deleted, or their author is timed out or banned, or the chat is cleared', async () => {
    const { body } = await say('carol', 'to be deleted')
    await say('mallory', 'to be banned')
    await say('erin', 'to be timed out')
    await say('dave', 'stays for now')
    await app.call('delete-message', { message_id: body.id, platform: 'PlatformA' })
    await sandboxCall(app, 'ban', { platform: 'PlatformA', username: 'mallory' })
    await app.call('timeout', { username: 'erin', duration: 1, platform: 'PlatformA' })
    await eventually('three lines to leave', async () => {
      const texts = await textsFor(owner.cookie)
      return !texts.some((text) => /^to be/.test(text)) && texts.includes('stays for now')
    })
    await app.call('clear-chat', { platform: 'PlatformA' })
    await eventually('all lines to leave', async () => (await textsFor(owner.cookie)).length === 0)
  })

  it('leave when the viewer is erased', async () => {
    await say('frank', 'forget me')
    await say('grace', 'not me')
    const found = await app.ctx.viewers.findKnown(app.channel, 'kick', { username: 'frank' })
    assert.ok(found !== undefined && 'known' in found)
    await owner.call('erase-viewer', { viewer_id: found.known.id, confirm: 'erase' })
    assert.deepEqual(await textsFor(owner.cookie), ['not me'])
  })

  it('leave out what violates a rule of the broadcaster', async () => {
    const value = { words: { enabled: true, words: ['forbidden'], action: 'delete' } }
    await app.ctx.db.write((tx) => app.ctx.settings.set(tx, app.cause, 'auto_moderation', value))
    await say('heidi', 'a forbidden word')
    await say('heidi', 'an allowed word')
    const texts = await textsFor(owner.cookie)
    assert.deepEqual([texts.includes('an allowed word'), texts.includes('a forbidden word')], [true, false])
  })

  it('are never on disk', async () => {
    const [account] = await app.ctx.platforms.connected(app.channel.id)
    assert.ok(account !== undefined)
    const user = { id: '4711', username: 'ivan', displayname: 'Ivan' }
    await app.app.bot.feed(account.account, { kind: 'chat', id: 'kept-1', text: 'xyzzy in memory alone', user })
    assert.ok((await textsFor(owner.cookie)).includes('xyzzy in memory alone'))
    await app.app.bot.settled()
    const database = await readDatabase(app)
    const stored = JSON.stringify(await database.tables())
    await database.close()
    assert.deepEqual([stored.includes('xyzzy'), stored.includes('ivan')], [false, true])
  })
})

describe('the memory for chat messages', () => {
  const bus = createMemoryBus((error) => assert.fail(String(error)))
  const message = (id: string, user_id = 'u1'): LiveEvent => ({
    kind: 'chat.message',
    platform: 'kick',
    at: 1,
    data: {
      ...{ message_id: id, user_id, username: user_id, displayname: user_id, text: `text ${id}` },
      ...{ roles: [], color: null, emotes: [], badges: [], is_own: false },
    },
  })
  const idsOf = (backlog: ReturnType<typeof createChatBacklog>, channel: number) =>
    backlog.lines(channel).map(({ data }) => data.message_id)

  it('has 200 messages of a channel, each once', () => {
    const backlog = createChatBacklog({ bus })
    for (let id = 0; id < 250; id++) for (const _node of [1, 2]) backlog.take(1, message(String(id)))
    assert.deepEqual(
      idsOf(backlog, 1),
      Array.from({ length: 200 }, (_, id) => String(id + 50)),
    )
    backlog.close()
  })

  it('does not take a message whose deletion came first', () => {
    const backlog = createChatBacklog({ bus })
    backlog.take(1, { kind: 'chat.message-deleted', platform: 'kick', at: 1, data: { message_id: 'early' } })
    backlog.take(1, message('early'))
    assert.deepEqual(idsOf(backlog, 1), [])
    backlog.close()
  })

  it('is bounded over all channels: the one that was quiet longest is forgotten', () => {
    const backlog = createChatBacklog({ bus, maxTotal: 5 })
    for (const [channel, id] of [
      [1, 'a'],
      [2, 'b'],
      [1, 'c'],
      [2, 'd'],
      [3, 'e'],
      [1, 'f'],
    ] as const) {
      backlog.take(channel, message(id))
    }
    assert.deepEqual(
      [1, 2, 3].map((channel) => idsOf(backlog, channel)),
      [['a', 'c', 'f'], [], ['e']],
    )
    backlog.close()
  })

  it('is empty after messages of other nodes may have been lost: one of them may have been a deletion', () => {
    const backlog = createChatBacklog({ bus })
    backlog.take(1, message('a'))
    bus.publish('missed-messages', {})
    assert.deepEqual(idsOf(backlog, 1), [])
    backlog.close()
  })
})
