import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { readConfig } from '../../src/app/config/config.ts'
import { ConfigError } from '../../src/app/config/config-values.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

describe('settings of TikTok', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  beforeEach(() => {
    folder = createTemporaryFolder()
  })
  afterEach(() => folder.remove())
  const read = async (env: Record<string, string>) => (await readConfig(env, folder.path)).services?.tiktok
  const bridge = { SHOWCALLER_TIKTOK_BRIDGE_URL: 'ws://127.0.0.1:8765' }
  const tikfinity = {
    SHOWCALLER_TIKTOK_TIKFINITY_URL: 'ws://127.0.0.1:21213',
    SHOWCALLER_TIKTOK_USERNAME: '@streamer',
  }
  const euler = { SHOWCALLER_TIKTOK_EULER_KEY: 'the-key', SHOWCALLER_TIKTOK_USERNAME: '@streamer' }

  it('are absent without a way to receive it', async () => {
    assert.equal(await read({}), undefined)
    assert.equal(await read({ SHOWCALLER_TIKTOK_USERNAME: 'streamer' }), undefined)
  })

  it('name TikFinity, Euler Stream or a bridge', async () => {
    const url = 'ws://127.0.0.1:21213'
    assert.deepEqual(await read(tikfinity), { adapter: 'tikfinity', username: 'streamer', url })
    assert.deepEqual(await read(bridge), { adapter: 'bridge', url: 'ws://127.0.0.1:8765', token: undefined })
    const withToken = await read({ ...bridge, SHOWCALLER_TIKTOK_BRIDGE_TOKEN: 'secret' })
    assert.deepEqual(withToken, { adapter: 'bridge', url: 'ws://127.0.0.1:8765', token: 'secret' })
    assert.deepEqual(await read(euler), { adapter: 'euler', username: 'streamer', key: 'the-key', url: undefined })
  })

  it('are refused in a clear line when they do not go together', async () => {
    for (const env of [
      { ...bridge, ...euler },
      { ...tikfinity, ...euler },
      { ...tikfinity, ...bridge },
      { SHOWCALLER_TIKTOK_TIKFINITY_URL: 'ws://127.0.0.1:21213' },
      { SHOWCALLER_TIKTOK_EULER_KEY: 'the-key' },
      { SHOWCALLER_TIKTOK_BRIDGE_URL: 'http://127.0.0.1:8765' },
      { ...euler, SHOWCALLER_TIKTOK_EULER_URL: 'https://x' },
    ]) {
      await assert.rejects(read(env), (error: unknown) => {
        assert.ok(error instanceof ConfigError && !error.message.includes('the-key'))
        return true
      })
    }
  })
})
