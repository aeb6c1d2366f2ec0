import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { migrate } from '../../src/kernel/storage/migrate.ts'
import { migrations } from '../../src/kernel/storage/migrations/list.ts'
import { databaseFile } from '../../src/kernel/storage/open.ts'
import { isSlow, runsOn } from '../declare.ts'
import { createWorkplace } from './server-process.ts'

runsOn('sqlite', { because: 'it is about the files of a data folder' })
isSlow('it starts the program again and again')

describe('a data folder of another version', () => {
  const place = createWorkplace()
  before(async () => {
    mkdirSync(place.data, { recursive: true, mode: 0o700 })
    await inDatabase(async (raw) => {
      await migrate(raw, migrations.slice(0, -1))
      raw.exec(`INSERT INTO channels (id, name, rehearsal_of, created_at) VALUES (1, 'streamer', NULL, 0)`)
      raw.exec(`INSERT INTO channels (id, name, rehearsal_of, created_at) VALUES (2, 'streamer', 1, 0)`)
    })
  })
  after(() => place.close())

  async function inDatabase(work: (raw: DatabaseSync) => unknown): Promise<void> {
    const raw = new DatabaseSync(databaseFile(place.data))
    await work(raw)
    raw.close()
  }

  const upgraded = /^Upgraded the data\. The backup from before is (\S+-migration\.tar)\.$/m
  let backup = ''

  it('that is older is converted, and the start says so and names the backup, once', async () => {
    const first = await place.serve()
    assert.match(first.output.stdout, upgraded)
    backup = upgraded.exec(first.output.stdout)?.[1] ?? ''
    assert.equal(await first.stop(), 0)
    const second = await place.serve()
    assert.doesNotMatch(second.output.stdout, /Upgraded/)
    assert.equal(await second.stop(), 0)
  })

  it('that is newer is refused in one line with the way back, which works', async () => {
    await inDatabase((raw) => raw.exec(`INSERT INTO migrations (version, name) VALUES (999, 'from-the-future')`))
    const { code, stdout, stderr } = await place.run(['serve'])
    assert.deepEqual([code, stdout], [2, ''])
    assert.equal(stderr.trim().split('\n').length, 1)
    assert.match(stderr, /written by a newer Showcaller/)
    assert.ok(stderr.includes(`npx showcaller restore ${backup}.`), stderr)
    assert.equal((await place.run(['restore', backup])).code, 0)
    const server = await place.serve()
    assert.match(server.output.stdout, upgraded)
    assert.equal(await server.stop(), 0)
  })
})
