import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { migrations } from '../../src/kernel/storage/migrations/list.ts'
import { databaseFile } from '../../src/kernel/storage/open.ts'
import { callOver } from '../call-over.ts'
import { hasLongVersion, isLongRun, isSlow, runsOn } from '../declare.ts'
import { pressSignIn } from '../sign-in-link.ts'
import { createWorkplace } from './server-process.ts'

runsOn('sqlite', { because: 'it is about the files of a data folder' })
isSlow('it kills the program at one commit after the other, and starts it again')
hasLongVersion('every commit')

/** Counts commits and kills the process where `KILL_AT` says: before one of them, after one, or before the greeting. */
const counting = `
  const { isMainThread } = process.getBuiltinModule('node:worker_threads')
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const at = process.env.KILL_AT ?? ''
  const die = () => process.kill(process.pid, 'SIGKILL')
  let count = 0
  const around = (commit) => {
    if (at === 'before ' + (count + 1)) die()
    const result = commit()
    count++
    process.stderr.write('commit ' + count + '\\n')
    if (at === 'after ' + count) die()
    return result
  }
  if (isMainThread) {
    const { exec, prepare } = DatabaseSync.prototype
    DatabaseSync.prototype.exec = function (text) {
      return text === 'COMMIT' ? around(() => exec.call(this, text)) : exec.call(this, text)
    }
    DatabaseSync.prototype.prepare = function (text) {
      const statement = prepare.call(this, text)
      if (text !== 'COMMIT') return statement
      const { run } = statement
      statement.run = (...values) => around(() => run.apply(statement, values))
      return statement
    }
    const { write } = process.stdout
    process.stdout.write = function (text, ...rest) {
      const isGreeting = String(text).includes('Showcaller is ready')
      if (isGreeting && at === 'before the greeting') die()
      if (isGreeting) process.stderr.write('greeting after ' + count + '\\n')
      const result = write.call(this, text, ...rest)
      if (isGreeting && at === 'after the greeting') die()
      return result
    }
  }`
const preload = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(counting)}` }

/**
 * Differs from start to start, or has a row more where a key was made that nobody saw. What the events of a start may start
 * is found out a moment later.
 */
const notCompared = new Set([
  ...['api_keys', 'events', 'event_totals', 'sign_in_links', 'id_sequences', 'first_steps'],
  'automation_starts',
])

type Server = Awaited<ReturnType<ReturnType<typeof createWorkplace>['serve']>>

describe('a first start that is killed', () => {
  const places: ReturnType<typeof createWorkplace>[] = []
  let whole: Readonly<Record<string, number>> = {}
  let commitsBeforeGreeting = 0
  before(async () => {
    const place = emptyFolder()
    const server = await place.serve(preload)
    await isUsable(server, 'not killed')
    commitsBeforeGreeting = Number(/greeting after (\d+)/.exec(server.output.stderr)?.[1])
    whole = rowsIn(place.data)
  })
  after(() => Promise.all(places.map((place) => place.close())))

  function emptyFolder() {
    const place = createWorkplace()
    places.push(place)
    return place
  }

  /** Kills a first start there, and starts again. */
  async function startsAgain(killAt: string): Promise<void> {
    const place = emptyFolder()
    const killed = await place.run(['serve'], { ...preload, KILL_AT: killAt })
    assert.equal(killed.code, null, `${killAt}: it was not killed: ${killed.stderr}`)
    await isUsable(await place.serve(), killAt)
    assert.deepEqual(demoRowsIn(place.data), demoRowsOf(whole), killAt)
    assert.ok(!existsSync(join(place.data, 'backups')), `${killAt}: there was nothing to back up`)
    const third = await place.serve()
    assert.doesNotMatch(third.output.stdout, /sc_live_|link_/, `${killAt}: what was shown is shown once`)
    await third.stop()
  }

  it('was seen to commit each migration, the first channel and its key', () => {
    assert.ok(commitsBeforeGreeting >= migrations.length + 2, String(commitsBeforeGreeting))
    assert.ok((whole.channels ?? 0) > 0 && (whole.commands ?? 0) > 0)
  })

  const some = ['before 1', `after ${migrations.length >> 1}`]
  const all = migrations.flatMap((_, index) => [`before ${index + 1}`, `after ${index + 1}`]).slice(0, -1)
  for (const killAt of isLongRun ? all : some) {
    it(`before its schema was complete starts as if it were the first: ${killAt}`, () => startsAgain(killAt))
  }

  it('while it created the file of its database starts as if it were the first', async () => {
    const place = emptyFolder()
    const file = join(place.folder, 'half-done')
    const database = new DatabaseSync(file)
    // Without room in memory, pages are written before the commit, and the journal tells how to take them back.
    database.exec('PRAGMA cache_size = 1; BEGIN; CREATE TABLE half (text TEXT)')
    for (let row = 0; row < 50; row++) database.exec("INSERT INTO half VALUES (replace(hex(zeroblob(2000)), '0', 'x'))")
    mkdirSync(place.data)
    for (const part of ['', '-journal']) copyFileSync(file + part, databaseFile(place.data) + part)
    database.close()
    assert.ok(statSync(databaseFile(place.data)).size > 0)
    await isUsable(await place.serve(), 'half done')
    assert.deepEqual(demoRowsIn(place.data), demoRowsOf(whole))
  })

  it('with a complete schema and without a channel starts as if it were the first', async () => {
    const all = [`after ${migrations.length}`, `before ${migrations.length + 1}`]
    for (const killAt of isLongRun ? all : all.slice(1)) await startsAgain(killAt)
  })

  it('with a channel whose links nobody has seen shows them at the next start', async () => {
    const first = migrations.length + 1
    const last = isLongRun ? commitsBeforeGreeting : first
    for (let commit = first; commit <= last; commit++) await startsAgain(`after ${commit}`)
    await startsAgain('before the greeting')
  })

  it('after it has shown its links starts like any other', async () => {
    const place = emptyFolder()
    const killed = await place.run(['serve'], { ...preload, KILL_AT: 'after the greeting' })
    const [, key = ''] = /Bearer (sc_live_\w+)/.exec(killed.stdout) ?? assert.fail(killed.stdout)
    const server = await place.serve()
    const { body } = await callOver(server.url, key, 'get-points-top', { platform: 'PlatformA' })
    assert.equal(body.success, true, 'the key that was shown works')
    await server.stop()
  })
})

/** The links and the key of its greeting work. Stops it. */
async function isUsable(server: Server, what: string): Promise<void> {
  const { stdout } = server.output
  const link = /http\S+\/sign-in\?link=\S+/.exec(stdout)?.[0]
  assert.ok(link, `${what}: ${stdout}`)
  assert.match(stdout, /http\S+\/overlay#\S+/)
  const points = await callOver(server.url, server.key ?? '', 'get-points-top', { platform: 'PlatformA' })
  assert.equal(points.body.success, true, what)
  const signedIn = await pressSignIn(link)
  assert.match(signedIn.headers.get('set-cookie') ?? '', /HttpOnly/, what)
  assert.equal(await server.stop(), 0)
}

function rowsIn(data: string): Record<string, number> {
  const database = new DatabaseSync(databaseFile(data), { readOnly: true })
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[]
    return Object.fromEntries(
      tables.map(({ name }) => {
        const { total } = database.prepare(`SELECT count(*) AS total FROM "${name}"`).get() as { total: number }
        return [name, total]
      }),
    )
  } finally {
    database.close()
  }
}

const demoRowsOf = (rows: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(rows).filter(([table]) => !notCompared.has(table)))

const demoRowsIn = (data: string) => demoRowsOf(rowsIn(data))
