import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventRegistry } from '../../src/registry/event-registry.ts'
import { showAlerts } from '../automations/alert-maker.ts'
import { settled } from '../automations/automation-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventsSince, lastSeq, sandboxCall } from './sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('the sandbox plays what viewers do to support a channel', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  /** The events that a control call causes. */
  async function playing(action: string, ...bodies: object[]) {
    const from = await lastSeq(app)
    for (const body of bodies) await sandboxCall(app, action, body)
    await settled(app)
    return eventsSince(app, from)
  }
  const kinds = (events: Awaited<ReturnType<typeof playing>>) => events.map(({ kind }) => kind)

  it('hype trains', async () => {
    const events = await playing(
      'hype-train',
      { phase: 'begin' },
      { phase: 'progress', level: 2, total: 2000 },
      { phase: 'progress', level: 2, total: 2500 },
      { phase: 'end', level: 2 },
      { phase: 'begin', type: 'golden_kappa' },
    )
    const expected = ['hype-train.begin', 'hype-train.level', 'hype-train.end', 'hype-train.begin']
    assert.deepEqual(kinds(events), expected)
    const trains = events.map(({ data }) => data.train_id)
    assert.deepEqual([new Set(trains.slice(0, 3)).size, trains[0] === trains[3]], [1, false])
    assert.equal(events[3]?.data.type, 'golden_kappa')
  })

  it('continued subscriptions, gifts, and what subscribers write', async () => {
    const [upgrade] = await playing('upgrade', { username: 'alice', origin: 'gift', gifted_by: 'bob' })
    assert.deepEqual([upgrade?.kind, upgrade?.data.from], ['subscription.upgrade', 'bob'])
    const gifts = await playing('gift', { platform: 'PlatformC', username: 'carol', count: 3, level_name: 'Friends' })
    assert.deepEqual(kinds(gifts), ['subscription.gifts', ...Array.from({ length: 3 }, () => 'subscription.received')])
    assert.deepEqual([gifts[0]?.data.count, gifts[1]?.data.type, gifts[1]?.data.level_name], [3, 'sub_gift', 'Friends'])
    const words = { platform: 'PlatformB', username: 'dave', tier: 1, months: 9, message: 'nine months!' }
    const [renewal] = await playing('subscribe', words)
    assert.deepEqual([renewal?.data.type, renewal?.data.message], ['sub_renew', 'nine months!'])
  })

  it('watch streaks, likes, shares and super fans', async () => {
    const [streak] = await playing('watch-streak', { username: 'alice', streams: 12 })
    assert.deepEqual([streak?.kind, streak?.platform, streak?.data.streams], ['watch-streak', 'twitch', 12])
    const [likes] = await playing('like', { count: 40_000 })
    assert.deepEqual([likes?.kind, likes?.platform, likes?.data.count], ['likes', 'tiktok', 40_000])
    assert.deepEqual(kinds(await playing('share', { username: 'bob' })), ['share'])
    const fans = await playing('super-fan', { username: 'bob' }, { username: 'carol', joined: true })
    assert.deepEqual(
      fans.map(({ data }) => data.is_new),
      [true, false],
    )
  })

  it('an evening of Twitch, in which every event is there once and is shown once', async () => {
    await sandboxCall(app, 'subscribe', { platform: 'PlatformB', username: 'frank', tier: 1 })
    await settled(app)
    const from = await lastSeq(app)
    const who = { username: 'frank' }
    await sandboxCall(app, 'end-subscription', who)
    await sandboxCall(app, 'power-up', { ...who, name: 'Play a song', custom: true, amount: 50, message: 'Queen' })
    await sandboxCall(app, 'automatic-reward', { ...who, message: 'Look at this' })
    const request = { platform: 'PlatformB', username: 'mallory' }
    const { body } = await sandboxCall(app, 'request-unban', { ...request, message: 'Sorry' })
    await sandboxCall(app, 'resolve-unban-request', { ...request, id: body.id, status: 'denied', reason: 'No' })
    await settled(app)
    const events = await eventsSince(app, from)
    assert.deepEqual(
      events.map((event) => eventRegistry.sentenceOf(event)),
      [
        'The subscription of Frank ended',
        'Frank used the power-up Play a song for 50 bits: Queen',
        'Frank redeemed Highlight My Message: Look at this',
        'Mallory asks to be unbanned: Sorry',
        'The unban request of Mallory was denied: No',
      ],
    )
    const { ctx, channel } = app
    const { items } = await ctx.subscribers.list(channel, 'twitch', { includeExpired: false, limit: 100, offset: 0 })
    assert.ok(!items.some(({ username }) => username === 'frank'))
  })

  it('guests of a shared chat, whose messages are not counted', async () => {
    const line = { platform: 'PlatformB', username: 'viewer150', text: 'hello' }
    const counted = async () => {
      const found = await app.ctx.viewers.findKnown(app.channel, 'twitch', { username: line.username })
      return found !== undefined && 'known' in found ? found.known.messageCount : 0
    }
    await sandboxCall(app, 'chat', { ...line, guest_of: 'streamer33' })
    assert.equal(await counted(), 0)
    await sandboxCall(app, 'chat', line)
    assert.equal(await counted(), 1)
  })

  it('Super Chats, also those that were missed', async () => {
    const [heard, missed] = await playing(
      'super-chat',
      { username: 'alice', amount: 499, message: 'hi' },
      { username: 'alice', amount: 499, missed: true },
    )
    assert.deepEqual([heard?.kind, heard?.data.amount, heard?.data.sent_at], ['bits', 499, undefined])
    assert.equal(typeof missed?.data.sent_at, 'number')
  })

  it('only where the platform has it, and says so', async () => {
    for (const [action, platform] of [
      ['hype-train', 'PlatformA'],
      ['watch-streak', 'PlatformC'],
      ['like', 'PlatformB'],
      ['super-chat', 'PlatformA'],
      ['gift', 'PlatformD'],
    ]) {
      const body = { platform, username: 'alice', phase: 'begin', streams: 1, amount: 1 }
      const { body: answer } = await sandboxCall(app, `${action}`, body, { status: 400 })
      assert.deepEqual([answer.code, answer.error.startsWith('platform ')], ['invalid_parameter', true], action)
    }
  })

  it('alerts follow', async () => {
    const [effect] = (await app.call('list-effects')).body.effects
    const rule = { show: 'effect', overlay_id: effect.overlay_id, text: '$(user) $(amount) $(message)' }
    const rules = [
      { ...rule, on: 'watch_streak', min_amount: 10 },
      { ...rule, on: 'hype_train', min_amount: 3 },
      { ...rule, on: 'subscription' },
    ]
    await showAlerts(app, rules)
    const shown = async (action: string, ...bodies: object[]) =>
      (await playing(action, ...bodies))
        .filter(({ kind }) => kind === 'cue.effect')
        .map(({ data }) => data.data.message)
    assert.deepEqual(
      await shown('watch-streak', { username: 'alice', streams: 9 }, { username: 'bob', streams: 10, message: 'yes' }),
      ['Bob 10 yes'],
    )
    assert.equal((await shown('hype-train', { phase: 'begin' }, { phase: 'progress', level: 3 })).length, 1)
    const renewal = { platform: 'PlatformB', username: 'erin', tier: 1, months: 3, message: 'hello chat' }
    assert.deepEqual(await shown('subscribe', renewal), ['Erin 3 hello chat'])
  })
})
