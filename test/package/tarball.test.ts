import assert from 'node:assert/strict'
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { clientPackagePath, clientPackages } from '../../src/capabilities/client-packages/contract/client-packages.ts'
import { isSlow, needs, runsOn } from '../declare.ts'
import { createTestCollector } from '../kernel/metrics/test-collector.ts'

runsOn('sqlite', { because: 'it starts the program itself in an empty folder, as a first user does' })
needs('package')
isSlow('it packs, installs and starts the package')

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the published package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-package-'))
  let server: ChildProcessByStdio<null, Readable, null> | undefined
  let collector: Awaited<ReturnType<typeof createTestCollector>> | undefined
  after(async () => {
    await collector?.close()
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
    // What serves the sources to contributors is among the scripts.
    assert.doesNotMatch(listing, /(?<!\.d)\.ts$|test\/|bench\/|scripts\/|docs\/project|node_modules/m)
    assert.ok(listing.split('\n').includes('package/dist/server/games.index'), 'no start builds the index of games')
    for (const terms of ['LICENSE', 'THIRD-PARTY-NOTICES.md', 'panel/src/fonts/JetBrains-Mono-OFL.txt']) {
      assert.ok(listing.split('\n').includes(`package/${terms}`), `${terms} comes along`)
    }

    const home = join(folder, 'home')
    execFileSync('mkdir', [home])
    writeFileSync(join(home, 'package.json'), '{"private":true}')
    const install = ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', join(folder, tarball)]
    execFileSync('npm', install, { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] })

    const installed = join(home, 'node_modules/showcaller')
    assert.ok(!existsSync(join(home, 'node_modules/@opentelemetry')), 'what traces need is built in')
    const assets = join(installed, 'panel/dist/assets')
    const script = readdirSync(assets).find((name) => name.endsWith('.js')) ?? ''
    const best = brotliCompressSync(readFileSync(join(assets, script)))
    assert.ok(best.equals(readFileSync(join(assets, `${script}.br`))), 'the panel is compressed as well as possible')

    collector = await createTestCollector()
    const bin = join(installed, 'bin/showcaller.mjs')
    const env = {
      ...process.env,
      PORT: '0',
      SHOWCALLER_DATA: join(home, 'data'),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    }
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
    const overlay = await (await fetch(`${url}/overlay/assets/overlay.js`)).text()
    assert.match(overlay, /from '\.\/connection\.js'/, 'the overlay comes without its types')
    assert.equal((await fetch(`${url}/overlay/assets/overlay.css`)).status, 200)
    assert.equal((await fetch(`${url}/extension/showcaller-extension.zip`)).status, 200)
    for (const one of clientPackages) assert.equal((await fetch(url + clientPackagePath(one))).status, 200, one.file)
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
    const traced = collector.received.flatMap(({ spans }) => spans.map(({ name }) => name))
    assert.deepEqual(traced, ['search-games'], 'traces need nothing to be installed')

    const call = execFileSync(process.execPath, [bin, 'call', 'search-games', '{"query":"minecraft"}'], {
      cwd: home,
      env,
    })
    assert.equal(JSON.parse(call.toString()).best_match.name, 'Minecraft')
  })
})
