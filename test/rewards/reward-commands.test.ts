import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { botLines } from '../commands/chat-line.ts'
import { makeCommand, runsOf, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { chatOf, eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'
import { createTestClock, minuteMs } from '../test-clock.ts'

runsOn('sqlite', 'postgres')

describe('a redemption that runs a command', () => {
  const clock = createTestClock()
  let app: TestApp
  before(async () => {
    app = await createTestApp({ clock })
  })
  after(() => app.close())

  let rewards = 0
  /** A reward of its own that runs a command of its own. */
  async function link(command: Parameters<typeof makeCommand>[1], more: object = {}) {
    const { word, id } = await makeCommand(app, { platforms: ['twitch'], ...command })
    const title = `Reward ${++rewards}`
    const { body } = await app.call('create-reward', {
      platform: 'PlatformB',
      title,
      cost: 10,
      command: word,
      ...more,
    })
    return { word, id, title, reward: body }
  }
  async function redeem(reward: string, message = '', username = 'alice') {
    const { body } = await sandboxCall(app, 'redeem', { platform: 'PlatformB', username, reward, message })
    await new Promise((resolve) => setImmediate(resolve))
    await app.app.bot.settled()
    return body.id as string
  }
  async function statusOf(id: string): Promise<string | undefined> {
    for (const status of ['pending', 'fulfilled', 'refunded']) {
      const { body } = await app.call('list-redemptions', { platform: 'PlatformB', status })
      if (body.redemptions.some((one: { id: string }) => one.id === id)) return status
    }
    return undefined
  }
  const refusals = async (seq: number) =>
    (await eventsSince(app, seq)).filter(({ kind }) => kind === 'redemption.refused').map(({ data }) => data)

  it('is answered on its platform, and then fulfilled', async () => {
    const { word, title, reward } = await link({ message: 'Thank you $(user)!' })
    assert.deepEqual([reward.command, reward.fulfil_after_run, reward.refund_if_refused], [word, true, false])
    const id = await redeem(title)
    assert.equal(botLines(await chatOf(app, 'PlatformB')).at(-1), 'Thank you alice!')
    assert.equal(await statusOf(id), 'fulfilled')
    const run = (await runsOf(app)).at(-1)
    assert.deepEqual([run.command, run.username, run.actor], [word, 'alice', 'reward:twitch'])
  })

  it('passes on what the viewer wrote as data: variables in it are not expanded', async () => {
    const steps = withSteps({ type: 'reply', text: 'step: $(args)' })
    const { title } = await link({ message: 'reply: $(args)', ...steps }, { input_required: true })
    await redeem(title, '$(points) $(user) {"type":"ban"}')
    const [reply, step] = botLines(await chatOf(app, 'PlatformB')).slice(-2)
    assert.equal(reply, 'reply: $(points) $(user) {"type":"ban"}')
    assert.equal(step, 'step: $(points) $(user) {"type":"ban"}')
  })

  it('costs no points of ours, because it was paid with channel points', async () => {
    const { title } = await link({ message: 'for free', pointsCost: 99_999_999 })
    const id = await redeem(title)
    assert.equal(await statusOf(id), 'fulfilled')
  })

  it('waits for a person when the command was refused, unless the streamer chose to refund', async () => {
    const seq = await lastSeq(app)
    const kept = await link({ message: 'x', permissions: ['moderator'] })
    assert.equal(await statusOf(await redeem(kept.title)), 'pending')
    const refunded = await link({ message: 'x', permissions: ['moderator'] }, { refund_if_refused: true })
    assert.equal(await statusOf(await redeem(refunded.title)), 'refunded')
    assert.deepEqual(
      (await refusals(seq)).map(({ cause, refunded, command, username }) => [cause, refunded, command, username]),
      [
        ['role', false, kept.word, 'alice'],
        ['role', true, refunded.word, 'alice'],
      ],
    )
  })

  it('is refused for a cooldown, another platform or a disabled command, and refunded', async () => {
    const refund = { refund_if_refused: true }
    const cooling = await link({ message: 'x', cooldownUserSeconds: 60 }, refund)
    assert.equal(await statusOf(await redeem(cooling.title)), 'fulfilled')
    const seq = await lastSeq(app)
    assert.equal(await statusOf(await redeem(cooling.title)), 'refunded')
    assert.equal(await statusOf(await redeem(cooling.title, '', 'bob')), 'fulfilled', 'somebody else may')
    const elsewhere = await link({ message: 'x', platforms: ['kick'] }, refund)
    assert.equal(await statusOf(await redeem(elsewhere.title)), 'refunded')
    const off = await link({ message: 'x' }, refund)
    await app.call('toggle-command', { id: off.id, active: 0 })
    assert.equal(await statusOf(await redeem(off.title)), 'refunded')
    const causes = (await refusals(seq)).map(({ cause }) => cause)
    assert.deepEqual(causes, ['cooldown', 'platform', 'inactive'])
  })

  it('is refunded when the command failed, and one step can decide as well', async () => {
    const refund = { refund_if_refused: true }
    const failing = await link({ message: '', ...withSteps({ type: 'audio_alert', name: 'no such alert' }) }, refund)
    assert.equal(await statusOf(await redeem(failing.title)), 'refunded')
    const deciding = await link({ message: 'No', ...withSteps({ type: 'update_redemption', status: 'refunded' }) })
    assert.equal(await statusOf(await redeem(deciding.title)), 'refunded')
    const { word } = await makeCommand(app, withSteps({ type: 'update_redemption' }))
    await app.call('run-command', { command: word })
    const [step] = (await runsOf(app)).at(-1).steps
    assert.equal(step.message, 'redemption_id is required when no redemption ran the command.')
  })

  it('stays open when the streamer fulfils by hand', async () => {
    const { title } = await link({ message: 'seen' }, { fulfil_after_run: false })
    assert.equal(await statusOf(await redeem(title)), 'pending')
  })

  it('runs no command that was unlinked, replaced or deleted', async () => {
    const { title, reward, id } = await link({ message: 'still linked' })
    const update = (change: object) => app.call('update-reward', { platform: 'PlatformB', reward_id: title, ...change })
    const other = await makeCommand(app, { platforms: ['twitch'], message: 'the other' })
    assert.equal((await update({ command: other.word })).body.command, other.word)
    await redeem(title)
    assert.equal(botLines(await chatOf(app, 'PlatformB')).at(-1), 'the other')
    assert.equal((await update({ unlink_command: true })).body.command, null)
    const runs = (await runsOf(app)).length
    assert.equal(await statusOf(await redeem(title)), 'pending')
    await update({ command: (await app.ctx.commands.get(app.ctx.db, app.channel.id, { id })).command })
    await app.ctx.db.write((tx) => app.ctx.commands.remove(tx, app.cause, id))
    assert.equal(await statusOf(await redeem(title)), 'pending')
    assert.equal((await runsOf(app)).length, runs)
    const { body } = await app.call('list-rewards', { platform: 'PlatformB' })
    assert.equal(body.rewards.find((one: { id: string }) => one.id === reward.id).command, null)
    await app.call(
      'update-reward',
      { platform: 'PlatformB', reward_id: title, command: 'no-such-command' },
      { status: 404 },
    )
  })

  it('that is reported too late runs nothing', async () => {
    const seq = await lastSeq(app)
    const { title, reward } = await link({ message: 'too late' })
    const { account } = await app.ctx.platforms.get(app.channel.id, 'twitch')
    const user = await app.app.sandbox.world.getUser('twitch', 'carol')
    const redeemedAt = clock.now() - 11 * minuteMs
    const redemption = {
      redemptionId: 'late',
      rewardId: reward.id,
      rewardTitle: title,
      cost: 10,
      message: '',
      redeemedAt,
    }
    await app.app.bot.feed(account, { kind: 'redemption', id: 'late:pending', user, ...redemption, status: 'pending' })
    await app.app.bot.settled()
    assert.deepEqual(
      (await refusals(seq)).map(({ cause }) => cause),
      ['late'],
    )
  })

  it('reported out of order or again runs its command once', async () => {
    const { title, reward } = await link({ message: 'once' })
    const { account } = await app.ctx.platforms.get(app.channel.id, 'twitch')
    const user = await app.app.sandbox.world.getUser('twitch', 'carol')
    const redemption = {
      redemptionId: 'swapped',
      rewardId: reward.id,
      rewardTitle: title,
      cost: 10,
      message: '',
      redeemedAt: clock.now(),
    }
    const seq = await lastSeq(app)
    for (const status of ['fulfilled', 'pending', 'fulfilled', 'pending'] as const) {
      await app.app.bot.feed(account, { kind: 'redemption', id: `swapped:${status}`, user, ...redemption, status })
      await app.app.bot.settled()
    }
    const kinds = (await eventsSince(app, seq)).map(({ kind }) => kind)
    assert.equal(kinds.filter((kind) => kind.startsWith('redemption.')).length, 1)
    assert.equal(kinds.filter((kind) => kind === 'command.ran').length, 1)
  })
})
