// Runs before `npm start` and `npm test`: installs what is missing, and does nothing when nothing changed.
// Plain JavaScript, because the machine's own Node may be old.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPinnedNode, findTestedNode } from '../bin/pinned-node.mjs'
import { whatToInstall } from '../bin/tested-node.mjs'
import { buildPanel } from './build-panel.mjs'
import { buildServer } from './build-server.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const purpose = process.argv[2] ?? 'serve'

install(root, 'Installing what the server needs')
requireTestedNode()
// `npm test` builds and unpacks the rest itself, as far as the chosen files need it.
if (purpose !== 'test' && purpose !== 'clients') {
  buildPanel()
  buildServer()
}
if (purpose === 'bench') install(join(root, 'bench/frameworks'), 'Installing what is measured beside ours')
if (purpose !== 'serve') install(join(root, 'test/tools'), 'Installing the test tools')
if (purpose === 'clients') install(join(root, 'test/clients'), 'Installing the clients of others')
if (purpose === 'bench' || purpose === 'trust') {
  const { provide, provided } = await import('./test-needs.mjs')
  await provide(provided)
}

/**
 * Installs the packages of the lock file if it changed since the last installation. The first time with `npm ci`, which
 * refuses a lock file that does not match; later with `npm install`, since `npm ci` would first delete everything, and
 * Windows does not delete a Node that is running this script.
 */
function install(folder, words) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex')
  const stamp = join(folder, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write(`${words} …\n`)
  const npm = process.env.npm_execpath
  const command = existsSync(join(folder, 'node_modules')) ? ['install', '--no-save'] : ['ci']
  const args = [...command, '--no-audit', '--no-fund', '--loglevel=error']
  const { status } =
    npm === undefined
      ? spawnSync('npm', args, {
          cwd: folder,
          stdio: ['ignore', 'ignore', 'inherit'],
          shell: process.platform === 'win32',
        })
      : spawnSync(process.execPath, [npm, ...args], {
          cwd: folder,
          stdio: ['ignore', 'ignore', 'inherit'],
          env: ownFolder(),
        })
  if (status !== 0) {
    process.stderr.write('npm could not install the packages. Its output is above.\n')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/**
 * npm puts the pinned Node first on the path. If it does not run, it is removed, so that the machine's own Node is found
 * instead, which must be in the tested range.
 */
function requireTestedNode() {
  if (findPinnedNode() === undefined) {
    for (const name of ['node', '.bin/node', '.bin/node.cmd', '.bin/node.ps1'])
      rmSync(join(root, 'node_modules', name), { recursive: true, force: true })
  }
  if (findTestedNode() !== undefined) return
  process.stderr.write(whatToInstall())
  process.exit(2)
}

/** `npm start` passes the project folder to its children in the environment; an install elsewhere must not inherit it. */
function ownFolder() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(name)),
  )
}
