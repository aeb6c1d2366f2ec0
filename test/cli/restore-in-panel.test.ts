import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { callOver } from '../call-over.ts'
import { isSlow, runsOn } from '../declare.ts'
import { eventually } from '../eventually.ts'
import { pressSignIn, sessionIn } from '../sign-in-link.ts'
import { createWorkplace } from './server-process.ts'

runsOn('sqlite', { because: 'the panel restores backups of the data folder' })
isSlow('it starts the program and lets it restart itself')

const alice = { username: 'alice', platform: 'PlatformA' }

describe('restoring a backup in the panel', () => {
  const place = createWorkplace()
  after(() => place.close())

  it('brings back what was, keeps what is, and the server serves again at the same address', async () => {
    const server = await place.serve()
    const key = server.key ?? ''
    const owner = await signIn(server.url)
    await callOver(server.url, key, 'set-points', { ...alice, amount: 111 })
    await owner('start-backup', {})
    await eventually('the backup', async () => (await owner('get-backups', {})).body.running === null)
    const { backups, can_restore: canRestore, failure } = (await owner('get-backups', {})).body
    assert.deepEqual([backups.length, canRestore, failure], [1, true, null])
    await callOver(server.url, key, 'set-points', { ...alice, amount: 222 })

    const cut = backups[0].name.replace('manual', 'daily')
    writeFileSync(join(place.data, 'backups', cut), 'this is no backup')
    const refused = await owner('restore-backup', { name: cut, confirm: 'restore' })
    assert.equal(refused.status, 400)
    assert.match(refused.body.error, /cannot be restored/)
    assert.equal((await callOver(server.url, key, 'get-points', alice)).body.points, 222, 'nothing changed')

    assert.equal((await owner('restore-backup', { name: backups[0].name, confirm: 'restore' })).status, 200)
    await eventually('the restart', () => server.output.stdout.split('Showcaller is ready').length === 3)
    assert.equal((await callOver(server.url, key, 'get-points', alice)).body.points, 111)
    const audit = await (await signIn(server.url))('list-audit', {})
    assert.ok(audit.body.entries.some(({ kind }: { kind: string }) => kind === 'backup.restored'))
    assert.equal((await place.run(['call', 'get-points', JSON.stringify(alice)])).code, 0, 'the control socket is back')
    const names = readdirSync(place.data)
    assert.equal(names.filter((name) => /^before-restore-\d+\.sqlite$/.test(name)).length, 1)
    assert.deepEqual(
      names.filter((name) => name.startsWith('restore-')),
      [],
    )
    assert.equal(await server.stop(), 0)
  })

  /** Opens a link of the command line. */
  async function signIn(url: string) {
    const { stdout } = await place.run(['link'])
    const address = /http:\S+link=\w+/.exec(stdout)?.[0] ?? ''
    const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: url }
    const Cookie = sessionIn(await pressSignIn(address)) ?? ''
    return async (name: string, input: unknown) => {
      const response = await fetch(`${url}/panel/api/${name}`, {
        method: 'POST',
        headers: { ...headers, Cookie, 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
      })
      return { status: response.status, body: JSON.parse(await response.text()) }
    }
  }
})
