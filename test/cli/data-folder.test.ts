import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { databaseFile } from '../../src/kernel/storage/open.ts'
import { callOver } from '../call-over.ts'
import { isSlow, runsOn } from '../declare.ts'
import { createWorkplace } from './server-process.ts'

runsOn('sqlite', { because: 'it is about the files of a data folder' })
isSlow('it starts the program for each kind of broken data folder')

const newest = 'showcaller-2026-01-15T03-00-00Z-daily.tar'

describe('a data folder that was used before, whose database', () => {
  const whole = createWorkplace()
  const places: ReturnType<typeof createWorkplace>[] = []
  before(async () => {
    const server = await whole.serve()
    await callOver(server.url, server.key ?? '', 'set-points', { username: 'alice', platform: 'PlatformA', amount: 9 })
    await server.stop()
    mkdirSync(join(whole.data, 'backups'))
    assert.equal((await whole.run(['backup', join(whole.data, 'backups', newest)])).code, 0)
  })
  after(() => Promise.all([...places, whole].map((place) => place.close())))

  const damages: readonly (readonly [how: string, does: (file: string) => void, words: RegExp])[] = [
    ['is missing', (file) => rmSync(file), /is missing although the folder has an instance\.key/],
    ['is empty', (file) => truncateSync(file), /is empty although the folder has an instance\.key/],
    ['is truncated', (file) => truncateSync(file, 3 * 4096), /is damaged \(database disk image is malformed\)/],
    ['is something else', (file) => writeFileSync(file, 'x'.repeat(20_000)), /is damaged \(file is not a database\)/],
    ['has lost its first pages', zeroFirstPages, /is damaged \(file is not a database\)/],
  ]
  for (const [how, does, words] of damages) {
    it(`${how} is never taken for a first start: one line with the newest backup, exit code 2, nothing changed`, async () => {
      const { place, backup } = brokenPlace(does)
      const before = stateOf(place.data)
      const { code, stdout, stderr } = await place.run(['serve'])
      assert.equal(code, 2, stderr)
      assert.equal(stdout, '')
      assert.match(stderr, words)
      assert.ok(stderr.includes(`restore the newest backup with "npx showcaller restore ${backup}"`), stderr)
      assert.equal(stderr.trim().split('\n').length, 1)
      assert.deepEqual(stateOf(place.data), before)
    })
  }

  for (const [how, does, doctorCode] of [
    ['missing', (file: string) => rmSync(file), 2],
    ['damaged', (file: string) => truncateSync(file, 3 * 4096), 1],
  ] as const) {
    it(`is ${how} stops commands, is reported by doctor, and can be restored`, async () => {
      const { place } = brokenPlace(does)
      const before = stateOf(place.data)
      const listed = await place.run(['key', 'list'])
      assert.equal(listed.code, 2)
      assert.equal(listed.stderr.trim().split('\n').length, 1)
      const doctor = await place.run(['doctor'])
      assert.equal(doctor.code, doctorCode)
      assert.match(doctor.stdout, /^fail .*2026-01-15T03-00-00Z-daily\.tar/m)
      assert.equal(doctor.stderr, '')
      assert.deepEqual(stateOf(place.data), before)
      // The panel shows only this part of the path.
      const restored = await place.run(['restore', join('backups', newest)])
      assert.equal(restored.code, 0, restored.stderr)
      const answer = await place.run(['call', 'get-points', '{"username":"alice","platform":"PlatformA"}'])
      assert.equal(JSON.parse(answer.stdout).points, 9)
    })
  }

  function brokenPlace(does: (file: string) => void) {
    const place = createWorkplace()
    places.push(place)
    cpSync(whole.data, place.data, { recursive: true })
    does(databaseFile(place.data))
    return { place, backup: join(place.data, 'backups', newest) }
  }
})

describe('a first start', () => {
  const place = createWorkplace()
  after(() => place.close())

  it('that fails because the port is in use leaves the links and the key to the next start', async () => {
    const occupant = createServer()
    await new Promise<void>((resolve) => occupant.listen(0, '127.0.0.1', resolve))
    const port = String((occupant.address() as AddressInfo).port)
    const failed = await place.run(['serve'], { PORT: port })
    await new Promise((resolve) => occupant.close(resolve))
    assert.equal(failed.code, 2)
    assert.match(failed.stderr, /is in use/)
    const server = await place.serve()
    assert.match(server.output.stdout, /\/sign-in\?link=/)
    assert.match(server.output.stdout, /\/overlay#/)
    const { status } = await callOver(server.url, server.key ?? '', 'get-points', {
      username: 'bob',
      platform: 'PlatformA',
    })
    assert.equal(status, 200)
    await server.stop()
    const later = await place.serve()
    assert.doesNotMatch(later.output.stdout, /sc_live_|link_|ov_/, 'once')
    await later.stop()
  })
})

function zeroFirstPages(file: string): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(8192), 0, 8192, 0)
  closeSync(handle)
}

/** Every file with a hash of its content, without the lock and what SQLite keeps beside a file that it only reads. */
function stateOf(folder: string): Record<string, string> {
  const isOurs = (name: string) => name !== 'lock' && !/-(wal|shm)$/.test(name)
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && isOurs(entry.name))
  return Object.fromEntries(
    files.map(({ name }) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}
