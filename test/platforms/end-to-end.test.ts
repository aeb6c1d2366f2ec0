import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { operations } from '../../src/operations.ts'
import { wordFor } from '../../src/platforms/contract/platforms.ts'
import { type Naming, namings } from '../../src/registry/names.ts'
import { preparations } from '../contract/derived-calls.ts'
import { misfits } from '../contract/fits-schema.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { startFakeKick } from '../fakes/kick.ts'
import { newKickRedemption } from '../fakes/kick-rewards.ts'
import { startFakeTwitch } from '../fakes/twitch.ts'
import { newRedemption } from '../fakes/twitch-rewards.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { setKickStage } from './kick-stage.ts'
import type { Stage } from './stage.ts'
import { setTwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')
isSlow('every operation against two platforms')

/** Words of the specification that no answer may carry once the names are the brands'. */
const specWords = /\b(?:Platform|Provider)[A-D]\b|(?<![a-z])(?:alpha|beta)(?![a-z])/

for (const naming of namings) describeEndToEnd(naming)

/** Kick and Twitch at once, as fake servers, and every operation of the contract against them. */
function describeEndToEnd(naming: Naming): void {
  describe(`Kick and Twitch from end to end, in the names of ${naming}`, () => {
    let app: TestApp
    let page: PageClient
    let stages: Record<'kick' | 'twitch', Stage>
    /** Alice redeems the only reward there is. Answers with the id of the redemption. */
    let redeem: Record<'kick' | 'twitch', () => string>
    let close = async () => {}
    before(async () => {
      const [kick, twitch] = await Promise.all([startFakeKick(), startFakeTwitch()])
      const services = { kick: kick.settings, twitch: twitch.settings }
      app = await createTestApp({ naming, config: { services } })
      const kickStage = await setKickStage(kick, app)
      stages = { kick: kickStage, twitch: await setTwitchStage(twitch, app) }
      redeem = {
        kick() {
          const made = newKickRedemption(kick.points.rewards[0] ?? assert.fail(), kick.world.get('alice'))
          kick.points.redemptions.push(made)
          return made.id
        },
        twitch() {
          const made = newRedemption(twitch.points.rewards[0] ?? assert.fail(), twitch.world.get('alice'))
          twitch.points.redemptions.push(made)
          return made.id
        },
      }
      page = await openPage(app)
      close = async () => {
        page.cut()
        await kickStage.closeExtension()
        await app.close()
        await Promise.all([kick.close(), twitch.close()])
      }
    })
    after(() => close())

    const called = new Set<string>()
    /** Takes the words of the specification, and sends and answers in those of the naming. */
    async function call(name: string, input: Record<string, unknown>, wanted = 200) {
      const operation = operations.find((one) => one.name === name)
      assert.ok(operation, name)
      called.add(name)
      const { names } = app.app
      const sent = names.toWire?.(operation.input)(input) ?? input
      const { status, body } = await app.call(names.operation(name), sent, { status: 'any' })
      assert.equal(status, wanted, `${name}: ${JSON.stringify(body)}`)
      if (naming === 'brand') assert.doesNotMatch(JSON.stringify(body), specWords, name)
      const { success, ...rest } = body
      if (success === true) assert.deepEqual(misfits(names.schema(operation.output), rest), [], name)
      return body
    }
    const look = (on: 'kick' | 'twitch') => stages[on].look()

    for (const platform of ['kick', 'twitch'] as const) {
      const on = { platform: wordFor(platform) }
      const key = (spec: string) => app.app.names.operation(spec)

      it(`chat, title, category and clips reach ${platform}`, async () => {
        await call('send-message', { message: 'from me', ...on })
        await call('send-bot-message', { message: 'from the bot', ...on })
        const lines = (await look(platform)).lines.slice(-2)
        assert.deepEqual(
          lines.map(({ by, text }) => [by, text]),
          [
            ['broadcaster', 'from me'],
            ['bot', 'from the bot'],
          ],
        )
        await call('title', { title: 'One title', ...on })
        await call('game', { game: 'chess', ...on })
        assert.deepEqual([(await look(platform)).title, (await look(platform)).category], ['One title', 'Chess'])
        const changed = await call('set-stream-meta', { title: 'Another', game: 'Minecraft', ...on })
        assert.deepEqual([changed.title_updated, changed.game_updated], [true, true])
        const meta = await call('get-stream-meta', on)
        assert.deepEqual([meta.title, meta.category, meta[key('is_live_alpha')]], ['Another', 'Minecraft', 1])
        assert.ok(meta.viewer_count > 0)
        const made = await call('clip', { title: 'What a shot', duration: 30, ...on })
        const short = key(platform === 'kick' ? 'alpha' : 'beta')
        assert.equal(made.platforms[short], 'created')
        const announced = (await look(platform)).lines.at(-1)
        assert.deepEqual([announced?.by, announced?.text], ['bot', `What a shot: ${made.clips[short]}`])
      })

      it(`viewers of ${platform} are found there, and have points and watch time here`, async () => {
        const zoe = { username: 'zoe', ...on }
        await call('add-points', { ...zoe, amount: 50 })
        await call('remove-points', { ...zoe, amount: 10 })
        await call('set-points', { username: 'yuri', amount: 5, ...on })
        await call('transfer-points', { from_username: 'zoe', to_username: 'yuri', amount: 15, ...on })
        const points = await call('get-points', { userid: stages[platform].idOf('zoe'), ...on })
        assert.equal(points.points ?? points.user?.points, 25, JSON.stringify(points))
        await call('get-points-top', on)
        await call('adjust-watch-time', { ...zoe, mode: 'add', amount: 30, day: '2026-01-15' })
        await call('adjust-watch-time-bulk', {
          mode: 'add',
          amount: 5,
          day: '2026-01-15',
          users: [{ username: 'yuri' }],
          ...on,
        })
        await call('get-watch-time', zoe)
        await call('get-watch-time-top', on)
        await call('get-points', { username: 'nobody_at_all', ...on }, 404)
      })

      it(`moderation reaches ${platform}`, async () => {
        const zoe = { username: 'zoe', ...on }
        const name = platform === 'kick' ? 'Zoe' : 'zoe'
        await call('timeout', { ...zoe, duration: 10, reason: 'caps' })
        assert.equal((await look(platform)).bans.get(name), 10)
        await call('ban', { ...zoe, reason: 'caps again' })
        assert.equal((await look(platform)).bans.get(name), null)
        await call('unban-user', zoe)
        assert.equal((await look(platform)).bans.has(name), false)
        const { message_id } = await call('send-message', { message: 'delete me', ...on })
        await call('delete-message', { message_id, ...on })
        assert.ok(!(await look(platform)).lines.some(({ id }) => id === message_id))
        // Kick has no call for it, and says so.
        await call('clear-chat', on, platform === 'kick' ? 502 : 200)
        for (const mode of ['on', 'status', 'off']) await call('shield-mode', { mode, ...on })
      })

      it(`what happens on ${platform} is received: lines, commands, follows, subscriptions, bits`, async () => {
        const stage = stages[platform]
        const lines = (await stage.look()).lines.length
        await stage.act({ by: 'yuri', kind: 'follow' })
        await stage.act({ by: 'yuri', kind: 'subscribe', tier: 1, months: 1 })
        await stage.act({ by: 'yuri', kind: 'bits', amount: 77 })
        await stage.act({ by: 'yuri', kind: 'chat', text: platform === 'kick' ? '!commands' : '!hello' })
        await eventually('the bot has answered', async () => (await stage.look()).lines.length > lines)
        assert.equal((await stage.look()).lines.at(-1)?.by, 'bot')
        const recent = JSON.stringify(await call('get-recent-activity', { limit: 10 }))
        for (const expected of ['"amount":77', stage.idOf('yuri')])
          assert.ok(recent.includes(expected), `${expected} in ${recent}`)
        if (platform === 'kick') {
          const { subscribers } = await call('get-alpha-subscribers', { limit: 200 })
          const ids = subscribers.map((one: Record<string, unknown>) => one[key('alpha_user_id')])
          assert.ok(ids.includes(stage.idOf('yuri')))
        }
        const banned = await call('ban-recent-followers', { action: 'timeout', count: 1, duration: 5, ...on })
        assert.ok(banned)
        await eventually('the follower is timed out', async () => (await stage.look()).bans.size > 0)
        assert.deepEqual([...(await stage.look()).bans.values()], [5])
      })

      it(`rewards of ${platform} are created, redeemed and refunded`, async () => {
        const { id } = await call('create-reward', { title: 'Hydrate', cost: 100, ...on })
        assert.equal((await call('update-reward', { reward_id: 'hydrate', paused: true, ...on })).paused, true)
        assert.equal((await call('list-rewards', on)).rewards[0].id, id)
        const redemption_id = redeem[platform]()
        const { redemptions } = await call('list-redemptions', on)
        assert.deepEqual([redemptions[0].id, redemptions[0].username], [redemption_id, 'alice'])
        await call('update-redemption', { redemption_id, status: 'refunded' })
        assert.equal((await call('list-redemptions', on)).total, 0)
        await call('delete-reward', { reward_id: id, ...on })
      })

      it(`an effect and a donation may name ${platform}`, async () => {
        await call('send-donation', { provider: 'ProviderA', amount: 5, currency: 'USD', username: 'zoe', ...on })
        await call('effect-trigger', { overlay_id: 'confetti', ...on })
      })
    }

    it('a message can be pinned on Twitch', async () => {
      const on = { platform: wordFor('twitch') }
      const { message_id } = await call('send-message', { message: 'Read the rules', ...on })
      await call('pin-message', { message_id, ...on })
      await call('unpin-message', on)
    })

    it('the rest of the contract answers beside them', async () => {
      for (const { name, example } of operations) {
        if (called.has(name)) continue
        await call(name, { ...example.input, ...(await preparations[name]?.(app)) })
      }
      assert.equal(called.size, operations.length)
    })

    it('one platform that fails does not keep the other from working', async () => {
      const { wire } = stages.kick
      wire?.server.plan('500', { on: /PATCH/, times: 9 })
      const { results } = await call('set-stream-meta', { title: 'Half of it' })
      assert.deepEqual(
        results.slice(0, 2).map(({ success }: { success: boolean }) => success),
        [false, true],
      )
      assert.equal((await look('twitch')).title, 'Half of it')
    })
  })
}
