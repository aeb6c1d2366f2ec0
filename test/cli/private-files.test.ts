import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { tightenDataFolder } from '../../src/kernel/storage/private-files.ts'
import { callOver } from '../call-over.ts'
import { isSlow, runsOn } from '../declare.ts'
import { createWorkplace } from './server-process.ts'

runsOn('sqlite', { because: 'it looks at the files of a data folder' })
isSlow('it starts the program again and again')

describe('the files of a server', () => {
  const workplaces: ReturnType<typeof createWorkplace>[] = []
  after(() => Promise.all(workplaces.map((workplace) => workplace.close())))

  function emptyFolder(env: Readonly<Record<string, string>> = {}) {
    const workplace = createWorkplace(env)
    workplaces.push(workplace)
    return workplace
  }

  it('are private to its user from the first start on: database, logs of writes, socket, key, uploads, backups', async () => {
    const place = emptyFolder()
    const server = await place.serve()
    const copy = join(place.folder, 'copy.sqlite')
    assert.equal((await place.run(['backup', copy])).code, 0)
    assert.equal(modeOf(copy), '600')
    const names = everything(place.data)
    for (const wanted of [
      'showcaller.sqlite',
      'showcaller.sqlite-wal',
      'showcaller.sqlite-shm',
      'control.sock',
      'lock',
    ]) {
      assert.ok(names.includes(join(place.data, wanted)), `${wanted} is there: ${names.join(', ')}`)
    }
    assert.deepEqual(openToOthers(place.data), [])
    await server.stop()
  })

  it('of an earlier version are made private at the next start, and other files are left alone', async () => {
    const place = emptyFolder()
    await (await place.serve()).stop()
    mkdirSync(join(place.data, 'uploads', 'inner'), { recursive: true })
    writeFileSync(join(place.data, 'uploads', 'inner', 'a.wav'), '')
    writeFileSync(join(place.data, 'notes.txt'), 'mine')
    mkdirSync(join(place.data, 'scripts'))
    for (const path of [place.data, ...everything(place.data)])
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
    const server = await place.serve()
    assert.equal(modeOf(place.data), '700')
    const own = openToOthers(place.data).map((path) => path.slice(place.data.length + 1))
    assert.deepEqual(own, ['notes.txt', 'scripts'])
    await server.stop()
  })

  it('are found behind a link, and a folder that everybody uses stays open', () => {
    const place = emptyFolder()
    const [real, link] = [join(place.folder, 'real'), join(place.folder, 'link')]
    mkdirSync(real)
    symlinkSync(real, link)
    chmodSync(real, 0o755)
    assert.deepEqual(tightenDataFolder(link), [])
    assert.equal(modeOf(real), '700')
    // As /tmp is: with the sticky bit.
    chmodSync(real, 0o1777)
    assert.deepEqual(tightenDataFolder(real), [])
    assert.equal(modeOf(real), '777')
  })

  it('keep no key that works for long: the first key ends after a day where the output is not a terminal', async () => {
    const place = emptyFolder()
    const server = await place.serve()
    assert.match(server.output.stdout, /Your first API call \(the key expires after 24 hours/)
    const { body } = await callOver(server.url, server.key ?? '', 'get-points-top', { platform: 'PlatformA' })
    assert.equal(body.success, true)
    const { stdout } = await place.run(['key', 'list', '--json'])
    const [{ expiresAt, createdAt }] = JSON.parse(stdout)
    assert.equal(Math.round((expiresAt - createdAt) / 1000), 24 * 60 * 60)
    await server.stop()
  })

  it('are backed up before an upgrade, and the upgrade waits for the backup', async () => {
    const fixture = new URL('../kernel/storage/fixtures/data-folder-16.sqlite.gz', import.meta.url)
    const old = gunzipSync(readFileSync(fixture))
    const place = emptyFolder()
    mkdirSync(place.data)
    writeFileSync(join(place.data, 'showcaller.sqlite'), old)
    writeFileSync(join(place.data, 'not-a-folder'), '')

    const refused = await place.run(['serve'], { SHOWCALLER_BACKUPS: join(place.data, 'not-a-folder') })
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /the backup before the upgrade failed: .*Nothing was changed\. SHOWCALLER_BACKUPS=off/)

    const server = await place.serve()
    await server.stop()
    const [name = ''] = readdirSync(join(place.data, 'backups'))
    assert.match(name, /^showcaller-.*-migration\.tar$/)
    const restored = await place.run(['restore', join(place.data, 'backups', name)])
    assert.equal(restored.code, 0, restored.stderr)
  })

  it('are encrypted by `backup --encrypt` with a passphrase that never stands on the command line', async () => {
    const place = emptyFolder()
    const server = await place.serve()
    const file = join(place.folder, 'sealed')
    const without = await place.run(['backup', file, '--encrypt'])
    assert.equal(without.code, 2)
    assert.match(without.stderr, /a passphrase is needed: set SHOWCALLER_BACKUP_PASSPHRASE/)
    const secret = { SHOWCALLER_BACKUP_PASSPHRASE: 'correct horse battery' }
    const made = await place.run(['backup', file, '--encrypt'], secret)
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stdout, /encrypted\. Without its passphrase it cannot be restored/)
    assert.equal(readFileSync(file).subarray(0, 8).toString(), 'SCBACKUP')
    await server.stop()

    assert.match((await place.run(['restore', file])).stderr, /a passphrase is needed/)
    const wrongFile = join(place.folder, 'wrong')
    writeFileSync(wrongFile, 'another passphrase\n')
    const wrong = await place.run(['restore', file], { SHOWCALLER_BACKUP_PASSPHRASE_FILE: wrongFile })
    assert.match(wrong.stderr, /cannot be restored: the passphrase is wrong\./)
    writeFileSync(wrongFile, 'correct horse battery\n')
    const right = await place.run(['restore', file], { SHOWCALLER_BACKUP_PASSPHRASE_FILE: wrongFile })
    assert.equal(right.code, 0, right.stderr)
  })
})

function everything(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  )
}

function openToOthers(folder: string): string[] {
  return [folder, ...everything(folder)].filter((path) => (statSync(path).mode & 0o077) !== 0).sort()
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}
