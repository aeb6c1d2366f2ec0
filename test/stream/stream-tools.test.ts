import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type } from '../commands/chat-line.ts'
import { makeCommand, outcomes, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import { eventsSince, lastSeq, sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('tools of the live stream', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  const platform = 'PlatformB'
  const done = { platform, success: true, error: null, code: null }
  const actions = async () =>
    (await sandboxCall(app, 'state', { platform })).body.actions.map(({ action }: { action: string }) => action)
  const resultOn = (body: { results: readonly { platform: string }[] }) =>
    body.results.find((one) => one.platform === platform)

  it('cancel-raid takes back a raid that has not left, once', async () => {
    await app.call('cancel-raid', { platform }, { status: 502 })
    await app.call('raid', { username: 'bob', platform })
    assert.deepEqual((await app.call('cancel-raid', { platform })).body, { success: true, platform })
    const { body } = await app.call('cancel-raid', { platform }, { status: 502 })
    assert.equal(body.error, 'Twitch refused the request: no raid is waiting to leave.')
    assert.deepEqual(await actions(), ['raid', 'raid_cancelled'])
  })

  it('create-marker marks a moment of the live stream, by call and by step', async () => {
    const { body } = await app.call('create-marker', { text: 'First boss' })
    const marked = resultOn(body) as Record<string, unknown>
    assert.equal(typeof marked.marker_id, 'string')
    assert.ok(Number(marked.position_seconds) >= 0 && !Number.isNaN(Date.parse(String(marked.created_at))))
    const { word } = await makeCommand(app, {
      message: '',
      platforms: ['twitch'],
      ...withSteps({ type: 'create_marker', text: 'From chat' }),
    })
    await type(app, 'bob', `!${word}`, { platform })
    assert.deepEqual(await outcomes(app), ['create_marker ok'])
    assert.deepEqual((await actions()).slice(-2), ['marker', 'marker'])
    await sandboxCall(app, 'set-live', { platform, live: false })
    assert.equal((await app.call('create-marker', {}, { status: 404 })).body.code, 'stream_offline')
    await sandboxCall(app, 'set-live', { platform, live: true })
  })

  it('snooze-ad says when the next ad break is, until no snooze is left', async () => {
    const left = []
    for (let turn = 0; turn < 3; turn++) {
      const { body } = await app.call('snooze-ad', {})
      const { next_ad_at: next, snoozes_left: count, ...rest } = resultOn(body) as Record<string, unknown>
      assert.deepEqual(rest, done)
      assert.ok(Date.parse(String(next)) > Date.now())
      left.push(count)
    }
    assert.deepEqual(left, [2, 1, 0])
    const { body } = await app.call('snooze-ad', {}, { status: 502 })
    assert.match(body.error, /no snoozes are left/)
  })

  it('set-tags takes at most ten short tags, where the platform has tags', async () => {
    assert.deepEqual((await app.call('set-tags', { platform, tags: ['English'] })).body.tags, ['English'])
    await app.call(
      'set-tags',
      { platform, tags: Array.from({ length: 11 }, (_, index) => `tag${index}`) },
      { status: 400 },
    )
    await app.call('set-tags', { platform, tags: ['x'.repeat(26)] }, { status: 400 })
    const { body } = await app.call('set-tags', { platform: 'PlatformD', tags: [] }, { status: 400 })
    assert.equal(body.error, 'TikTok does not let other software set the tags.')
  })

  it('set-video-category sets a category that is not a game, and is an event', async () => {
    const seq = await lastSeq(app)
    assert.equal((await app.call('set-video-category', { category: 'Music' })).body.category, 'Music')
    const elsewhere = await app.call('set-video-category', { platform, category: 'Music' }, { status: 400 })
    assert.equal(elsewhere.body.error, 'Twitch does not let other software set a video category.')
    const [event] = await eventsSince(app, seq)
    assert.deepEqual(
      [event?.kind, event?.platform, event?.data.category],
      ['stream.category-changed', 'youtube', 'Music'],
    )
  })

  it('start-broadcast and end-broadcast change whether the stream is live, where the platform allows it', async () => {
    const seq = await lastSeq(app)
    const on = { platform: 'PlatformC' }
    assert.equal((await app.call('start-broadcast', on)).body.status, 'live')
    assert.equal((await app.call('end-broadcast', on)).body.status, 'ended')
    assert.deepEqual(
      (await eventsSince(app, seq)).map(({ kind }) => kind),
      ['stream.online', 'stream.offline'],
    )
    assert.equal((await app.call('end-broadcast', on, { status: 404 })).body.code, 'stream_offline')
    const { body } = await app.call('start-broadcast', { platform }, { status: 400 })
    assert.equal(body.error, 'Twitch does not let other software start and end broadcasts.')
  })

  it('warn, roles and the Shield Mode of the platform are reported where the platform reports them', async () => {
    const seq = await lastSeq(app)
    await app.call('warn', { username: 'bob', reason: 'No spoilers.', platform })
    for (const operation of ['add-moderator', 'remove-moderator', 'add-vip', 'remove-vip']) {
      assert.deepEqual((await app.call(operation, { username: 'bob', platform })).body.results, [done], operation)
    }
    assert.deepEqual(
      (await eventsSince(app, seq)).map(({ kind }) => kind),
      ['warning.sent', 'moderator.added', 'moderator.removed', 'vip.added', 'vip.removed'],
    )
    await app.call('platform-shield-mode', { platform, enabled: true })
    assert.equal((await actions()).at(-1), 'shield_mode_on')
    const { body } = await app.call('platform-shield-mode', { platform: 'PlatformA', enabled: true }, { status: 400 })
    assert.equal(body.error, 'Kick does not let other software turn its own Shield Mode on and off.')
    await app.call('warn', { username: 'bob', reason: 'Hm' }, { status: 400 })
  })

  it('a key gets the scopes for roles and broadcasts only by name', async () => {
    const { key } = await app.makeKey(['stream:write', 'moderation:write'])
    for (const [operation, scope] of [
      ['add-vip', 'moderators:write'],
      ['end-broadcast', 'stream:broadcast'],
    ] as const) {
      const { body } = await app.call(operation, { username: 'bob', platform }, { key, status: 403 })
      assert.deepEqual([body.code, body.required_scope], ['missing_scope', scope])
    }
  })
})
