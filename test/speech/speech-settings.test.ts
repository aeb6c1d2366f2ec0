import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { readConfig } from '../../src/app/config/config.ts'
import { ConfigError } from '../../src/app/config/config-values.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

describe('settings of engines that speak', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  beforeEach(() => {
    folder = createTemporaryFolder()
  })
  afterEach(() => folder.remove())
  const read = async (env: Record<string, string>) => (await readConfig(env, folder.path)).speech

  it('are absent while nobody sets one', async () => {
    assert.equal(await read({}), undefined)
  })

  it('come from the environment and from the file', async () => {
    writeFileSync(
      join(folder.path, 'showcaller.toml'),
      'speech_order = ["polly", "flite"]\nspeech_polly_region = "eu-west-1"\n',
    )
    const speech = await read({ SHOWCALLER_SPEECH_POLLY_KEY_ID: 'AKID', SHOWCALLER_SPEECH_POLLY_KEY: 'secret' })
    assert.deepEqual(speech?.order, ['polly', 'flite'])
    const { polly, openai } = speech?.services ?? {}
    assert.deepEqual([polly?.keyId, polly?.key, polly?.region, openai], ['AKID', 'secret', 'eu-west-1', undefined])
  })

  it('of a service without a key are an address alone', async () => {
    const speech = await read({
      SHOWCALLER_SPEECH_PIPER_URL: 'http://127.0.0.1:5001',
      SHOWCALLER_SPEECH_ORDER: 'piper',
    })
    assert.equal(speech?.services.piper?.baseUrl, 'http://127.0.0.1:5001')
    assert.deepEqual(speech?.order, ['piper'])
  })

  for (const [env, words] of [
    [{ SHOWCALLER_SPEECH_ELEVENLABS_VOICE: 'x' }, /ElevenLabs needs a key/],
    [{ SHOWCALLER_SPEECH_OPENAI_URL: 'ftp://x' }, /needs an address that begins with http/],
    [{ SHOWCALLER_SPEECH_OPENAI_KEY: 'top secret' }, /contains characters that are not allowed in a key/],
    [{ SHOWCALLER_SPEECH_AZURE_KEY: 'topsecret', SHOWCALLER_SPEECH_AZURE_REGION: 'No Where' }, /region/],
    [{ SHOWCALLER_SPEECH_ORDER: 'flite,siri' }, /SHOWCALLER_SPEECH_ORDER must list engines .*, not siri/],
    [{ SHOWCALLER_SPEECH_ORDER: 'google' }, /names google, but no other setting of it is set/],
    [{ SHOWCALLER_SPEECH_OPENAI_KEYS: 'topsecret' }, /is not a setting/],
  ] as const) {
    it(`are refused in a clear line that holds no secret: ${Object.keys(env).join(', ')}`, async () => {
      await assert.rejects(read(env), (error: unknown) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, words)
        assert.doesNotMatch(error.message, /top ?secret/)
        return true
      })
    })
  }

  it('of what uploads may take are whole megabytes', async () => {
    const bytes = async (text: string) => (await readConfig({ SHOWCALLER_UPLOAD_MB: text }, folder.path)).uploadBytes
    assert.equal(await bytes('50'), 50 * 1024 * 1024)
    for (const wrong of ['0', '-1', '1.5', 'much']) await assert.rejects(bytes(wrong), ConfigError)
  })
})
