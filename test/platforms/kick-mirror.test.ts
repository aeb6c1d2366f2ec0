import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import type { WebSocket } from 'ws'
import { createExtensionSocket } from '../../src/capabilities/extension/gateway/extension-socket.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually, turns } from '../eventually.ts'
import { type FakeExtension, openFakeExtension } from '../extension/fake-extension.ts'
import * as events from '../fakes/kick-events.ts'
import { loose } from '../loose-events.ts'
import { type PanelClient, signInAs, signInAsOwner } from '../panel/panel-client.ts'
import { createStillClock, hourMs } from '../test-clock.ts'
import { type KickStage, openKickStage } from './kick-stage.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server with the fake server of Kick')

const readRoles = sql<{ channel: number; user: string }, { roles: string }>(
  `SELECT roles FROM viewers WHERE channel_id = :channel AND platform = 'kick' AND platform_user_id = :user`,
)

describe('the mirror of the Kick page', () => {
  let stage: KickStage
  let owner: PanelClient
  let extension: FakeExtension
  before(async () => {
    stage = await openKickStage()
    await stage.closeExtension()
    owner = await signInAsOwner(stage.app)
    extension = await openFakeExtension(stage.app.url)
    await extension.pair((await owner.call('create-extension-code')).body.code)
  })
  after(async () => {
    await extension?.close()
    await stage?.close()
  })
  beforeEach(async () => {
    // What one test sends does not count for the limit of the next.
    stage.clock.advance(2_000)
    extension.forget()
    await owner.call('set-kick-reach', { way: 'mirror', enabled: true })
    await eventually('the extension mirrors', () => isSentLast('streamer'))
  })
  afterEach(async () => {
    await owner.call('set-kick-reach', { way: 'mirror', enabled: false })
    await eventually('the extension stops', () => isSentLast(null))
  })

  const isSentLast = (channel: string | null) => {
    const received = extension.heard.filter((message) => message.type === 'mirror')
    return received.at(-1)?.channel === channel
  }
  const world = () => stage.fake.world
  const broadcaster = () => String(world().broadcaster.id)
  const send = (list: readonly object[], by = broadcaster()) =>
    extension.say({ type: 'mirrored', broadcaster: by, events: list })
  const line = (text: string, by = 'alice', more: object = {}) => {
    const { id, name } = world().get(by)
    const at = stage.clock.now()
    return { kind: 'chat', id: randomUUID(), userId: String(id), name, badges: [], text, at, ...more }
  }
  const messages = async (username: string) => {
    const found = await stage.app.ctx.viewers.findKnown(stage.app.channel, 'kick', { username })
    return found !== undefined && 'known' in found ? found.known.messageCount : 0
  }
  const hasMessages = (username: string, count: number) =>
    eventually(`${username} has written ${count} times`, async () => (await messages(username)) === count)
  const subscriptions = async () => {
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return all.filter(
      ({ kind, actor }) =>
        kind.startsWith('subscription') && kind !== 'subscription.gifts' && actor === 'platform:kick',
    )
  }
  const deliver = (topic: string, payload: object) => stage.fake.webhooks.tell(topic, payload)
  const reach = async () => (await owner.call('get-kick-reach')).body

  it('is off until an owner turns it on, and then only for the page of the connected account', async () => {
    await owner.call('set-kick-reach', { way: 'mirror', enabled: false })
    await eventually('the extension stops', () => isSentLast(null))
    const before = await messages('alice')
    send([line('while it is off')])
    const editor = await signInAs(stage.app, 'editor')
    await editor.call('set-kick-reach', { way: 'mirror', enabled: true }, { status: 403 })
    await owner.call('set-kick-reach', { way: 'mirror', enabled: true })
    await eventually('the extension mirrors', () => isSentLast('streamer'))
    send([line('of another channel')], '999')
    send([line('of our channel')])
    await hasMessages('alice', before + 1)
    await turns()
    assert.equal(await messages('alice'), before + 1)
  })

  it('counts a chat message once, whichever way comes first', async () => {
    const before = await messages('bob')
    const first = line('page first', 'bob')
    send([first, first])
    await hasMessages('bob', before + 1)
    await deliver('chat.message.sent', events.chatEvent(world(), world().get('bob'), 'page first', first.id))
    const second = line('webhook first', 'bob')
    await deliver('chat.message.sent', events.chatEvent(world(), world().get('bob'), 'webhook first', second.id))
    send([second, line('a third', 'bob')])
    await hasMessages('bob', before + 3)
    await turns()
    assert.equal(await messages('bob'), before + 3)
  })

  it('runs commands with the roles of the badges, but never believes who the broadcaster is', async () => {
    const rolesOf = async (username: string) => {
      const { db } = stage.app.ctx
      const place = { channel: stage.app.channel.id, user: String(world().get(username).id) }
      return (await db.get(readRoles, place))?.roles.split(',').filter((role) => role !== '')
    }
    const before = await messages('carol')
    send([line('hello', 'carol', { badges: ['moderator', 'broadcaster', 'subscriber', 'unknown'] })])
    await hasMessages('carol', before + 1)
    assert.deepEqual((await rolesOf('carol'))?.sort(), ['moderator', 'subscriber'])
    const host = world().broadcaster.name
    const written = await messages(host)
    send([line('hello', host)])
    await hasMessages(host, written + 1)
    assert.deepEqual(await rolesOf(host), ['broadcaster'])
  })

  it('leaves out what this server said itself', async () => {
    const said = stage.app.call('send-message', { message: 'from the server', platform: 'PlatformA' })
    await said
    const [sent] = world().lines.slice(-1)
    const before = await messages(world().broadcaster.name)
    const own = line('from the server', world().broadcaster.name, { id: sent?.id })
    send([own, line('typed by hand', world().broadcaster.name)])
    await hasMessages(world().broadcaster.name, before + 1)
  })

  it('counts each gift once: those of the page, those of the webhook, and those of both', async () => {
    const start = (await subscriptions()).length
    const [giver, first, second] = [world().get('carol'), world().get('zoe'), world().get('yuri')]
    send([{ kind: 'gift', id: '110003713021787', giver: giver.name, names: [first.name] }])
    await eventually('the first gift', async () => (await subscriptions()).length === start + 1)
    await deliver('channel.subscription.gifts', events.giftsEvent(world(), giver, [first, second]))
    await eventually('the second gift', async () => (await subscriptions()).length === start + 2)
    await turns(200)
    assert.equal((await subscriptions()).length, start + 2)
    const given = (await subscriptions()).slice(-2).map(({ data }) => data.username)
    assert.deepEqual(given.sort(), [first.name, second.name].sort())
  })

  it('finds people by their names, and leaves out names that nobody has', async () => {
    const start = (await subscriptions()).length
    send([{ kind: 'gift', id: '', giver: '', names: ['nobody_has_this_name', world().get('snake_case').name] }])
    await eventually('one gift', async () => (await subscriptions()).length === start + 1)
    await turns(200)
    assert.equal((await subscriptions()).length, start + 1)
  })

  it('ignores old messages, and ends a connection that sends anything else', async () => {
    const before = await messages('alice')
    send([line('old', 'alice', { at: stage.clock.now() - hourMs }), line('new')])
    await hasMessages('alice', before + 1)
    for (const wrong of [
      { type: 'mirrored', broadcaster: broadcaster(), events: [] },
      { type: 'mirrored', broadcaster: 'x', events: [line('x')] },
      { type: 'mirrored', broadcaster: broadcaster(), events: [{ kind: 'follow', name: 'x' }] },
      { type: 'mirrored', broadcaster: broadcaster(), events: [line('x', 'alice', { more: 1 })] },
      { type: 'mirrored', broadcaster: broadcaster(), events: [line('x'.repeat(2001))] },
      { type: 'mirrored', broadcaster: broadcaster(), events: Array.from({ length: 51 }, () => line('x')) },
      { type: 'mirror-state', state: 'fine' },
    ]) {
      const other = await openFakeExtension(stage.app.url)
      await other.pair((await owner.call('create-extension-code')).body.code)
      other.say(wrong)
      assert.equal((await other.hears('bye')).reason, 'bad_message', JSON.stringify(wrong).slice(0, 80))
      await other.isClosed()
      const { pairings } = (await owner.call('get-extension')).body
      await owner.call('unpair-extension', { id: pairings.at(-1).id })
    }
  })

  it('drops what is more than a large chat has in a second', () => {
    const clock = createStillClock()
    const socket = createExtensionSocket(new EventEmitter() as WebSocket, { clock, onLeave: () => {} })
    const accepted = () => {
      socket.countFrame()
      return Array.from({ length: 300 }, () => socket.countMirrored(1)).filter((isOne) => isOne).length
    }
    assert.deepEqual([accepted(), accepted()], [200, 0])
    clock.pass(1_000)
    assert.equal(accepted(), 200)
    clock.pass(1_000)
    socket.countFrame()
    assert.deepEqual([socket.countMirrored(150), socket.countMirrored(100)], [true, false], 'people, not events')
  })

  it('counts a subscription once, whichever way comes first, even hours later', async () => {
    const start = (await subscriptions()).length
    send([{ kind: 'subscription', name: world().get('alice').name, months: 3 }])
    await eventually('the page was first', async () => (await subscriptions()).length === start + 1)
    stage.clock.jump(5 * hourMs)
    owner = await signInAsOwner(stage.app)
    await deliver('channel.subscription.renewal', events.subscribeEvent(world(), world().get('alice'), 3))
    await deliver('channel.subscription.new', events.subscribeEvent(world(), world().get('bob'), 1))
    await eventually('the webhook was first', async () => (await subscriptions()).length === start + 2)
    send([{ kind: 'subscription', name: world().get('bob').name, months: 1 }])
    await turns(200)
    assert.equal((await subscriptions()).length, start + 2)
  })

  it('shows in the panel what works and what is missing meanwhile', async () => {
    extension.say({ type: 'mirror-state', state: 'no_page' })
    await eventually('the page is missing', async () => (await reach()).mirror.state === 'no_page')
    extension.say({ type: 'mirror-state', state: 'open' })
    send([line('it works')])
    await eventually('it works', async () => (await reach()).mirror.state === 'on')
    const { working, missing } = await reach()
    assert.deepEqual([working, missing], [['mirror'], ['follow', 'ban', 'bits']])
  })
})
