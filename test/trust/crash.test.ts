import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { controlPath } from '../../src/cli/control-server.ts'
import { callOver } from '../call-over.ts'
import { hasLongVersion, isSlow, runsOn } from '../declare.ts'
import { crash } from './crash.ts'
import { makeCrashWorld } from './crash-world.ts'
import { ownBin, startServer } from './server-process.ts'
import { testPart } from './test-part.ts'

runsOn('sqlite', { because: 'it is about what a killed SQLite leaves behind; PostgreSQL has its own proofs' })
isSlow('it kills a server again and again')
hasLongVersion('four times as much of each proof')

testPart(
  'a server killed again and again under load loses no acknowledged write, doubles none and keeps every sum',
  crash,
  {
    count: 3,
    long: 10,
  },
)

test('the lock and the socket of a killed server stand neither in the way of a start nor of the command line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-crash-'))
  await makeCrashWorld(folder)
  const killed = startServer(folder)
  await killed.ready
  await killed.kill()
  assert.ok(existsSync(join(folder, 'lock')) && existsSync(controlPath(folder)), 'the kill left nothing behind')
  const server = startServer(folder)
  try {
    const { url } = await server.ready
    const env = { PATH: process.env.PATH, SHOWCALLER_DATA: folder }
    const args = [ownBin, 'key', 'create', '--name', 'after', '--scopes', 'points:read', '--json']
    const { key } = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' })) as { key: string }
    const { status, body } = await callOver(url, key, 'get-points', { username: 'mixed1', platform: 'PlatformA' })
    assert.equal(status, 200)
    assert.equal(body.points, 1000)
  } finally {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})
