import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { sql } from '../../../src/kernel/storage/database.ts'
import { backupPostgres } from '../../../src/kernel/storage/moving/backup-postgres.ts'
import { fillPostgres } from '../../../src/kernel/storage/moving/fill-postgres.ts'
import { databaseFile } from '../../../src/kernel/storage/open.ts'
import { openSession } from '../../../src/kernel/storage/postgres/session.ts'
import { replaceDatabase } from '../../../src/kernel/storage/sqlite/files.ts'
import { createTestApp, type TestApp } from '../../create-test-app.ts'
import { needs, runsOn, testEngine } from '../../declare.ts'
import { eventually } from '../../eventually.ts'
import { patientTimeLimits } from '../../open-test-database.ts'
import { createTemporaryFolder } from '../../temporary-folder.ts'
import { faultsInDatabase } from '../../trust/check-database.ts'
import { testServer } from '../postgres/test-database.ts'
import { writeDraftDatabase } from './drafts.ts'

runsOn('sqlite', 'postgres')
needs('postgres')

/** Creates one of each, under a name that nobody has. */
async function createAll(app: TestApp, name: string) {
  const { alertContent, songQueue, commands, effectContent } = app.ctx
  return app.ctx.db.write(async (tx) => {
    const draft = { name, points: 1, active: true, sound: 'builtin:chime', volume: 1 }
    const song = { source: 'https://example.com/song.mp3', title: name, seconds: 60 }
    const effect = { name: 'Hearts again', effectType: 'hearts', effectSettings: {}, isTriggerEnabled: true } as const
    return {
      alert: (await alertContent.create(tx, app.cause, draft)).id,
      song: (await songQueue.add(tx, app.cause, song)).id,
      command: await commands.add(tx, app.cause, { command: name }),
      effect: (await effectContent.create(tx, app.cause, undefined, effect)).overlayId,
    }
  })
}

type Ids = Awaited<ReturnType<typeof createAll>>

async function removeAll(app: TestApp, ids: Ids): Promise<void> {
  const { alertContent, songQueue, commands, effectContent } = app.ctx
  await app.ctx.db.write(async (tx) => {
    await alertContent.remove(tx, app.cause, ids.alert)
    await songQueue.remove(tx, app.cause, ids.song)
    await commands.remove(tx, app.cause, ids.command)
    await effectContent.remove(tx, app.cause, ids.effect)
  })
}

const after1 = ({ alert, song, command }: Ids) => ({ alert: alert + 1, song: song + 1, command: command + 1 })
const numbersOf = ({ alert, song, command }: Ids) => ({ alert, song, command })

describe('the id of a deleted row', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app?.close())

  it('is not given to the next alert, song, command or effect', async () => {
    const first = await createAll(app, 'first')
    await removeAll(app, first)
    const second = await createAll(app, 'second')
    assert.deepEqual(numbersOf(second), after1(first))
    assert.notEqual(second.effect, first.effect)
    await removeAll(app, second)
    assert.deepEqual(numbersOf(await createAll(app, 'third')), after1(second))
  })

  it('is not given when the transaction that created the row is undone together with its neighbours', async () => {
    const names = ['a', 'b', 'c', 'd'].map((letter) => `neighbour-${letter}`)
    const outcomes = await Promise.allSettled(
      names.map((name, index) =>
        app.ctx.db.write(async (tx) => {
          const id = await app.ctx.commands.add(tx, app.cause, { command: name })
          if (index === 1) throw new Error('undone')
          return id
        }),
      ),
    )
    const ids = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    assert.equal(ids.length, 3)
    assert.equal(new Set(ids).size, 3)
  })

  it('is free for a broadcaster who asks for that very id of an effect', async () => {
    const effect = { name: 'Mine', effectType: 'hearts', effectSettings: {}, isTriggerEnabled: true } as const
    const create = (id?: string) => app.ctx.db.write((tx) => app.ctx.effectContent.create(tx, app.cause, id, effect))
    const { overlayId } = await create('mine')
    await app.ctx.db.write((tx) => app.ctx.effectContent.remove(tx, app.cause, overlayId))
    assert.equal((await create()).overlayId, 'mine-2')
    assert.equal((await create('mine')).overlayId, 'mine')
  })

  it('is not given to the next subscriber of the platform', async () => {
    const { subscribers, db } = app.ctx
    const subscribe = (id: string) =>
      db.write(async (tx) => {
        const user = { id, username: id, displayname: id }
        const subscription = { user, type: 'sub_new', tier: 1, months: 1, expiresAt: Date.now() + 60_000 } as const
        await subscribers.record(tx, app.channel.id, 'youtube', subscription)
      })
    const list = async () =>
      (await subscribers.list(app.channel, 'youtube', { includeExpired: true, limit: 10, offset: 0 })).items
    await subscribe('one')
    await subscribe('one')
    await subscribe('two')
    const ids = (await list()).map(({ id }) => id)
    await db.write((tx) =>
      tx.run(sql<{ channel: number }>(`DELETE FROM subscribers WHERE channel_id = :channel AND platform = 'youtube'`), {
        channel: app.channel.id,
      }),
    )
    await subscribe('three')
    assert.equal((await list())[0]?.id, Math.max(...ids) + 1)
    assert.equal(ids.at(-1), Number(ids.at(-2)) + 1, 'who comes back uses up no number')
  })

  it('is not given on the test channel either, which holds copies with the same ids', async () => {
    const made = await createAll(app, 'copied')
    const twin = await app.ctx.channels.useTestChannelOf(app.channel)
    const find = sql<{ channel: number; name: string }, { last: number }>(
      'SELECT last FROM id_sequences WHERE channel_id = :channel AND name = :name',
    )
    for (const name of ['alert', 'song', 'command'] as const) {
      await eventually(`the test channel to know of the ${name}`, async () => {
        const row = await app.ctx.db.get(find, { channel: twin.id, name })
        return row?.last === made[name]
      })
      assert.equal(await app.ctx.db.write((tx) => tx.next(name, twin.id)), made[name] + 1)
    }
  })

  it('is not given after a reservation that a neighbour of the same commit made', async () => {
    const channel = app.channel.id
    const [first, , second] = await Promise.all([
      app.ctx.db.write((tx) => tx.next('alert', channel)),
      app.ctx.db.write((tx) => tx.reserve('alert', channel, 1000)),
      app.ctx.db.write((tx) => tx.next('alert', channel)),
    ])
    assert.ok(first < 1000)
    assert.equal(second, 1001)
    await app.ctx.db.write((tx) => tx.reserve('alert', channel, 5))
    assert.equal(await app.ctx.db.write((tx) => tx.next('alert', channel)), 1002)
  })
})

describe('ids after a move', { skip: testEngine === 'postgres' && 'moves between both engines by itself' }, () => {
  it('go on from the last one given, from SQLite to PostgreSQL and back', async () => {
    const config = { databaseUrl: undefined }
    const app = await createTestApp({ config })
    const deleted = await createAll(app, 'deleted')
    await removeAll(app, deleted)
    await app.close({ keepFolder: true })
    const folder = createTemporaryFolder()
    const server = await testServer()
    const care = await openSession(server(), 'care', patientTimeLimits)
    await care.exec('DROP DATABASE IF EXISTS moved_ids WITH (FORCE)')
    await care.exec('CREATE DATABASE moved_ids')
    try {
      await fillPostgres(databaseFile(app.folder), server('moved_ids'))
      const there = await createTestApp({ config: { databaseUrl: server('moved_ids') } })
      const onPostgres = await createAll(there, 'there')
      assert.deepEqual(numbersOf(onPostgres), after1(deleted))
      await removeAll(there, onPostgres)
      await there.close()

      const backup = join(folder.path, 'backup.sqlite')
      await backupPostgres(server('moved_ids'), backup)
      await replaceDatabase(databaseFile(folder.path), backup, join(folder.path, 'kept.sqlite'))
      const back = await createTestApp({ folder: folder.path, config })
      assert.deepEqual(numbersOf(await createAll(back, 'back')), after1(onPostgres))
      await back.close({ keepFolder: true })
      const file = new DatabaseSync(databaseFile(folder.path))
      assert.deepEqual(faultsInDatabase(file), [])
      file.close()
    } finally {
      await care.exec('DROP DATABASE moved_ids WITH (FORCE)')
      await care.close()
      folder.remove()
    }
  })

  it('of a data folder from before there were sequences begin above all it knows of, deleted ones included', async () => {
    const folder = createTemporaryFolder()
    writeDraftDatabase(databaseFile(folder.path))
    const app = await createTestApp({ folder: folder.path, config: { databaseUrl: undefined } })
    try {
      // Its rows end at 4, 3 and 17; one more of each was created and deleted.
      const { effect, ...numbers } = await createAll(app, 'new')
      assert.deepEqual(numbers, { alert: 6, song: 5, command: 19 })
      assert.equal(effect, 'hearts-again')
      assert.equal((await app.ctx.db.write((tx) => app.ctx.channels.create(tx, 'another'))).channel.id, 3)
    } finally {
      await app.close({ keepFolder: true })
      folder.remove()
    }
  })
})
