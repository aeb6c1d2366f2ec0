import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { runsOn } from '../declare.ts'
import type { FakeObs } from '../fakes/obs.ts'
import { fakeObsOf } from '../obs/connect-fake-obs.ts'
import { sandboxCall } from '../sandbox/sandbox-calls.ts'

runsOn('sqlite', 'postgres')

describe('a clip that a platform cannot create', () => {
  let app: TestApp
  let obs: FakeObs
  before(async () => {
    app = await createTestApp()
    obs = await fakeObsOf(app)
  })
  after(() => app.close())

  const fail = (platform: string) => sandboxCall(app, 'fail', { platform, code: 'platform_refused', count: 1 })
  const replays = () => obs.requests.filter(({ type }) => type === 'SaveReplayBuffer').length

  it('is kept by the replay buffer of OBS, and the answer says where', async () => {
    await fail('PlatformB')
    const { body } = await app.call('clip', { send_chat_message: false })
    assert.deepEqual(body.platforms, { alpha: 'created', beta: 'failed' })
    assert.equal(body.replay_path, '/videos/replay.mkv')
  })

  it('is kept also where no platform created one, and the error says so', async () => {
    await fail('PlatformB')
    const { body } = await app.call('clip', { platform: 'PlatformB' }, { status: 502 })
    assert.match(body.error, /The replay buffer of OBS was saved instead\.$/)
    assert.equal(body.replay_path, '/videos/replay.mkv')
  })

  it('saves nothing where every platform created one, the replay buffer is off, or nothing is live', async () => {
    const before = replays()
    assert.equal((await app.call('clip', { send_chat_message: false })).body.replay_path, undefined)
    await sandboxCall(app, 'set-live', { platform: 'PlatformA', live: false })
    assert.equal((await app.call('clip', { platform: 'PlatformA' }, { status: 404 })).body.replay_path, undefined)
    await app.call('obs-output', { output: 'replay_buffer', action: 'stop' })
    await fail('PlatformB')
    const { body } = await app.call('clip', { platform: 'PlatformB' }, { status: 502 })
    assert.equal(body.replay_path, undefined)
    assert.doesNotMatch(body.error, /replay/)
    assert.equal(replays(), before)
  })
})
