import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readTotals } from '../../src/capabilities/events/event-totals.ts'
import type { PlatformEvent, ViewerEvent } from '../../src/platforms/platform.ts'
import { createRenewals } from '../../src/platforms/twitch/renewals.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import * as events from '../fakes/twitch-events.ts'
import { loose } from '../loose-events.ts'
import { openTwitchStage, type TwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')
isSlow('it starts servers and fakes of Twitch')

/**
 * The fields and values of both payloads are those in the tests of twitch-rs/twitch_api. That both come for one renewal,
 * in this order, was reported for SubathonManager (#175) and in Twitch’s forum (43781).
 */
const renewer = { user_id: '1234', user_login: 'cool_user', user_name: 'Cool_User' }
const subscribed = { ...renewer, tier: '1000', is_gift: false }
const shared = {
  ...renewer,
  tier: '1000',
  message: { text: 'Love the stream! FevziGG', emotes: [{ begin: 23, end: 30, id: '302976485' }] },
  cumulative_months: 15,
  streak_months: 1,
  duration_months: 6,
}

function watch(stage: () => TwitchStage) {
  const world = () => stage().fake.world
  const tell = (type: string, event: object) => {
    const { id, login, name } = world().broadcaster
    const channel = { broadcaster_user_id: id, broadcaster_user_login: login, broadcaster_user_name: name }
    stage().fake.eventSub.notify(type, { ...channel, ...event })
  }
  return {
    tell,
    /** What was sent before has been received by then. */
    async settle(): Promise<void> {
      const line = events.chatEvent(world(), world().get('carol'), 'ping')
      const { ctx, channel } = stage().app
      const count = async () => {
        const found = await ctx.viewers.findKnown(channel, 'twitch', { username: 'carol' })
        return found !== undefined && 'known' in found ? found.known.messageCount : 0
      }
      const before = await count()
      stage().fake.eventSub.notify('channel.chat.message', line)
      await eventually('the line is heard', async () => (await count()) > before)
    },
    async logged() {
      const { ctx, channel } = stage().app
      const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
      return all.filter(({ kind, data }) => kind.startsWith('subscription') && ['1234', '5678'].includes(data.user_id))
    },
    async total() {
      const { ctx, channel } = stage().app
      return ((await readTotals(ctx.db, channel.id)).get('subscriptions') ?? 0) / 100
    },
  }
}

describe('a renewed subscription on Twitch that is shared at once', () => {
  let stage: TwitchStage
  before(async () => {
    stage = await openTwitchStage({ shareWaitMs: 60 * 60_000 })
  })
  after(() => stage.close())
  const { tell, settle, logged, total } = watch(() => stage)

  it('is one renewal with its message, whichever report comes first', async () => {
    const before = await total()
    tell('channel.subscribe', subscribed)
    tell('channel.subscription.message', shared)
    await eventually('the renewal is stored', async () => (await logged()).length > 0)
    const other = { user_id: '5678', user_login: 'cooler_user', user_name: 'Cooler_User' }
    tell('channel.subscription.message', { ...shared, ...other })
    tell('channel.subscribe', { ...subscribed, ...other })
    await eventually('the other renewal is stored', async () => (await logged()).length > 1)
    await settle()
    assert.deepEqual(
      (await logged()).map(({ kind, data }) => [kind, data.type, data.username, data.months, data.message]),
      [
        ['subscription', 'sub_renew', 'cool_user', 15, 'Love the stream! FevziGG'],
        ['subscription', 'sub_renew', 'cooler_user', 15, 'Love the stream! FevziGG'],
      ],
    )
    assert.equal(await total(), before + 2)
  })
})

describe('a renewed subscription on Twitch that is shared later', () => {
  let stage: TwitchStage
  before(async () => {
    stage = await openTwitchStage({ shareWaitMs: 1 })
  })
  after(() => stage.close())
  const { tell, logged, total } = watch(() => stage)

  it('is counted once: what is shared is an event that starts nothing for subscriptions', async () => {
    const before = await total()
    tell('channel.subscribe', subscribed)
    await eventually('the subscription is stored', async () => (await logged()).length === 1)
    tell('channel.subscription.message', shared)
    await eventually('the message is stored', async () => (await logged()).length === 2)
    assert.deepEqual(
      (await logged()).map(({ kind, data }) => [kind, data.months, data.message ?? '', data.streak_months ?? 0]),
      [
        ['subscription', 1, '', 0],
        ['subscription.shared', 15, 'Love the stream! FevziGG', 1],
      ],
    )
    assert.equal(await total(), before + 1)
  })

  it('counts again a month later, and waits over a restart', async () => {
    const { ctx, channel } = stage.app
    const delivered: PlatformEvent[] = []
    let now = Date.now()
    const open = (waitMs: number) =>
      createRenewals({
        db: ctx.db,
        clock: { ...ctx.clock, now: () => now },
        log: ctx.log,
        channelId: channel.id,
        waitMs,
        deliver: async (event) => void delivered.push(event),
      })
    const user = { id: '42', username: 'lapsed', displayname: 'Lapsed' }
    const report = (id: string, type: 'sub_new' | 'sub_renew') =>
      ({
        kind: 'subscription',
        id,
        user,
        type,
        tier: 2,
        months: type === 'sub_new' ? 1 : 9,
        expiresAt: now,
      }) as Extract<ViewerEvent, { kind: 'subscription' }>
    const first = open(60 * 60_000)
    await first.take(report('s1', 'sub_new'))
    first.close()
    assert.deepEqual(delivered, [])
    now += 2 * 60 * 60_000
    const second = open(60 * 60_000)
    await second.resume()
    await eventually('what waited is reported', () => delivered.length === 1)
    await eventually('it is noted as counted', async () => {
      await second.take(report('m1', 'sub_renew'))
      return delivered.length === 2
    })
    now += 28 * 24 * 60 * 60_000
    await second.take(report('m2', 'sub_renew'))
    second.close()
    assert.deepEqual(
      delivered.map(({ kind, id }) => [kind, id]),
      [
        ['subscription', 's1'],
        ['subscription-share', 'm1'],
        ['subscription', 'm2'],
      ],
    )
  })
})
