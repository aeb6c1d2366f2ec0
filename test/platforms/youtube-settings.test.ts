import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { readConfig } from '../../src/app/config/config.ts'
import { ConfigError } from '../../src/app/config/config-values.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

describe('settings of YouTube', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  beforeEach(() => {
    folder = createTemporaryFolder()
  })
  afterEach(() => folder.remove())
  const read = async (env: Record<string, string>) => (await readConfig(env, folder.path)).services?.youtube
  const app = { SHOWCALLER_YOUTUBE_CLIENT_ID: 'id', SHOWCALLER_YOUTUBE_CLIENT_SECRET: 'the-secret' }

  it('are absent without an app', async () => {
    assert.equal(await read({}), undefined)
    assert.equal(await read({ SHOWCALLER_YOUTUBE_API_URL: 'http://127.0.0.1:1' }), undefined)
  })

  it('name every host, the units of a day and whether to list members', async () => {
    const youtube = await read({
      ...app,
      SHOWCALLER_YOUTUBE_API_URL: 'http://127.0.0.1:1/youtube/v3/',
      SHOWCALLER_YOUTUBE_STREAM_URL: 'http://127.0.0.1:2',
      SHOWCALLER_YOUTUBE_AUTH_URL: 'http://127.0.0.1:3',
      SHOWCALLER_YOUTUBE_TOKEN_URL: 'http://127.0.0.1:4',
      SHOWCALLER_YOUTUBE_UNITS_PER_DAY: '50000',
      SHOWCALLER_YOUTUBE_MEMBERS: 'on',
    })
    assert.deepEqual(youtube, {
      clientId: 'id',
      clientSecret: 'the-secret',
      apiUrl: 'http://127.0.0.1:1/youtube/v3',
      streamUrl: 'http://127.0.0.1:2',
      authUrl: 'http://127.0.0.1:3',
      tokenUrl: 'http://127.0.0.1:4',
      unitsPerDay: 50_000,
      members: true,
    })
    assert.deepEqual([(await read(app))?.unitsPerDay, (await read(app))?.members], [undefined, false])
  })

  it('are refused in a clear line', async () => {
    for (const env of [
      { SHOWCALLER_YOUTUBE_CLIENT_SECRET: 'the-secret' },
      { SHOWCALLER_YOUTUBE_CLIENT_ID: 'id' },
      { ...app, SHOWCALLER_YOUTUBE_STREAM_URL: 'youtube.com' },
      { ...app, SHOWCALLER_YOUTUBE_UNITS_PER_DAY: '0' },
      { ...app, SHOWCALLER_YOUTUBE_UNITS_PER_DAY: 'many' },
      { ...app, SHOWCALLER_YOUTUBE_MEMBERS: 'yes' },
    ]) {
      await assert.rejects(read(env), (error: unknown) => {
        assert.ok(error instanceof ConfigError && !error.message.includes('the-secret'))
        return true
      })
    }
  })
})
