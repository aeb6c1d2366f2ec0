import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('channel point rewards', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const titles = async (platform = 'PlatformB') =>
    (await app.call('list-rewards', { platform })).body.rewards.map(({ title }: { title: string }) => title)
  const redeem = async (reward: string, more: object = {}, options: { status?: number } = {}) =>
    (await sandboxCall(app, 'redeem', { platform: 'PlatformB', username: 'alice', reward, ...more }, options as never))
      .body
  const kindsSince = async (seq: number) => (await eventsSince(app, seq)).map(({ kind }) => kind)

  it('are created, listed, changed, paused, disabled and deleted, and each change is an event', async () => {
    const seq = await lastSeq(app)
    const reward = { title: 'Push-ups', cost: 300, prompt: 'Ten of them', color: '#FF0000', max_per_stream: 5 }
    const { body: created } = await app.call('create-reward', { platform: 'PlatformB', ...reward })
    const { success: _, platform, id, command, ...settings } = created
    assert.deepEqual([platform, command], ['PlatformB', null])
    assert.deepEqual(settings, {
      ...reward,
      enabled: true,
      paused: false,
      input_required: false,
      skip_queue: false,
      max_per_user_per_stream: null,
      cooldown_seconds: null,
      can_manage: true,
      fulfil_after_run: false,
      refund_if_refused: false,
    })
    assert.ok((await titles()).includes('Push-ups'))
    assert.ok(!(await titles('PlatformA')).includes('Push-ups'), 'each platform has its own')

    const change = { platform: 'PlatformB', reward_id: id, cost: 400, paused: true, enabled: false, max_per_stream: 0 }
    const { body: changed } = await app.call('update-reward', change)
    assert.deepEqual([changed.cost, changed.paused, changed.enabled], [400, true, false])
    assert.deepEqual(
      [changed.title, changed.max_per_stream],
      ['Push-ups', null],
      'what is not sent stays, 0 is no limit',
    )
    const clearing = { platform: 'PlatformB', reward_id: id, prompt: '' }
    assert.equal((await app.call('update-reward', clearing)).body.prompt, 'Ten of them', 'an empty text is not sent')
    assert.equal((await app.call('update-reward', { ...clearing, clear_prompt: true })).body.prompt, '')

    const { body: deleted } = await app.call('delete-reward', { platform: 'PlatformB', id: 'push-UPS' })
    assert.deepEqual([deleted.id, deleted.title], [id, 'Push-ups'], 'by its title too')
    assert.ok(!(await titles()).includes('Push-ups'))
    const events = await eventsSince(app, seq)
    assert.deepEqual(
      events.map(({ kind, platform, data }) => [kind, platform, data.change, data.reward, data.cost]),
      [
        ['reward.changed', 'twitch', 'created', 'Push-ups', 300],
        ['reward.changed', 'twitch', 'updated', 'Push-ups', 400],
        ['reward.changed', 'twitch', 'updated', 'Push-ups', 400],
        ['reward.changed', 'twitch', 'deleted', 'Push-ups', 400],
      ],
    )
  })

  it('say in a sentence what a platform does not have', async () => {
    for (const [platform, name] of [
      ['PlatformC', 'YouTube'],
      ['PlatformD', 'TikTok'],
    ]) {
      for (const [operation, input] of [
        ['list-rewards', {}],
        ['create-reward', { title: 'x', cost: 1 }],
        ['update-reward', { reward_id: 'x' }],
        ['delete-reward', { reward_id: 'x' }],
        ['list-redemptions', {}],
        ['update-redemption', { redemption_id: 'x', status: 'refunded' }],
      ] as const) {
        const { body } = await app.call(operation, { platform, ...input }, { status: 400 })
        assert.equal(body.code, 'invalid_parameter')
        assert.equal(body.error, `${name} does not let other software manage channel point rewards.`, operation)
      }
    }
    const limited = { platform: 'PlatformA', title: 'Limited', cost: 5, cooldown_seconds: 60 }
    const { body } = await app.call('create-reward', limited, { status: 400 })
    assert.equal(body.error, 'cooldown_seconds is not available: rewards of Kick do not have it.')
    assert.ok(!(await titles('PlatformA')).includes('Limited'))
  })

  it('answer 404 for a reward or a redemption that does not exist', async () => {
    const unknown = { platform: 'PlatformB', reward_id: 'nothing' }
    for (const operation of ['update-reward', 'delete-reward', 'list-redemptions']) {
      const { body } = await app.call(operation, unknown, { status: 404 })
      assert.deepEqual([body.code, body.error], ['reward_not_found', 'reward_id: Twitch has no reward nothing.'])
    }
    for (const platform of [{ platform: 'PlatformA' }, {}]) {
      const { body } = await app.call(
        'update-redemption',
        { redemption_id: 'nothing', status: 'fulfilled', ...platform },
        { status: 404 },
      )
      assert.deepEqual(
        [body.code, body.error],
        ['redemption_not_found', 'redemption_id: there is no redemption nothing.'],
      )
    }
  })

  it('refuse what the platform refuses, and leave nothing behind', async () => {
    const before = [await titles(), await lastSeq(app)]
    const { body } = await app.call(
      'create-reward',
      { platform: 'PlatformB', title: 'hydrate', cost: 5 },
      { status: 502 },
    )
    assert.equal(body.error, 'Twitch refused the request: a reward with this title exists already.')
    await sandboxCall(app, 'fail', { platform: 'PlatformB', code: 'platform_unavailable' })
    const refused = await app.call('list-rewards', { platform: 'PlatformB' }, { status: 502 })
    assert.equal(refused.body.code, 'platform_unavailable')
    assert.deepEqual([await titles(), await lastSeq(app)], before)
  })

  it('are redeemed, wait, and are fulfilled or refunded once', async () => {
    const seq = await lastSeq(app)
    const [first, second] = [await redeem('Hydrate'), await redeem('Ask a question', { message: 'Why $(user)?' })]
    assert.equal(first.status, 'pending')
    const { body: waiting } = await app.call('list-redemptions', { platform: 'PlatformB' })
    assert.deepEqual(
      waiting.redemptions.map(({ id, reward_title, cost, username, message, status }: Record<string, unknown>) => {
        return [id, reward_title, cost, username, message, status]
      }),
      [
        [first.id, 'Hydrate', 100, 'alice', '', 'pending'],
        [second.id, 'Ask a question', 500, 'alice', 'Why $(user)?', 'pending'],
      ],
    )
    const one = await app.call('list-redemptions', { platform: 'PlatformB', reward_id: 'Hydrate' })
    assert.equal(one.body.total, 1)
    const { body: later } = await app.call('list-redemptions', { platform: 'PlatformB', limit: 1, offset: 1 })
    assert.deepEqual([later.total, later.offset, later.redemptions[0].id], [1, 1, second.id])
    const { body: part } = await app.call('list-rewards', { platform: 'PlatformB', limit: 1, offset: 1 })
    const { body: whole } = await app.call('list-rewards', { platform: 'PlatformB' })
    assert.deepEqual(part.rewards, whole.rewards.slice(1, 2))
    assert.deepEqual([part.total, part.limit, part.offset], [whole.total, 1, 1])
    assert.deepEqual([whole.rewards.length, whole.limit, whole.offset], [whole.total, null, 0])

    const done = { redemption_id: first.id, status: 'fulfilled' }
    const { body: settled } = await app.call('update-redemption', done)
    assert.deepEqual([settled.platform, settled.reward_id], ['PlatformB', 'reward_hydrate'], 'found without a platform')
    const again = await app.call('update-redemption', { ...done, platform: 'PlatformB' }, { status: 502 })
    assert.match(again.body.error, /fulfilled or refunded already/)
    await app.call('update-redemption', { id: second.id, status: 'refunded', platform: 'PlatformB' })
    assert.equal((await app.call('list-redemptions', { platform: 'PlatformB' })).body.total, 0)
    const refunded = await app.call('list-redemptions', { platform: 'PlatformB', status: 'refunded' })
    assert.equal(refunded.body.redemptions[0].id, second.id)

    const events = await eventsSince(app, seq)
    assert.deepEqual(
      events.map(({ kind, data }) => [kind, data.reward, data.username, data.status]),
      [
        ['redemption.added', 'Hydrate', 'alice', 'pending'],
        ['redemption.added', 'Ask a question', 'alice', 'pending'],
        ['redemption.updated', 'Hydrate', 'alice', 'fulfilled'],
        ['redemption.updated', 'Ask a question', 'alice', 'refunded'],
      ],
    )
    assert.equal(events[1]?.data.message, 'Why $(user)?')
  })

  it('are redeemed by the rules of the platform', async () => {
    const seq = await lastSeq(app)
    const rules = { title: 'Rare', cost: 10, max_per_user_per_stream: 1, max_per_stream: 2, input_required: true }
    await app.call('create-reward', { platform: 'PlatformB', ...rules })
    const refused = async (more: object = {}) => (await redeem('Rare', more, { status: 502 })).error
    assert.match(await refused(), /needs a message/)
    await redeem('Rare', { message: 'me' })
    assert.match(await refused({ message: 'me again' }), /used up/)
    await redeem('Rare', { message: 'me', username: 'bob' })
    assert.match(await refused({ message: 'me', username: 'carol' }), /used up/)
    for (const [change, sentence] of [
      [{ max_per_stream: 0, cooldown_seconds: 60 }, /on cooldown/],
      [{ paused: true }, /is paused/],
      [{ enabled: false }, /is disabled/],
    ] as const) {
      await app.call('update-reward', { platform: 'PlatformB', reward_id: 'Rare', ...change })
      assert.match(await refused({ message: 'me', username: 'carol' }), sentence)
    }
    assert.equal((await redeem('Nothing', {}, { status: 404 })).code, 'reward_not_found')
    assert.equal((await kindsSince(seq)).filter((kind) => kind === 'redemption.added').length, 2)
  })

  it('that skip the queue are fulfilled at once', async () => {
    await app.call('create-reward', { platform: 'PlatformA', title: 'At once', cost: 1, skip_queue: true })
    const seq = await lastSeq(app)
    const { status, id } = await redeem('At once', { platform: 'PlatformA' })
    assert.equal(status, 'fulfilled')
    assert.deepEqual(await kindsSince(seq), ['redemption.added'])
    await app.call('update-redemption', { redemption_id: id, status: 'refunded' }, { status: 502 })
  })

  it('need their scopes', async () => {
    const { key } = await app.makeKey(['rewards:read'])
    await app.call('list-rewards', { platform: 'PlatformB' }, { key })
    const { body } = await app.call(
      'update-redemption',
      { redemption_id: 'x', status: 'refunded' },
      { key, status: 403 },
    )
    assert.equal(body.required_scope, 'rewards:write')
  })
})
