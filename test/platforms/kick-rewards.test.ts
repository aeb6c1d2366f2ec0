import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { finishedRun, makeAutomation } from '../automations/automation-maker.ts'
import { makeCommand } from '../commands/command-maker.ts'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { kickRedemptionEvent, newKickRedemption, newKickReward, redeemerFields } from '../fakes/kick-rewards.ts'
import { loose } from '../loose-events.ts'
import { type KickStage, openKickStage } from './kick-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')

describe('rewards of Kick', () => {
  let stage: KickStage
  before(async () => {
    stage = await openKickStage()
  })
  after(() => stage.close())

  const on = { platform: 'PlatformA' }
  const call: KickStage['app']['call'] = (...of) => stage.app.call(...of)
  const points = () => stage.fake.points
  const world = () => stage.fake.world
  const topic = 'channel.reward.redemption.updated'
  const logged = async (area: string) => {
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return all.filter(({ kind }) => kind.startsWith(`${area}.`))
  }

  it('are created, changed and deleted, and each change is an event although Kick reports none', async () => {
    const wanted = { title: 'Stretch', cost: 200, prompt: 'Now', input_required: true, paused: true }
    const { body } = await call('create-reward', { ...on, ...wanted })
    const [made] = points().rewards
    assert.deepEqual(
      [made?.title, made?.cost, made?.description, made?.is_user_input_required, made?.is_paused],
      ['Stretch', 200, 'Now', true, true],
    )
    assert.deepEqual([body.id, body.prompt, body.paused, body.max_per_stream], [made?.id, 'Now', true, null])
    await call('update-reward', { ...on, reward_id: 'Stretch', enabled: false, paused: false })
    assert.deepEqual([made?.is_enabled, made?.is_paused, made?.cost], [false, false, 200])
    await call('delete-reward', { ...on, reward_id: 'Stretch' })
    assert.deepEqual(points().rewards, [])
    assert.deepEqual(
      (await logged('reward')).map(({ data }) => data.change),
      ['created', 'updated', 'deleted'],
    )
  })

  it('of another app are refused by Kick', async () => {
    const foreign = newKickReward('Made elsewhere', 5, false)
    points().rewards.push(foreign)
    const refused = await call('update-reward', { ...on, reward_id: foreign.id, cost: 6 }, { status: 502 })
    assert.equal(refused.body.code, 'platform_refused')
    const redemption = newKickRedemption(foreign, world().get('alice'))
    points().redemptions.push(redemption)
    const settled = await call('update-redemption', { ...on, id: redemption.id, status: 'fulfilled' }, { status: 502 })
    assert.equal(settled.body.error, 'Kick refused the request: another app created this reward.')
    points().rewards = []
    points().redemptions = []
  })

  it('run their command when Kick reports a redemption, which is then accepted', async () => {
    const { word } = await makeCommand(stage.app, { platforms: ['kick'], message: 'Hi $(user): $(args)' })
    const { body } = await call('create-reward', { ...on, title: 'Say hi', cost: 10, command: word })
    const made = points().rewards.find(({ id }) => id === body.id)
    assert.ok(made !== undefined)
    const redemption = newKickRedemption(made, world().get('alice'), '$(points)')
    points().redemptions.push(redemption)
    await stage.fake.webhooks.tell(topic, kickRedemptionEvent(world(), redemption, 'pending'))
    await eventually('it is accepted', async () => redemption.status === 'accepted')
    assert.equal(world().lines.at(-1)?.text, 'Hi alice: $(points)')
    await stage.fake.webhooks.tell(topic, kickRedemptionEvent(world(), redemption, 'accepted'))
    await eventually('both are in the log', async () => (await logged('redemption')).length === 2)
    assert.deepEqual(
      (await logged('redemption')).map(({ kind, data }) => [kind, data.status, data.username, data.message]),
      [
        ['redemption.added', 'pending', 'alice', '$(points)'],
        ['redemption.updated', 'fulfilled', 'alice', '$(points)'],
      ],
    )
  })

  it('are listed with their redemptions over all pages, with the names of the viewers', async () => {
    points().redemptions = []
    const [first, second] = [newKickReward('One', 1), newKickReward('Two', 2)]
    points().rewards.push(first, second)
    const early = newKickRedemption(second, world().get('bob'), 'early', new Date(Date.now() - 60_000))
    const late = newKickRedemption(first, world().get('alice'), 'late')
    points().redemptions.push(late, early)
    const { body } = await call('list-redemptions', on)
    assert.deepEqual(
      body.redemptions.map(({ reward_title, username, message, cost }: Record<string, unknown>) => {
        return [reward_title, username, message, cost]
      }),
      [
        ['Two', 'bob', 'early', 2],
        ['One', 'alice', 'late', 1],
      ],
    )
    const one = await call('list-redemptions', { ...on, reward_id: 'One' })
    assert.equal(one.body.total, 1)
    await call('update-redemption', { ...on, redemption_id: late.id, status: 'refunded' })
    assert.equal(late.status, 'rejected')
    const again = await call('update-redemption', { ...on, id: late.id, status: 'fulfilled' }, { status: 502 })
    assert.equal(again.body.error, 'Kick refused the request: this redemption is no longer pending.')
    const unknown = { ...on, redemption_id: 'nothing', status: 'fulfilled' }
    assert.equal((await call('update-redemption', unknown, { status: 404 })).body.code, 'redemption_not_found')
  })

  // `can_manage` and `is_deleted` stand in the answer in the tests of KickLib.
  it('that were deleted, or belong to another app, keep their redemptions in the list', async () => {
    points().redemptions = []
    const [gone, foreign] = [newKickReward('Gone', 3), newKickReward('Of another app', 4, false)]
    points().rewards.push(foreign)
    const at = (seconds: number) => new Date(Date.now() - seconds * 1000)
    points().redemptions.push(newKickRedemption(gone, world().get('alice'), 'sorry mr strimer', at(60)))
    points().redemptions.push(newKickRedemption(foreign, world().get('bob'), '', at(30)))
    const { body } = await call('list-redemptions', on)
    assert.deepEqual(
      body.redemptions.map(({ reward_title, username, message, cost }: Record<string, unknown>) => {
        return [reward_title, username, message, cost]
      }),
      [
        ['Gone', 'alice', 'sorry mr strimer', 3],
        ['Of another app', 'bob', '', 4],
      ],
    )
    points().redemptions = []
  })

  for (const field of redeemerFields) {
    it(`start their automation and are listed when Kick names the viewer by ${field}`, async () => {
      const title = `Named by ${field}`
      const reward = newKickReward(title, 7)
      points().rewards.push(reward)
      points().redeemerField = field
      const automation = await makeAutomation(stage.app, { type: 'reward', reward: title }, [
        { type: 'reply', text: `$(user) redeemed ${field}` },
        { type: 'update_redemption', status: 'fulfilled' },
      ])
      const redemption = newKickRedemption(reward, world().get('bob'), 'please')
      points().redemptions.push(redemption)
      const { body } = await call('list-redemptions', { ...on, reward_id: title })
      assert.deepEqual(
        body.redemptions.map(({ id, username, message }: Record<string, unknown>) => [id, username, message]),
        [[redemption.id, 'bob', 'please']],
      )
      await stage.fake.webhooks.tell(topic, kickRedemptionEvent(world(), redemption, 'pending', field))
      await eventually('it is accepted', async () => redemption.status === 'accepted')
      assert.equal((await finishedRun(stage.app, automation)).status, 'done')
      assert.ok(world().lines.some(({ text }) => text === `bob redeemed ${field}`))
      const reported = (await logged('redemption')).filter(({ data }) => data.redemption_id === redemption.id)
      assert.deepEqual(
        reported.map(({ kind, data }) => [kind, data.username, data.message]),
        [['redemption.added', 'bob', 'please']],
      )
    })
  }

  it('without the scope say which to allow', async () => {
    await stage.wire.connect({ without: ['channel:rewards:write'] })
    const { body } = await call('create-reward', { ...on, title: 'x', cost: 1 }, { status: 502 })
    assert.equal(body.code, 'platform_reauth_required')
    assert.match(body.error, /allow channel:rewards:write/)
    await stage.wire.connect()
  })
})
