import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { set, type, viewerOf } from '../commands/chat-line.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { withCopy } from '../read-database.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'
import { faultsInDatabase } from '../trust/check-database.ts'

runsOn('sqlite', 'postgres')

const minuteMs = 60_000

describe('points that come by themselves', () => {
  let app: TestApp
  let now = Date.UTC(2026, 0, 15, 12)
  let steady = 0
  const clock = { now: () => now, steady: () => steady + performance.now() }
  const pass = (ms: number) => {
    now += ms
    steady += ms
  }
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())
  // Every test in an hour of its own, so that no ceiling of one is in the way of the next.
  beforeEach(() => pass(2 * 60 * minuteMs))

  const pointsOf = async (name: string) => (await viewerOf(app, name)).points
  const gained = async (name: string, action: () => Promise<unknown>) => {
    const before = await pointsOf(name)
    await action()
    return (await pointsOf(name)) - before
  }
  const reasonOf = async (name: string) =>
    (await app.ctx.points.ledger(app.channel, await viewerOf(app, name), 1))[0]?.reason
  const who = (username: string) => ({ platform: 'PlatformA', username })

  it('do not come at all until the broadcaster switches them on', async () => {
    await set(app, 'earning', { per_message: 5, follow: 5, raid: 5 })
    assert.equal(await gained('viewer1', () => type(app, 'viewer1', 'hello')), 0)
    assert.equal(await gained('viewer1', () => sandboxCall(app, 'follow', who('viewer1'))), 0)
  })

  it('come with a message, once in its window, with the reason in the ledger', async () => {
    await set(app, 'earning', { enabled: true, per_message: 5, message_window_seconds: 60 })
    assert.equal(await gained('viewer2', () => type(app, 'viewer2', 'one')), 5)
    assert.equal(await reasonOf('viewer2'), 'message')
    pass(59_000)
    assert.equal(await gained('viewer2', () => type(app, 'viewer2', 'two')), 0)
    pass(1_000)
    assert.equal(await gained('viewer2', () => type(app, 'viewer2', 'three')), 5)
  })

  for (const [merit, action, more] of [
    ['follow', 'follow', {}],
    ['subscription', 'subscribe', { tier: 1 }],
    ['raid', 'raid', { viewers: 12 }],
  ] as const) {
    it(`come for a ${merit}, with the reason in the ledger`, async () => {
      await set(app, 'earning', { enabled: true, [merit]: 30 })
      const act = () => sandboxCall(app, action, { ...who('viewer3'), ...more })
      assert.equal(await gained('viewer3', act), 30)
      assert.equal(await reasonOf('viewer3'), merit)
    })
  }

  it('come for following once, not again for following again', async () => {
    await set(app, 'earning', { enabled: true, follow: 30 })
    assert.equal(await gained('viewer4', () => sandboxCall(app, 'follow', who('viewer4'))), 30)
    assert.equal(await gained('viewer4', () => sandboxCall(app, 'follow', who('viewer4'))), 0)
  })

  it('come for a gift to who gave it, and for nothing to who got it', async () => {
    await set(app, 'earning', { enabled: true, gift: 40, subscription: 7 })
    const gift = () => sandboxCall(app, 'subscribe', { ...who('viewer6'), tier: 1, gifted_by: 'viewer5' })
    const before = await pointsOf('viewer6')
    assert.equal(await gained('viewer5', gift), 40)
    assert.equal(await pointsOf('viewer6'), before)
    assert.equal(await reasonOf('viewer5'), 'gift')
  })

  it('are more for some roles: of several the best counts, and fractions are cut off', async () => {
    await set(app, 'earning', {
      enabled: true,
      per_message: 5,
      message_window_seconds: 0,
      multipliers: { follower: 1, subscriber: 1.5, vip: 3, moderator: 0, broadcaster: 1 },
    })
    const earn = (roles: string[]) => gained('viewer7', () => type(app, 'viewer7', 'x', { roles }))
    assert.equal(await earn([]), 5)
    assert.equal(await earn(['subscriber']), 7)
    assert.equal(await earn(['subscriber', 'vip']), 15)
    assert.equal(await earn(['moderator']), 0)
  })

  it('stop at the ceiling of the hour, whatever they come for, and continue in the next', async () => {
    await set(app, 'earning', {
      enabled: true,
      per_message: 40,
      message_window_seconds: 0,
      raid: 40,
      max_per_hour: 100,
    })
    const write = () => gained('viewer8', () => type(app, 'viewer8', 'x'))
    assert.equal(await write(), 40)
    assert.equal(await gained('viewer8', () => sandboxCall(app, 'raid', { ...who('viewer8'), viewers: 2 })), 40)
    assert.equal(await write(), 20)
    assert.equal(await write(), 0)
    pass(60 * minuteMs)
    assert.equal(await write(), 40)
  })

  it('do not come to bots and to names the broadcaster has left out', async () => {
    await set(app, 'earning', { enabled: true, per_message: 5 })
    await set(app, 'excluded', { names: ['@Viewer9'] })
    assert.equal(await gained('viewer9', () => type(app, 'viewer9', 'x')), 0)
    await set(app, 'excluded', {})
    const user = { id: 'b1', username: 'somebot', displayname: 'Bot', isBot: true }
    await app.app.bot.feed({ channelId: app.channel.id, platform: 'kick' }, { id: 'm', kind: 'chat', text: 'x', user })
    assert.equal(await pointsOf('somebot'), 0)
  })

  it('come for every minute watched', async () => {
    await set(app, 'earning', { enabled: true, per_minute: 3 })
    await sandboxCall(app, 'join', who('viewer10'))
    assert.equal(await gained('viewer10', () => app.app.bot.watchMinutes.tick()), 3)
    assert.equal(await reasonOf('viewer10'), 'watching')
    assert.equal(await gained('viewer10', () => app.app.bot.watchMinutes.tick()), 0)
    pass(minuteMs)
    assert.equal(await gained('viewer10', () => app.app.bot.watchMinutes.tick()), 3)
  })

  it('add up: the ledger of everybody is their balance', async () => {
    assert.deepEqual(await withCopy(app, faultsInDatabase), [])
  })
})
