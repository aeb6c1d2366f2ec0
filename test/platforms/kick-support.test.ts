import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeAutomation } from '../automations/automation-maker.ts'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import * as events from '../fakes/kick-events.ts'
import { loose } from '../loose-events.ts'
import { openTab } from '../panel/event-tab.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { type KickStage, openKickStage } from './kick-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')

describe('what Kick reports beside chat, subscriptions and KICKs', () => {
  let stage: KickStage
  let tab: Awaited<ReturnType<typeof openTab>>
  before(async () => {
    stage = await openKickStage()
    const owner = await signInAsOwner(stage.app)
    tab = await openTab(stage.app, owner.cookie, { query: '?live=1' })
    await tab.until(({ event }) => event === 'dashboard')
  })
  after(async () => {
    tab.close()
    await stage.close()
  })

  const world = () => stage.fake.world
  async function send(topic: string, payload: object): Promise<void> {
    const { headers, body } = stage.fake.webhooks.make(topic, payload)
    const response = await fetch(`${stage.app.url}/webhooks/kick`, { method: 'POST', headers, body })
    assert.equal(response.status, 200, await response.text())
  }
  const said = async (id: string) => (await tab.until(({ data }) => data.data?.message_id === id)).data.data

  it('is a message with emotes, badges and a color', async () => {
    const message = events.chatEvent(world(), world().get('alice'), '👋 [emote:37226:KEKW] hi')
    const identity = { username_color: '#FF5733', badges: [{ text: 'Subscriber', type: 'subscriber', count: 3 }] }
    await send('chat.message.sent', { ...message, sender: { ...message.sender, identity } })
    const { text, emotes, badges, color, roles } = await said(message.message_id)
    assert.deepEqual([text, color, roles], ['👋 KEKW hi', '#ff5733', ['subscriber']])
    const [emote] = emotes
    assert.equal([...text].slice(emote.begin, emote.end).join(''), 'KEKW')
    assert.deepEqual(badges, [{ id: 'subscriber/3', title: 'Subscriber', image: null }])
  })

  it('is who gave how many subscriptions, beside each of them', async () => {
    const to = ['bob', 'carol'].map((name) => world().get(name))
    await send('channel.subscription.gifts', events.giftsEvent(world(), world().get('alice'), to))
    await send('channel.subscription.gifts', events.giftsEvent(world(), undefined, to))
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    const reported = all.filter(({ actor, kind }) => actor === 'platform:kick' && kind.startsWith('subscription'))
    assert.deepEqual(
      // Before them is the demo content.
      reported.slice(-6).map(({ kind, data }) => [kind, data.username, data.count]),
      [
        ['subscription.gifts', 'alice', 2],
        ['subscription.received', 'bob', undefined],
        ['subscription.received', 'carol', undefined],
        ['subscription.gifts', '', 2],
        ['subscription.received', 'bob', undefined],
        ['subscription.received', 'carol', undefined],
      ],
    )
  })

  it('is a gift of nobody, as Kick was seen to send it: not marked as anonymous, and without an id', async () => {
    // The fields and values of the payload in the tests of KickLib.
    const nobody = { user_id: null, username: null, is_verified: null, profile_picture: null, channel_slug: null }
    const giftee = { user_id: 561654654, username: 'giftee_name', is_verified: true, channel_slug: 'giftee_channel' }
    await send('channel.subscription.gifts', {
      ...events.giftsEvent(world(), undefined, []),
      gifter: { is_anonymous: false, ...nobody },
      giftees: [{ is_anonymous: false, ...giftee }],
    })
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    const { data } = all.filter(({ kind }) => kind === 'subscription.gifts').at(-1) ?? {}
    assert.deepEqual([data.username, data.count, data.to, data.is_anonymous], ['', 1, 'giftee_name', true])
  })

  it('is a gift of KICKs with its name and its tier', async () => {
    // The gift in the tests of KickLib (KicksGiftedEventPayload.json).
    const named = { name: 'Rage Quit', type: 'LEVEL_UP', tier: 'MID' }
    const gift = { amount: 500, ...named, message: 'w', pinned_time_seconds: 600 }
    await makeAutomation(stage.app, { type: 'event', event: 'bits', where: { gift_tier: 'MID' } }, [
      { type: 'reply', text: '$(user) sent $(event.gift_name)' },
    ])
    await send('kicks.gifted', { ...events.kicksEvent(world(), world().get('alice'), 500), gift })
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    const { data } = all.filter(({ kind }) => kind === 'bits').at(-1) ?? {}
    assert.deepEqual(
      [data.value, data.unit, data.gift_name, data.gift_tier, data.message],
      [500, 'kicks', 'Rage Quit', 'MID', 'w'],
    )
    await eventually('it starts its automation', async () => {
      return world().lines.some(({ text }) => text === 'alice sent Rage Quit')
    })
  })

  it('shows what this server writes as its own, and counts it for nobody', async () => {
    const { body } = await stage.app.call('send-bot-message', { message: 'it is the bot' })
    assert.deepEqual(
      [(await said(body.message_id)).is_own, (await said(body.message_id)).username],
      [true, 'StreamerBot'],
    )
    assert.equal(
      await stage.app.ctx.viewers.findKnown(stage.app.channel, 'kick', { username: 'StreamerBot' }),
      undefined,
    )
  })
})
