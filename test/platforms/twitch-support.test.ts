import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isSlow, leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import * as events from '../fakes/twitch-events.ts'
import * as support from '../fakes/twitch-support-events.ts'
import { loose } from '../loose-events.ts'
import { openTab } from '../panel/event-tab.ts'
import { signInAsOwner } from '../panel/panel-client.ts'
import { openTwitchStage, type TwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')
isSlow('it starts a server and a fake of Twitch')

describe('what Twitch reports beside chat, subscriptions and bits', () => {
  let stage: TwitchStage
  let tab: Awaited<ReturnType<typeof openTab>>
  before(async () => {
    stage = await openTwitchStage()
    const owner = await signInAsOwner(stage.app)
    tab = await openTab(stage.app, owner.cookie, { query: '?live=1' })
    await tab.until(({ event }) => event === 'dashboard')
  })
  after(async () => {
    tab.close()
    await stage.close()
  })

  const world = () => stage.fake.world
  const tell = (type: string, event: object, more = {}) => stage.fake.eventSub.notify(type, event, more)
  const live = () => tab.messages.filter(({ event }) => event === 'live').map(({ data }) => data)
  const said = (id: string) => tab.until(({ data }) => data.data?.message_id === id)
  /** Says something as carol and waits for it: what was sent before it has been stored by then. */
  async function settle(): Promise<void> {
    const event = events.chatEvent(world(), world().get('carol'), 'ping')
    tell('channel.chat.message', event)
    await said(event.message_id)
  }
  const logged = async (...kinds: string[]) => {
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return all.filter(({ kind, actor }) => kinds.includes(kind) && actor === 'platform:twitch')
  }

  it('is a hype train: its begin, each level and its end once, its progress as it happens', async () => {
    const train = (level: number, total: number) => support.hypeTrainEvent(world(), 'train-1', { level, total })
    // Twitch sends progress before the begin, and several for each level.
    tell('channel.hype_train.progress', train(1, 500))
    tell('channel.hype_train.begin', train(1, 700))
    for (const total of [900, 1900, 2000]) tell('channel.hype_train.progress', train(total > 1000 ? 2 : 1, total))
    tell('channel.hype_train.end', support.hypeTrainEndEvent(world(), 'train-1', 2))
    await settle()
    const train1 = await logged('hype-train.begin', 'hype-train.level', 'hype-train.end')
    assert.deepEqual(
      train1.map(({ kind, data, viewerId }) => [kind, data.level, viewerId]),
      [
        ['hype-train.begin', 1, null],
        ['hype-train.level', 2, null],
        ['hype-train.end', 2, null],
      ],
    )
    assert.deepEqual([train1[2]?.data.total, train1[2]?.data.goal], [4200, 0])
    const totals = live().filter(({ kind }) => kind === 'hype-train.progress')
    assert.deepEqual(
      totals.map(({ data }) => data.total),
      [500, 700, 900, 1900, 2000],
    )
  })

  it('is what a subscriber writes with a renewal', async () => {
    const zoe = world().get('zoe')
    tell('channel.subscription.message', { ...events.resubscribeEvent(world(), zoe, 2, 14), streak_months: 3 })
    const ofZoe = async () => (await logged('subscription')).find(({ data }) => data.username === 'zoe')
    // It is compared with a subscription that may have come a moment before.
    await eventually('it is reported', async () => (await ofZoe()) !== undefined)
    const { data } = (await ofZoe()) ?? {}
    assert.deepEqual([data?.message, data?.streak_months, data?.months, data?.tier], ['Still here', 3, 14, 2])
  })

  it('is a gift or Prime subscription that somebody continues', async () => {
    const bob = world().get('bob')
    const gifter = {
      gifter_is_anonymous: false,
      gifter_user_id: '1',
      gifter_user_name: 'Alice',
      gifter_user_login: 'alice',
    }
    const nobody = { gifter_is_anonymous: true, gifter_user_id: null, gifter_user_name: null, gifter_user_login: null }
    const notice = (type: string, details: object) =>
      tell('channel.chat.notification', support.noticeEvent(world(), bob, type, details))
    notice('gift_paid_upgrade', gifter)
    notice('gift_paid_upgrade', nobody)
    notice('prime_paid_upgrade', { sub_tier: '2000' })
    notice('pay_it_forward', gifter)
    await settle()
    assert.deepEqual(
      (await logged('subscription.upgrade')).map(({ data }) => [data.username, data.origin, data.from, data.tier]),
      [
        ['bob', 'gift', 'Alice', null],
        ['bob', 'gift', '', null],
        ['bob', 'prime', '', 2],
        ['bob', 'passed_on', 'Alice', null],
      ],
    )
  })

  it('is several gifts at once, beside each of them', async () => {
    const gifts = { id: 'g1', total: 5, sub_tier: '1000', cumulative_total: 12 }
    const notice = support.noticeEvent(world(), world().get('alice'), 'community_sub_gift', gifts)
    tell('channel.chat.notification', notice)
    tell('channel.chat.notification', notice)
    await settle()
    const bundles = (await logged('subscription.gifts')).map(({ data }) => [data.username, data.count, data.tier])
    assert.deepEqual(bundles, [['alice', 5, 1]])
  })

  it('is a watch streak, with or without words', async () => {
    const streak = (text: string) =>
      support.noticeEvent(
        world(),
        world().get('bob'),
        'watch_streak',
        { streak_count: 25, channel_points_awarded: 450 },
        text,
      )
    tell('channel.chat.notification', streak(''))
    tell('channel.chat.notification', streak('hello'))
    tell('channel.chat.notification', { ...streak('elsewhere'), source_broadcaster_user_id: '777' })
    await settle()
    assert.deepEqual(
      (await logged('watch-streak')).map(({ data }) => [data.username, data.streams, data.points, data.message]),
      [
        ['bob', 25, 450, ''],
        ['bob', 25, 450, 'hello'],
      ],
    )
  })

  it('is a message that was deleted, and a chat that was cleared', async () => {
    tell('channel.chat.message_delete', support.deletedEvent(world(), world().get('bob'), 'msg-7'))
    tell('channel.chat.clear', support.clearedEvent(world()))
    tell('channel.ban', events.banEvent(world(), world().get('zoe'), 10))
    await settle()
    const gone = live().filter(({ kind }) => kind === 'chat.message-deleted' || kind === 'chat.cleared')
    assert.deepEqual(
      gone.map(({ data }) => data.message_id ?? data.user_id),
      ['msg-7', null, world().get('zoe').id],
    )
  })

  it('has titles and images of badges, once they are loaded', async () => {
    const badges = [
      { set_id: 'subscriber', id: '12', info: '14' },
      { set_id: 'moderator', id: '1', info: '' },
      { set_id: 'unheard-of', id: '1', info: '' },
    ]
    const shown = async () => {
      const event = events.chatEvent(world(), world().get('bob'), 'look', undefined, { badges })
      tell('channel.chat.message', event)
      const { data } = await said(event.message_id)
      return data.data.badges.map(({ title }: { title: string }) => title).join()
    }
    await eventually('the titles', async () => (await shown()) === '1-Year Subscriber,Moderator,unheard-of')
    const last = live().at(-1)
    assert.equal(last?.data.badges[0].image, 'https://static-cdn.jtvnw.net/badges/v1/subscriber-12/2')
    assert.equal(stage.fake.server.count(/^GET .*chat\/badges/), 2, 'they are asked for once')
  })

  it('shows what this server writes as its own', async () => {
    const { body } = await stage.app.call('send-message', { message: 'it is me', platform: 'PlatformB' })
    const { data } = await said(body.message_id)
    assert.deepEqual([data.data.is_own, data.data.username], [true, 'streamer'])
  })
})
