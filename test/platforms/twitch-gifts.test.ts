import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeAutomation, runsOf, settled } from '../automations/automation-maker.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { loose } from '../loose-events.ts'
import { openTwitchStage, type TwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts a server and a fake of Twitch')

/**
 * The notice of anonymous gifts has the fields and values of the recorded one in the tests of twitch-rs/twitch_api: nobody
 * is named, not even by an account of Twitch. Notices of single gifts have the fields of its types, where a direct gift is
 * one without a `community_gift_id`; no recorded one was found.
 */
const anonymous = {
  chatter_user_id: null,
  chatter_user_login: null,
  chatter_user_name: null,
  chatter_is_anonymous: true,
}
const alice = {
  chatter_user_id: '1001',
  chatter_user_login: 'alice',
  chatter_user_name: 'Alice',
  chatter_is_anonymous: false,
}
const notice = {
  color: '',
  badges: [],
  message: { text: '', fragments: [] },
  sub: null,
  resub: null,
  sub_gift: null,
  community_sub_gift: null,
}

describe('subscriptions that somebody gives on Twitch', () => {
  let stage: TwitchStage
  before(async () => {
    stage = await openTwitchStage()
  })
  after(() => stage.close())

  let sent = 0
  function tell(by: object, type: 'sub_gift' | 'community_sub_gift', details: object): void {
    const { id, login, name } = stage.fake.world.broadcaster
    const channel = { broadcaster_user_id: id, broadcaster_user_login: login, broadcaster_user_name: name }
    const row = { ...channel, ...notice, ...by, message_id: `notice-${++sent}`, notice_type: type, [type]: details }
    stage.fake.eventSub.notify('channel.chat.notification', row)
  }
  const giftTo = (number: number, giftId: string | null) => ({
    duration_months: 1,
    cumulative_total: null,
    recipient_user_id: `${5000 + number}`,
    recipient_user_name: `Recipient${number}`,
    recipient_user_login: `recipient${number}`,
    sub_tier: '1000',
    community_gift_id: giftId,
  })
  const logged = async (wanted: string) => {
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return all.filter(({ kind, actor }) => kind === wanted && actor === 'platform:twitch').map(({ data }) => data)
  }
  const hasReceived = (count: number) =>
    eventually('the gifts are received', async () => (await logged('subscription.received')).length >= count)

  it('are one event with a giver and a number, and start an automation once', async () => {
    const { app } = stage
    const say = (text: string) => [{ type: 'say', text, as: 'bot', platform: 'twitch' }]
    const onGifts = await makeAutomation(app, { type: 'event', event: 'subscription.gifts' }, say('$(displayname)'))
    const onOwn = await makeAutomation(app, { type: 'event', event: 'subscription' }, say('subscribed'))
    tell(alice, 'community_sub_gift', { id: '42', total: 20, cumulative_total: 84, sub_tier: '1000' })
    for (let number = 1; number <= 20; number++) tell(alice, 'sub_gift', giftTo(number, '42'))
    await hasReceived(20)
    await settled(app)
    const [bundle, ...others] = await logged('subscription.gifts')
    assert.deepEqual([bundle.username, bundle.count, bundle.is_anonymous, others], ['alice', 20, false, []])
    const received = await logged('subscription.received')
    assert.deepEqual(new Set(received.map(({ gift_id, from }) => `${gift_id} ${from}`)), new Set(['42 Alice']))
    assert.deepEqual([(await runsOf(app, onGifts)).length, (await runsOf(app, onOwn)).length], [1, 0])
  })

  it('may come from nobody, and nobody is taken for the broadcaster', async () => {
    const { world } = stage.fake
    tell(anonymous, 'community_sub_gift', {
      id: '12111455614691086753',
      total: 1,
      cumulative_total: null,
      sub_tier: '1000',
    })
    tell(anonymous, 'sub_gift', giftTo(21, '12111455614691086753'))
    await hasReceived(21)
    await settled(stage.app)
    const bundle = (await logged('subscription.gifts')).at(-1)
    assert.deepEqual([bundle.user_id, bundle.username, bundle.count, bundle.is_anonymous], ['', '', 1, true])
    await eventually('the automation has spoken', () => world.lines.at(-1)?.text === 'Somebody')
  })

  it('are a bundle of one where somebody gives to one person', async () => {
    tell(alice, 'sub_gift', giftTo(22, null))
    await hasReceived(22)
    tell(anonymous, 'sub_gift', giftTo(23, null))
    await hasReceived(23)
    const single = (await logged('subscription.gifts')).slice(-2)
    assert.deepEqual(
      single.map(({ username, count, to, is_anonymous }) => [username, count, to, is_anonymous]),
      [
        ['alice', 1, 'Recipient22', false],
        ['', 1, 'Recipient23', true],
      ],
    )
  })

  it('stand in the list of subscribers by who received them', async () => {
    const { body } = await stage.app.call('get-recent-activity', { limit: 1 })
    const [newest] = body.latest_subscribers
    assert.deepEqual([newest.type, newest.username, newest.subscription_type], ['sub_gift', 'recipient23', 'gift'])
  })
})
