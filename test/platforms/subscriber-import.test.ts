import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createSubscriberImport } from '../../src/capabilities/subscribers/subscriber-import.ts'
import { runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { loose } from '../loose-events.ts'
import { createTestClock, dayMs } from '../test-clock.ts'
import { openTwitchStage, type TwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')

describe('the subscribers that Twitch lists', () => {
  let stage: TwitchStage
  before(async () => {
    stage = await openTwitchStage()
  })
  after(() => stage.close())

  const list = async () => {
    const all = { includeExpired: false, limit: 200, offset: 0 }
    const { items } = await stage.app.ctx.subscribers.list(stage.app.channel, 'twitch', all)
    return items.map(({ username, tier, subscriptionType }) => [username, tier, subscriptionType])
  }
  const importing = (clock = createTestClock()) => createSubscriberImport({ ...stage.app.ctx, clock })
  const run = (clock = createTestClock()) => importing(clock).run(stage.app.channel.id, 'twitch')

  it('are taken over when the account is connected, in place of the sandbox’s', async () => {
    await eventually('they are there', async () => (await list()).length === 2)
    assert.deepEqual(await list(), [
      ['alice', 1, 'self'],
      ['bob', 2, 'gift'],
    ])
  })

  it('stay when they are listed again, and go when they are not', async () => {
    const { world } = stage.fake
    const clock = createTestClock()
    clock.advance(20 * dayMs)
    assert.equal(await run(clock), 2)
    world.subscribers = world.subscribers.filter(({ login }) => login !== 'bob')
    world.subscribers.push({ login: 'zoe', tier: '3000', isGift: false })
    assert.equal(await run(), 2)
    assert.deepEqual(await list(), [
      ['alice', 1, 'self'],
      ['zoe', 3, 'self'],
    ])
  })

  it('keep the months that were received', async () => {
    await stage.act({ by: 'alice', kind: 'subscribe', tier: 2, months: 9 })
    await eventually('it is heard', async () => (await list()).some(([name, tier]) => name === 'alice' && tier === 2))
    await run()
    const { events, db } = stage.app.ctx
    const heard = await loose(events.newest(db, stage.app.channel.id, 'subscribers', 1))
    assert.equal(heard[0]?.data.months, 9)
    assert.deepEqual((await list())[0], ['alice', 1, 'self'], 'the tier is as Twitch lists it')
  })

  it('are left as they are when Twitch cannot be asked, which is no reason to fail', async () => {
    const before = await list()
    stage.fake.server.plan('500', { on: /subscriptions/, times: 3 })
    assert.equal(await importing().runSafely(stage.app.channel.id, 'twitch'), 0)
    assert.deepEqual(await list(), before)
    assert.equal(await run(), 2)
    assert.equal(await importing().run(stage.app.channel.id, 'kick'), undefined, 'a platform that lists nobody')
  })

  it('are asked for now and then, not all the time', async () => {
    const clock = createTestClock()
    const due = importing(clock)
    const asked = () => stage.fake.server.count(/GET \/helix\/subscriptions/)
    const before = asked()
    assert.equal(await due.runDue(), 2)
    assert.equal(await due.runDue(), 0)
    assert.equal(asked(), before + 1)
    clock.advance(dayMs)
    assert.equal(await due.runDue(), 2)
  })
})
