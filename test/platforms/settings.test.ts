import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { readConfig } from '../../src/app/config/config.ts'
import { ConfigError } from '../../src/app/config/config-values.ts'
import { documentedKey } from '../../src/platforms/kick/delivery.external.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

describe('settings of platforms', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  beforeEach(() => {
    folder = createTemporaryFolder()
  })
  afterEach(() => folder.remove())
  const read = (env: Record<string, string>) => readConfig(env, folder.path)
  const id = { SHOWCALLER_TWITCH_CLIENT_ID: 'id' }
  const app = { ...id, SHOWCALLER_TWITCH_CLIENT_SECRET: 'the-secret' }

  it('are absent without an app', async () => {
    assert.equal((await read({})).services?.twitch, undefined)
    assert.equal((await read({ SHOWCALLER_TWITCH_API_URL: 'http://127.0.0.1:1' })).services?.twitch, undefined)
  })

  it('come from the environment and from the file', async () => {
    const { twitch } = (await read(app)).services ?? {}
    assert.deepEqual([twitch?.clientId, twitch?.clientSecret, twitch?.apiUrl], ['id', 'the-secret', undefined])
    writeFileSync(join(folder.path, 'showcaller.toml'), 'twitch_client_id = "a"\ntwitch_client_secret = "b"\n')
    const more = { SHOWCALLER_TWITCH_API_URL: 'http://127.0.0.1:1/helix/', SHOWCALLER_TWITCH_EVENTSUB_URL: 'ws://x/ws' }
    const file = (await read(more)).services?.twitch
    assert.deepEqual([file?.clientId, file?.apiUrl, file?.eventSubUrl], ['a', 'http://127.0.0.1:1/helix', 'ws://x/ws'])
  })

  it('of Twitch may be those of a public client, which has no secret; Google has none without one', async () => {
    const { twitch } = (await read(id)).services ?? {}
    assert.deepEqual([twitch?.clientId, twitch?.clientSecret], ['id', undefined])
    await assert.rejects(read({ SHOWCALLER_YOUTUBE_CLIENT_ID: 'id' }), ConfigError)
    await assert.rejects(read({ SHOWCALLER_SPOTIFY_CLIENT_ID: 'id' }), ConfigError)
  })

  it('of Kick may name the key that signs its deliveries, in one line', async () => {
    const kick = { SHOWCALLER_KICK_CLIENT_ID: 'id', SHOWCALLER_KICK_CLIENT_SECRET: 'the-secret' }
    assert.equal((await read(kick)).services?.kick?.publicKey, undefined)
    const oneLine = documentedKey.replaceAll('\n', '\\n')
    const { services } = await read({ ...kick, SHOWCALLER_KICK_PUBLIC_KEY: oneLine })
    assert.equal(services?.kick?.publicKey, documentedKey)
    for (const wrong of [{ SHOWCALLER_KICK_PUBLIC_KEY: 'no key' }, { SHOWCALLER_KICK_API_URL: 'api.kick.com' }]) {
      await assert.rejects(read({ ...kick, ...wrong }), ConfigError)
    }
    await assert.rejects(read({ SHOWCALLER_KICK_CLIENT_ID: 'id' }), ConfigError)
  })

  it('are refused in a clear line when half of them is missing or an address is invalid', async () => {
    for (const env of [
      { SHOWCALLER_KICK_CLIENT_ID: 'id' },
      { SHOWCALLER_TWITCH_CLIENT_SECRET: 'the-secret' },
      { ...app, SHOWCALLER_TWITCH_API_URL: 'api.twitch.tv' },
      { ...app, SHOWCALLER_TWITCH_AUTH_URL: 'ftp://x' },
      { ...app, SHOWCALLER_TWITCH_EVENTSUB_URL: 'https://x' },
    ]) {
      await assert.rejects(read(env), (error: unknown) => {
        assert.ok(error instanceof ConfigError && !error.message.includes('the-secret'))
        return true
      })
    }
  })
})
