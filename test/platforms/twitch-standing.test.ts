import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { runsOn } from '../declare.ts'
import { openTwitchStage, type TwitchStage } from './twitch-stage.ts'

runsOn('sqlite', 'postgres')

describe('the standing of viewers on Twitch', () => {
  let stage: TwitchStage
  before(async () => {
    stage = await openTwitchStage()
  })
  after(() => stage.close())

  const world = () => stage.fake.world
  const on = { platform: 'PlatformB' }
  const done = { platform: 'PlatformB', success: true, error: null, code: null }

  it('warns a viewer, with the reason that the viewer reads', async () => {
    const { body } = await stage.app.call('warn', { username: 'bob', reason: 'No spoilers.', ...on })
    assert.deepEqual(body.results, [done])
    assert.deepEqual(world().warnings, [{ login: 'bob', reason: 'No spoilers.' }])
    await stage.app.call('warn', { username: 'bob', reason: '', ...on }, { status: 400 })
    await stage.app.call('warn', { username: 'nobody_at_all', reason: 'Hm', ...on }, { status: 404 })
    assert.equal(world().warnings.length, 1)
  })

  it('adds and removes moderators and VIPs', async () => {
    assert.deepEqual((await stage.app.call('add-moderator', { username: 'bob', ...on })).body.results, [done])
    await stage.app.call('add-vip', { username: 'alice', ...on })
    assert.deepEqual([[...world().moderators], [...world().vips]], [['bob'], ['alice']])
    await stage.app.call('remove-moderator', { username: 'bob', ...on })
    await stage.app.call('remove-vip', { username: 'alice', ...on })
    assert.deepEqual([world().moderators.size, world().vips.size], [0, 0])
  })

  it('says why Twitch refuses a role', async () => {
    await stage.app.call('add-vip', { username: 'bob', ...on })
    const again = await stage.app.call('add-vip', { username: 'bob', ...on }, { status: 502 })
    assert.equal(again.body.error, 'Twitch refused the request: The user already has this role.')
    const other = await stage.app.call('add-moderator', { username: 'bob', ...on }, { status: 502 })
    assert.equal(other.body.error, 'Twitch refused the request: The user has another role.')
    assert.equal(world().moderators.size, 0)
  })

  it("turns Twitch's own Shield Mode on and off", async () => {
    const { body } = await stage.app.call('platform-shield-mode', { enabled: true, ...on })
    assert.deepEqual([body.platform, body.enabled, world().isShieldModeOn], ['PlatformB', true, true])
    await stage.app.call('platform-shield-mode', { enabled: false, ...on })
    assert.equal(world().isShieldModeOn, false)
  })
})
