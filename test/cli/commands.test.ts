import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { callOver } from '../call-over.ts'
import { hasLongVersion, isLongRun, isSlow, runsOn } from '../declare.ts'
import { pressSignIn, sessionIn } from '../sign-in-link.ts'
import { createWorkplace } from './server-process.ts'

runsOn('sqlite', { because: 'it starts the program itself in an empty folder, as a first user does' })
isSlow('it starts the program for each command')
hasLongVersion('every mistake that is refused, instead of every third')

/** Each of them takes a start of the program, and in the short version every third has to do. */
const some = <Item>(all: readonly Item[]): readonly Item[] => all.filter((_, at) => isLongRun || at % 3 === 0)

const alice = { username: 'alice', platform: 'PlatformA' }

describe('the command line beside a running server', () => {
  const place = createWorkplace()
  let server: Awaited<ReturnType<typeof place.serve>>
  before(async () => {
    server = await place.serve()
  })
  after(async () => {
    await server.stop()
    await place.close()
  })

  it('makes a key that works at once', async () => {
    const { code, stdout } = await place.run(['key', 'create', '--name', 'deck', '--scopes', 'points:read', '--json'])
    assert.equal(code, 0)
    const made = JSON.parse(stdout)
    assert.deepEqual(Object.keys(made).sort(), ['id', 'key', 'scopes'])
    assert.match(made.key, /^sc_live_[0-9A-Za-z]{38}$/)
    assert.equal((await callOver(server.url, made.key, 'get-points', alice)).status, 200)
    const refused = await callOver(server.url, made.key, 'add-points', { ...alice, amount: 1 })
    assert.equal(refused.status, 403)
    assert.equal(refused.body.required_scope, 'points:write')
  })

  it('says in one line what was meant by a misspelt command, option or operation', async () => {
    const meant: [string[], string][] = [
      [['key', 'craete', '--name', 'x'], 'there is no command key craete. Did you mean key create?'],
      [['bakcup', 'file'], 'there is no command bakcup file. Did you mean backup?'],
      [['key', 'list', '--jsno'], "Unknown option '--jsno'. Did you mean --json?"],
    ]
    for (const [words, line] of meant) {
      const { code, stderr } = await place.run(words)
      assert.deepEqual([code, stderr], [2, `showcaller: ${line}\n`])
    }
    const { code, stdout, stderr } = await place.run(['call', 'get-points-tpo'])
    assert.equal(code, 1)
    assert.match(stdout + stderr, /There is no operation get-points-tpo\. Did you mean get-points-top\?/)
  })

  it('revokes a key at once', async () => {
    const made = JSON.parse((await place.run(['key', 'create', '--name', 'x', '--scopes', 'all', '--json'])).stdout)
    assert.equal((await callOver(server.url, made.key, 'get-points', alice)).status, 200)
    assert.equal((await place.run(['key', 'revoke', made.id])).code, 0)
    const refused = await callOver(server.url, made.key, 'get-points', alice)
    assert.equal(refused.status, 401)
    assert.equal(refused.body.code, 'revoked_key')
  })

  it('rolls a key: the new one works, the old one until its overlap ends', async () => {
    const made = JSON.parse((await place.run(['key', 'create', '--name', 'x', '--scopes', 'all', '--json'])).stdout)
    const rolled = JSON.parse((await place.run(['key', 'roll', made.id, '--overlap', '1h', '--json'])).stdout)
    assert.equal((await callOver(server.url, made.key, 'get-points', alice)).status, 200)
    assert.equal((await callOver(server.url, rolled.key, 'get-points', alice)).status, 200)
    await place.run(['key', 'roll', rolled.id, '--overlap', '0s', '--json'])
    assert.equal((await callOver(server.url, rolled.key, 'get-points', alice)).status, 401)
    assert.equal((await place.run(['key', 'roll', made.id, '--overlap', '25h'])).code, 1)
  })

  it('makes a test key that acts on the test channel alone', async () => {
    const { stdout } = await place.run(['key', 'create', '--name', 't', '--scopes', 'all', '--test', '--json'])
    const { key } = JSON.parse(stdout)
    assert.match(key, /^sc_test_/)
    const live = await callOver(server.url, server.key ?? '', 'get-points', alice)
    await callOver(server.url, key, 'set-points', { ...alice, amount: 7 })
    assert.equal((await callOver(server.url, key, 'get-points', alice)).body.points, 7)
    assert.deepEqual((await callOver(server.url, server.key ?? '', 'get-points', alice)).body, live.body)
  })

  it('lists keys without their secrets', async () => {
    const { stdout } = await place.run(['key', 'list', '--json'])
    const keys = JSON.parse(stdout) as { name: string }[]
    assert.ok(keys.some(({ name }) => name === 'First key'))
    assert.doesNotMatch(stdout, /sc_(live|test)_\w{30}/)
  })

  it('runs an operation without a key, and prints nothing but the answer', async () => {
    const { code, stdout, stderr } = await place.run(['call', 'get-points', JSON.stringify(alice)])
    assert.equal(code, 0, stderr)
    assert.equal(JSON.parse(stdout).username, 'alice')
    assert.equal(stdout.trim().split('\n').length, 1)
    assert.equal(stderr, '')
  })

  it('exits with 1 when the operation fails, and still prints the answer', async () => {
    for (const [args, failure] of some([
      [['call', 'get-points', '{"username":"nobody","platform":"PlatformA"}'], 'user_not_found'],
      [['call', 'get-points', '{broken'], 'invalid_json'],
      [['call', 'fly', '{}'], 'unknown_operation'],
      [['call', 'get-points', '[]'], 'invalid_body'],
    ] as const)) {
      const { code, stdout } = await place.run(args)
      assert.equal(code, 1)
      assert.equal(JSON.parse(stdout).code, failure)
      assert.equal(JSON.parse(stdout).success, false)
    }
  })

  it('shows the overlay link, and rolls it', async () => {
    const { url } = JSON.parse((await place.run(['overlay', 'url', '--json'])).stdout)
    assert.ok(url.startsWith(`${server.url}/overlay#`))
    const rolled = JSON.parse((await place.run(['overlay', 'roll', '--json'])).stdout)
    assert.notEqual(rolled.url, url)
    assert.equal(JSON.parse((await place.run(['overlay', 'url', '--json'])).stdout).url, rolled.url)
    const test = JSON.parse((await place.run(['overlay', 'url', '--test', '--json'])).stdout)
    assert.ok(test.url.startsWith(`${server.url}/overlay#`))
    assert.notEqual(test.url, rolled.url)
    const plain = await place.run(['overlay', 'url', '--test'])
    assert.equal(plain.stdout.trim(), test.url)
  })

  it('adds a category of the operator that search-games finds at once', async () => {
    const added = await place.run(['category', 'add', '--name', 'Prompt Desk Simulator', '--alias', 'pds', '--json'])
    assert.equal(added.code, 0, added.stderr)
    const found = JSON.parse((await place.run(['call', 'search-games', '{"query":"prompt desk simulater"}'])).stdout)
    assert.equal(found.best_match.name, 'Prompt Desk Simulator')
    const byAlias = JSON.parse((await place.run(['call', 'search-games', '{"query":"pds"}'])).stdout)
    assert.equal(byAlias.best_match.match_type, 'exact_slug')
    const again = await place.run(['category', 'add', '--name', 'prompt desk simulator'])
    assert.equal(again.code, 1)
    assert.match(again.stderr, /There is a category Prompt Desk Simulator already/)
  })

  it('refuses what it does not know in one clear line', async () => {
    for (const [args, words] of some([
      [['key', 'create', '--scopes', 'all'], /--name is required/],
      [['key', 'create', '--name', 'x', '--scopes', 'fly'], /fly is not a scope/],
      [
        ['key', 'create', '--name', 'x', '--scopes', 'all', '--expires', 'soon'],
        /--expires must be a duration such as 30d/,
      ],
      [['key', 'create', '--name', 'x', '--scopes', 'all', '--expires', '0d'], /--expires must be longer than 0d/],
      [['key', 'create', '--name', 'x', '--scopes', 'all', '--address', 'home'], /home is not an address/],
      [['key', 'revoke', 'key_none'], /There is no key key_none/],
      [['overlay', 'url', '--channel', 'nobody'], /There is no channel nobody/],
    ] as const)) {
      const { code, stderr } = await place.run(args)
      assert.equal(code, 1)
      assert.match(stderr, words)
      assert.equal(stderr.trim().split('\n').length, 1)
    }
    assert.equal((await place.run(['dance'])).code, 2)
    assert.equal((await place.run(['key', 'list', '--colour'])).code, 2)
  })

  it('keeps the control socket to its own user', () => {
    assert.equal(statSync(join(place.data, 'control.sock')).mode & 0o077, 0)
  })
})

describe('the command line without a server', () => {
  const place = createWorkplace()
  after(() => place.close())

  it('creates no database: in an empty folder it says so and exits with 2', async () => {
    for (const args of some([
      ['key', 'list'],
      ['call', 'get-points', JSON.stringify(alice)],
      ['backup', 'copy.sqlite'],
      ['link'],
    ])) {
      const { code, stdout, stderr } = await place.run(args)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, /^showcaller: there is no database in \S+data: "npx showcaller serve" creates one[^\n]*\n$/)
    }
    const checked = await place.run(['doctor'])
    assert.equal(checked.code, 2)
    assert.match(checked.stdout, /^fail {2}There is no database yet/m)
    assert.equal(existsSync(place.data), false)
  })

  it('makes a key without a server that works once it runs', async () => {
    await (await place.serve()).stop()
    const { stdout } = await place.run(['key', 'create', '--name', 'early', '--scopes', 'all', '--json'])
    const { key } = JSON.parse(stdout)
    const server = await place.serve()
    assert.equal((await callOver(server.url, key, 'get-points', alice)).status, 200)
    await server.stop()
  })

  it('backs up while the server runs, and puts the copy back', async () => {
    const server = await place.serve()
    await place.run(['call', 'set-points', JSON.stringify({ ...alice, amount: 111 })])
    const copy = join(place.folder, 'copy.sqlite')
    assert.equal((await place.run(['backup', copy])).code, 0)
    const overwriting = await place.run(['backup', copy])
    assert.equal(overwriting.code, 1)
    assert.match(overwriting.stderr, /copy\.sqlite exists already\. Choose another name, or replace it with --force\./)
    assert.equal((await place.run(['backup', copy, '--force'])).code, 0)
    await place.run(['call', 'set-points', JSON.stringify({ ...alice, amount: 222 })])
    const refused = await place.run(['restore', copy])
    assert.equal(refused.code, 2, 'not while the server runs')
    await server.stop()
    const { code, stdout } = await place.run(['restore', copy])
    assert.equal(code, 0)
    assert.match(stdout, /The previous data is in/)
    const answer = JSON.parse((await place.run(['call', 'get-points', JSON.stringify(alice)])).stdout)
    assert.equal(answer.points, 111)
  })

  it('puts back what the panel sent: one archive, with the uploads', async () => {
    const server = await place.serve()
    const upload = join(place.data, 'uploads', `${'cd'.repeat(32)}.png`)
    mkdirSync(join(place.data, 'uploads'), { recursive: true })
    writeFileSync(upload, 'a picture')
    const { stdout } = await place.run(['link'])
    const Cookie = sessionIn(await pressSignIn(/http:\S+link=\w+/.exec(stdout)?.[0] ?? '')) ?? ''
    const sent = await fetch(`${server.url}/panel/backup`, {
      method: 'POST',
      headers: { Cookie, 'Sec-Fetch-Site': 'same-origin' },
    })
    const archive = join(place.folder, 'panel.tar')
    const bytes = Buffer.from(await sent.arrayBuffer())
    writeFileSync(archive, bytes)
    await place.run(['call', 'set-points', JSON.stringify({ ...alice, amount: 333 })])
    await server.stop()
    rmSync(upload)
    writeFileSync(join(place.folder, 'cut.tar'), bytes.subarray(0, bytes.length / 2))
    assert.equal((await place.run(['restore', join(place.folder, 'cut.tar')])).code, 2, 'half an archive')
    assert.equal((await place.run(['restore', archive])).code, 0)
    assert.equal(readFileSync(upload, 'utf8'), 'a picture')
    const answer = JSON.parse((await place.run(['call', 'get-points', JSON.stringify(alice)])).stdout)
    assert.equal(answer.points, 111)
    assert.deepEqual(
      readdirSync(place.data).filter((name) => name.startsWith('restore-')),
      [],
    )
  })

  it('refuses to restore what is no backup, and leaves the data alone', async () => {
    const file = join(place.folder, 'not-a-database')
    writeFileSync(file, 'hello')
    const { code, stderr } = await place.run(['restore', file])
    assert.equal(code, 2)
    assert.match(stderr, /is not a backup of Showcaller/)
    const answer = JSON.parse((await place.run(['call', 'get-points', JSON.stringify(alice)])).stdout)
    assert.equal(answer.points, 111)
  })

  it('checks the database', async () => {
    for (const [args, words] of [
      [['doctor'], /The tables of the database are intact/],
      [['doctor', '--full'], /every balance equals its ledger/],
    ] as const) {
      const { code, stdout } = await place.run(args)
      assert.equal(code, 0, stdout)
      assert.match(stdout, words)
    }
  })

  it('does not leave a socket behind', () => {
    assert.equal(existsSync(join(place.data, 'control.sock')), false)
  })
})
