import assert from 'node:assert/strict'
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isSlow, needs, runsOn } from '../declare.ts'

runsOn('sqlite', { because: 'it starts the program itself in an empty folder, as a first user does' })
needs('panel')
isSlow('it packs, installs and starts the package')

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the published package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-package-'))
  let server: ChildProcessByStdio<null, Readable, null> | undefined
  after(() => {
    // Of a test that failed: it would run for ever, and this process with it.
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('installs from its tarball, without TypeScript, and serves', async () => {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
    assert.ok(tarball)
    const listing = execFileSync('tar', ['tzf', join(folder, tarball)], { encoding: 'utf8' })
    assert.doesNotMatch(listing, /(?<!\.d)\.ts$|test\/|bench\/|node_modules/m)
    assert.ok(listing.split('\n').includes('package/dist/server/games.index'), 'no start builds the index of games')
    for (const terms of ['LICENSE', 'THIRD-PARTY-NOTICES.md', 'panel/src/fonts/JetBrains-Mono-OFL.txt']) {
      assert.ok(listing.split('\n').includes(`package/${terms}`), `${terms} comes along`)
    }

    const home = join(folder, 'home')
    execFileSync('mkdir', [home])
    writeFileSync(join(home, 'package.json'), '{"private":true}')
    const install = ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball)]
    execFileSync('npm', install, { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] })

    const bin = join(home, 'node_modules/showcaller/bin/showcaller.mjs')
    const env = { ...process.env, PORT: '0', SHOWCALLER_DATA: join(home, 'data') }
    const started = spawn(process.execPath, [bin, 'serve'], { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] })
    server = started
    const url = await new Promise<string>((resolve, reject) => {
      started.once('exit', (code) => reject(new Error(`ended with ${code}`)))
      started.stdout.on('data', (chunk: Buffer) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString())
        if (found) resolve(found[0])
      })
    })
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
    assert.equal((await fetch(`${url}/overlay`)).status, 200)
    const script = await (await fetch(`${url}/overlay/assets/overlay.js`)).text()
    assert.match(script, /from '\.\/connection\.js'/, 'the overlay comes without its types')
    assert.equal((await fetch(`${url}/overlay/assets/overlay.css`)).status, 200)
    assert.equal((await fetch(`${url}/extension/showcaller-extension.zip`)).status, 200)
    assert.equal((await fetch(`${url}/assets/plain.css`)).status, 200)
    const made = execFileSync(process.execPath, [bin, 'key', 'create', '--name', 'sdk', '--scopes', 'all', '--json'], {
      cwd: home,
      env,
    })
    const program = `import { Showcaller } from 'showcaller/sdk'
      const show = new Showcaller({ url: '${url}', key: process.env.SHOWCALLER_KEY })
      console.log((await show.searchGames({ query: 'minecraft' })).best_match?.name)`
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: home,
      env: { ...env, SHOWCALLER_KEY: JSON.parse(made.toString()).key },
    })
    assert.equal(said.toString(), 'Minecraft\n', 'the SDK is in the package')
    const ended = new Promise((resolve) => started.once('exit', resolve))
    started.kill('SIGTERM')
    assert.equal(await ended, 0)

    const call = execFileSync(process.execPath, [bin, 'call', 'search-games', '{"query":"minecraft"}'], {
      cwd: home,
      env,
    })
    assert.equal(JSON.parse(call.toString()).best_match.name, 'Minecraft')
  })
})
