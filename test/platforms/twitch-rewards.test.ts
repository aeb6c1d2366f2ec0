import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeCommand } from '../commands/command-maker.ts'
import { leavesPostgresToLongRun, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import * as events from '../fakes/twitch-reward-events.ts'
import { newRedemption, newReward } from '../fakes/twitch-rewards.ts'
import { loose } from '../loose-events.ts'
import { openTwitchStage, type TwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')
leavesPostgresToLongRun('it is about the calls of a platform and what it reports')

describe('rewards, polls and predictions of Twitch', () => {
  let stage: TwitchStage
  before(async () => {
    stage = await openTwitchStage()
  })
  after(() => stage.close())

  const on = { platform: 'PlatformB' }
  const call: TwitchStage['app']['call'] = (...of) => stage.app.call(...of)
  const points = () => stage.fake.points
  const world = () => stage.fake.world
  const tell = (type: string, event: object) => {
    const id = stage.fake.eventSub.notify(type, event)
    // As Twitch does when it got no answer.
    stage.fake.eventSub.notify(type, event, { id })
  }
  const logged = async (area: string) => {
    const { ctx, channel } = stage.app
    const all = await loose(ctx.events.after(ctx.db, channel.id, 0, 10_000))
    return all.filter(({ kind }) => kind.startsWith(`${area}.`))
  }
  const reward = 'channel.channel_points_custom_reward'

  it('a reward is created with its limits, changed and deleted', async () => {
    const wanted = { title: 'Stretch', cost: 200, prompt: 'Now', max_per_stream: 3, cooldown_seconds: 30, paused: true }
    const { body } = await call('create-reward', { ...on, ...wanted })
    const [made] = points().rewards
    assert.deepEqual(
      [made?.title, made?.cost, made?.prompt, made?.max_per_stream, made?.global_cooldown_seconds, made?.is_paused],
      ['Stretch', 200, 'Now', 3, 30, true],
    )
    assert.deepEqual([body.id, body.max_per_stream, body.cooldown_seconds, body.paused], [made?.id, 3, 30, true])
    const change = { ...on, reward_id: 'stretch', max_per_stream: 0, paused: false, enabled: false, cost: 1 }
    const { body: changed } = await call('update-reward', change)
    assert.deepEqual([changed.max_per_stream, changed.cooldown_seconds, changed.paused], [null, 30, false])
    assert.deepEqual([made?.is_enabled, made?.cost, made?.max_per_stream], [false, 1, undefined])
    await call('delete-reward', { ...on, reward_id: body.id })
    assert.deepEqual(points().rewards, [])
  })

  it('a reward of another app is listed, and Twitch’s refusal to change it is passed on', async () => {
    const foreign = newReward('Made elsewhere', 5, false)
    points().rewards.push(foreign)
    const { body } = await call('list-rewards', on)
    assert.deepEqual(
      body.rewards.map(({ title, can_manage }: Record<string, unknown>) => [title, can_manage]),
      [['Made elsewhere', false]],
    )
    const refused = await call('update-reward', { ...on, reward_id: foreign.id, cost: 6 }, { status: 502 })
    assert.match(refused.body.error, /^Twitch refused the request: .*different client ID/)
    const { word } = await makeCommand(stage.app, { platforms: ['twitch'] })
    const linked = await call('update-reward', { ...on, reward_id: foreign.id, command: word })
    assert.equal(linked.body.command, word, 'it can run a command all the same')
    points().rewards = []
  })

  it('a redemption is reported, runs its command, and is fulfilled at Twitch', async () => {
    const { word } = await makeCommand(stage.app, { platforms: ['twitch'], message: 'Hi $(user): $(args)' })
    const { body } = await call('create-reward', { ...on, title: 'Say hi', cost: 10, command: word })
    const made = points().rewards.find(({ id }) => id === body.id)
    assert.ok(made !== undefined)
    const redemption = newRedemption(made, world().get('alice'), '$(points)')
    points().redemptions.push(redemption)
    tell(`${reward}_redemption.add`, events.redemptionEvent(world(), redemption, 'unfulfilled'))
    await eventually('it is fulfilled', async () => redemption.status === 'FULFILLED')
    assert.equal(world().lines.at(-1)?.text, 'Hi alice: $(points)')
    tell(`${reward}_redemption.update`, events.redemptionEvent(world(), redemption, 'fulfilled'))
    await eventually('both are in the log', async () => (await logged('redemption')).length === 2)
    assert.deepEqual(
      (await logged('redemption')).map(({ kind, actor, data }) => [kind, actor, data.username, data.message]),
      [
        ['redemption.added', 'platform:twitch', 'alice', '$(points)'],
        ['redemption.updated', 'platform:twitch', 'alice', '$(points)'],
      ],
    )
  })

  it('redemptions are listed over all rewards of ours, oldest first, and settled by their id alone', async () => {
    points().redemptions = []
    const [first, second] = [newReward('One', 1), newReward('Two', 2)]
    points().rewards.push(first, second, newReward('Theirs', 3, false))
    const early = newRedemption(second, world().get('bob'), 'early', new Date(Date.now() - 60_000))
    const late = newRedemption(first, world().get('alice'), 'late')
    points().redemptions.push(late, early)
    const { body } = await call('list-redemptions', on)
    assert.deepEqual(
      body.redemptions.map(({ reward_title, username, message }: Record<string, unknown>) => {
        return [reward_title, username, message]
      }),
      [
        ['Two', 'bob', 'early'],
        ['One', 'alice', 'late'],
      ],
    )
    const { body: settled } = await call('update-redemption', { redemption_id: early.id, status: 'refunded', ...on })
    assert.deepEqual([settled.reward_id, early.status], [second.id, 'CANCELED'])
    const again = await call('update-redemption', { id: early.id, status: 'fulfilled', ...on }, { status: 502 })
    assert.match(again.body.error, /already fulfilled or cancelled/)
    const unknown = { redemption_id: 'nothing', status: 'fulfilled', ...on }
    assert.equal((await call('update-redemption', unknown, { status: 404 })).body.code, 'redemption_not_found')
    points().rewards = []
    points().redemptions = []
  })

  it('every redemption is reached, however many pages Twitch has of them', async () => {
    const reward = newReward('Often', 1)
    points().rewards.push(reward)
    const began = Date.now() - 60_000
    points().redemptions = Array.from({ length: 120 }, (_, index) =>
      newRedemption(reward, world().get('bob'), `number ${index}`, new Date(began + index)),
    )
    const pages = []
    for (const offset of [0, 50, 100, 150]) pages.push((await call('list-redemptions', { ...on, offset })).body)
    assert.deepEqual(
      pages.map(({ total, limit, offset }) => [total, limit, offset]),
      [
        [50, 50, 0],
        [50, 50, 50],
        [20, 50, 100],
        [0, 50, 150],
      ],
    )
    const messages = pages.flatMap((page) => page.redemptions.map(({ message }: { message: string }) => message))
    assert.deepEqual([messages.length, messages[0], messages.at(-1)], [120, 'number 0', 'number 119'])
    points().rewards = []
    points().redemptions = []
  })

  it('changes of rewards are reported', async () => {
    const one = newReward('Reported', 7)
    for (const end of ['add', 'update', 'remove']) tell(`${reward}.${end}`, events.rewardEvent(world(), one))
    const about = async () => (await logged('reward')).filter(({ data }) => data.reward === 'Reported')
    await eventually('all three are in the log', async () => (await about()).length === 3)
    assert.deepEqual(
      (await about()).map(({ data }) => [data.change, data.reward_id, data.cost]),
      [
        ['created', one.id, 7],
        ['updated', one.id, 7],
        ['deleted', one.id, 7],
      ],
    )
  })

  it('a poll is started and ended, once', async () => {
    const wanted = { title: 'Which?', options: ['Chess', 'Go'], seconds: 15, points_per_vote: 50 }
    const { body } = await call('create-poll', wanted)
    const [poll] = points().polls
    assert.deepEqual(
      [poll?.title, poll?.duration, poll?.points, poll?.choices.map(({ title }) => title)],
      ['Which?', 15, 50, ['Chess', 'Go']],
    )
    assert.equal(Date.parse(body.ends_at), (poll?.started ?? 0) + 15_000)
    assert.match((await call('create-poll', wanted, { status: 502 })).body.error, /A poll is already active/)
    if (poll?.choices[1] !== undefined) poll.choices[1].votes = 4
    const { body: ended } = await call('end-poll')
    assert.deepEqual([ended.id, ended.status, ended.results[1].votes], [poll?.id, 'terminated', 4])
    assert.equal((await call('end-poll', { id: poll?.id })).body.status, 'terminated')
    assert.equal((await call('end-poll', {}, { status: 404 })).body.error, 'No poll is running.')
    assert.equal((await call('end-poll', { id: 'x' }, { status: 404 })).body.error, 'id: there is no poll x.')
  })

  it('a prediction is started, locked and resolved', async () => {
    const wanted = { title: 'Win?', options: ['Yes', 'No'], seconds: 30 }
    const { body } = await call('create-prediction', wanted)
    assert.equal((await call('end-prediction', { action: 'lock' })).body.status, 'locked')
    const { body: ended } = await call('end-prediction', { id: body.id, option: 'No' })
    assert.deepEqual([ended.status, ended.winner], ['resolved', 'No'])
    const [made] = points().predictions
    assert.equal(made?.winner, made?.outcomes[1]?.id)
    await call('end-prediction', { id: body.id }, { status: 502 })
    await call('create-prediction', wanted)
    assert.equal((await call('end-prediction')).body.status, 'cancelled')
  })

  it('polls and predictions are listed for the panel, newest first', async () => {
    const { ctx, channel } = stage.app
    await call('create-poll', { title: 'And now?', options: ['Chess', 'Go'], seconds: 15 })
    const { polls, predictions } = await ctx.polls.list(channel, 'twitch')
    assert.deepEqual(
      polls.map(({ title, status }) => [title, status]),
      [
        ['And now?', 'active'],
        ['Which?', 'terminated'],
      ],
    )
    assert.deepEqual(
      predictions.map(({ status, options, winnerId }) => [status, options.find(({ id }) => id === winnerId)?.title]),
      [
        ['cancelled', undefined],
        ['resolved', 'No'],
      ],
    )
    await call('end-poll')
  })

  it('polls and predictions are reported from beginning to end, repeats aside', async () => {
    const [poll, prediction] = [events.newId(), events.newId()]
    tell('channel.poll.begin', events.pollEvent(world(), poll, undefined))
    tell('channel.poll.progress', events.pollEvent(world(), poll, [3, 1]))
    tell('channel.poll.end', events.pollEvent(world(), poll, [3, 2], 'completed'))
    // Twitch reports an end twice: once when it is over, once when it is taken off the screen.
    tell('channel.poll.end', events.pollEvent(world(), poll, [3, 2], 'archived'))
    tell('channel.prediction.begin', events.predictionEvent(world(), prediction, undefined))
    tell('channel.prediction.progress', events.predictionEvent(world(), prediction, [100, 0]))
    tell('channel.prediction.lock', events.predictionEvent(world(), prediction, [100, 5], { locked: true }))
    const end = { status: 'resolved', winner: `${prediction}-1` }
    tell('channel.prediction.end', events.predictionEvent(world(), prediction, [100, 5], end))
    await eventually('all are in the log', async () => (await logged('prediction')).length === 4)
    assert.deepEqual(
      (await logged('poll')).map(({ kind, data }) => [kind, data.status, data.results.map(votesOf)]),
      [
        ['poll.begun', 'active', [0, 0]],
        ['poll.progress', 'active', [3, 1]],
        ['poll.ended', 'ended', [3, 2]],
      ],
    )
    assert.deepEqual(
      (await logged('prediction')).map(({ kind, data }) => [
        kind,
        data.status,
        data.results.map(pointsOf),
        data.winner,
      ]),
      [
        ['prediction.begun', 'active', [0, 0], null],
        ['prediction.progress', 'active', [100, 0], null],
        ['prediction.locked', 'locked', [100, 5], null],
        ['prediction.ended', 'resolved', [100, 5], 'No'],
      ],
    )
  })

  it('without the scope the answer says which to allow', async () => {
    await stage.wire.connect({ without: ['channel:manage:polls'] })
    const wanted = { title: 'Which?', options: ['Chess', 'Go'], seconds: 15 }
    const { body } = await call('create-poll', wanted, { status: 502 })
    assert.equal(body.code, 'platform_reauth_required')
    assert.match(body.error, /allow channel:manage:polls/)
    await stage.wire.connect()
  })
})

function votesOf({ votes }: { votes: number }): number {
  return votes
}

function pointsOf({ points }: { points: number }): number {
  return points
}
