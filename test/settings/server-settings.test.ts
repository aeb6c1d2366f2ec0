import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { readConfig } from '../../src/app/config/config.ts'
import { secretFiles } from '../../src/app/config/config-settings.ts'
import { ConfigError } from '../../src/app/config/config-values.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

describe('settings of the server', () => {
  let folder: ReturnType<typeof createTemporaryFolder>
  beforeEach(() => {
    folder = createTemporaryFolder()
  })
  afterEach(() => folder.remove())
  const read = (env: Record<string, string>) => readConfig(env, folder.path)
  const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text)
  const refusal = async (env: Record<string, string>) => {
    const error = await read(env).then(
      () => undefined,
      (failed: unknown) => failed,
    )
    assert.ok(error instanceof ConfigError, JSON.stringify(env))
    return error.message
  }

  it('that are misspelt are refused with the one that was meant, and not with all of them', async () => {
    for (const [written, meant] of [
      ['SHOWCALLER_DAT', 'SHOWCALLER_DATA'],
      ['SHOWCALLER_PUBLIC_ULR', 'SHOWCALLER_PUBLIC_URL'],
      ['SHOWCALLER_TWITCH_CLIENTID', 'SHOWCALLER_TWITCH_CLIENT_ID'],
      ['SHOWCALLER_KICK_CLIENT_SECRT', 'SHOWCALLER_KICK_CLIENT_SECRET'],
      ['SHOWCALLER_SECRET_FIEL', 'SHOWCALLER_SECRET_FILE'],
    ] as const) {
      assert.equal(await refusal({ [written]: 'x' }), `${written} is not a setting. Did you mean ${meant}?`)
    }
    write('showcaller.toml', 'prot = 80\n')
    assert.equal(await refusal({}), 'showcaller.toml has an unknown setting prot. Did you mean port?')
    write('showcaller.toml', 'public-url = "https://x"\n')
    assert.match(await refusal({}), /Did you mean public_url\?$/)
  })

  it('that are like none are refused with the page that lists them', async () => {
    assert.equal(
      await refusal({ SHOWCALLER_BANANA: '1' }),
      'SHOWCALLER_BANANA is not a setting. docs/settings.md lists the settings.',
    )
  })

  it('may come from a file when they are secret: its first line', async () => {
    write('secret', `${'s'.repeat(32)}\nnot this\n`)
    write('passphrase', 'seven quiet lamps\r\n')
    write('database', 'postgres://user:pass@db/show\n')
    write('twitch', 'the-secret')
    const config = await read({
      SHOWCALLER_SECRET_FILE: 'secret',
      SHOWCALLER_BACKUP_PASSPHRASE_FILE: join(folder.path, 'passphrase'),
      DATABASE_URL_FILE: 'database',
      SHOWCALLER_TWITCH_CLIENT_ID: 'id',
      SHOWCALLER_TWITCH_CLIENT_SECRET_FILE: 'twitch',
    })
    assert.equal(config.secret, 's'.repeat(32))
    assert.equal(config.backups?.passphrase, 'seven quiet lamps')
    assert.equal(config.databaseUrl, 'postgres://user:pass@db/show')
    assert.equal(config.services?.twitch?.clientSecret, 'the-secret')
    assert.equal(config.given?.SHOWCALLER_TWITCH_CLIENT_SECRET?.text, 'the-secret', 'the panel knows that it is set')

    write('showcaller.toml', 'secret_file = "secret"\n')
    assert.equal((await read({})).secret, 's'.repeat(32))
  })

  it('of every sort that is secret may come from a file', () => {
    const names = secretFiles.map(({ env }) => env)
    for (const name of ['SECRET', 'SETUP_CODE', 'OBS_PASSWORD', 'AI_KEY', 'DISCORD_TOKEN', 'KICK_CLIENT_SECRET']) {
      assert.ok(names.includes(`SHOWCALLER_${name}_FILE`), name)
    }
    assert.ok(!names.includes('SHOWCALLER_DATA_FILE'))
  })

  it('are refused when value and file are both given, or the file cannot be read', async () => {
    const secret = 's'.repeat(32)
    write('secret', secret)
    assert.equal(
      await refusal({ SHOWCALLER_SECRET: secret, SHOWCALLER_SECRET_FILE: 'secret' }),
      'Set only one of SHOWCALLER_SECRET and SHOWCALLER_SECRET_FILE.',
    )
    assert.match(await refusal({ SHOWCALLER_SECRET_FILE: 'missing' }), /SECRET_FILE: the file .*missing cannot be read/)
    write('short', 'too short')
    assert.equal(
      await refusal({ SHOWCALLER_SECRET_FILE: 'short' }),
      'SHOWCALLER_SECRET_FILE must have at least 32 characters.',
    )
  })
})
