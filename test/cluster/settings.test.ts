import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from '../../src/app/config/config.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

describe('settings of several nodes', () => {
  const folder = createTemporaryFolder()
  const read = (env: Record<string, string>) => readConfig(env, folder.path)
  const secret = 'a secret of more than thirty-two characters'
  const all = { REDIS_URL: 'redis://localhost:6379', DATABASE_URL: 'postgres://localhost/x', SHOWCALLER_SECRET: secret }

  it('are a Redis, a PostgreSQL and a secret', async () => {
    const config = await read(all)
    assert.equal(config.redisUrl, 'redis://localhost:6379')
  })

  it('are refused, each with a clear sentence, when one of them is missing or wrong', async () => {
    await assert.rejects(read({ ...all, DATABASE_URL: '' }), /requires DATABASE_URL: /)
    await assert.rejects(read({ ...all, SHOWCALLER_SECRET: '' }), /use the same secret\.$/)
    await assert.rejects(read({ ...all, REDIS_URL: 'http://localhost' }), /begins with redis:\/\/ or rediss:\/\//)
    await assert.rejects(read({ SHOWCALLER_METRICS: 'here' }), /must be a port or an address with a port/)
  })

  it('give the metrics a server of their own', async () => {
    assert.deepEqual((await read({ SHOWCALLER_METRICS: '9464' })).metrics, { host: '127.0.0.1', port: 9464 })
    assert.deepEqual((await read({ SHOWCALLER_METRICS: '[::]:1' })).metrics, { host: '::', port: 1 })
  })
})
