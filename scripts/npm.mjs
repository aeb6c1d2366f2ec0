// Runs npm and installs packages by their lock files. Plain JavaScript, because the machine's own Node may be old.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Spawns the npm that runs this script, or else the one on the path. Waits until it has ended. */
export function spawnNpm(args, options) {
  const npm = process.env.npm_execpath
  // The Node that runs this may have been a package of an earlier version, which an installation has just removed.
  const node = existsSync(process.execPath) ? process.execPath : 'node'
  const [command, first] = npm === undefined ? ['npm', []] : [node, [npm]]
  const shell = npm === undefined && process.platform === 'win32'
  return spawnSync(command, [...first, ...args], { ...options, shell })
}

/**
 * Runs npm without its notes and warnings, and returns whether it succeeded. Errors are shown.
 * @param {readonly string[]} args
 * @param {string} folder
 */
export function runNpm(args, folder) {
  const { status } = spawnNpm([...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: ownFolder(),
  })
  return status === 0
}

/**
 * Installs the packages of the lock file if it changed since the last installation. The first time with `npm ci`, which
 * refuses a lock file that does not match; later with `npm install`, since `npm ci` would first delete everything, and
 * Windows does not delete a Node that is running this script.
 * @param {string} folder
 * @param {string} words what is said while it happens
 */
export function install(folder, words) {
  const lock = readFileSync(join(folder, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).update(process.platform).update(process.arch).digest('hex')
  const stamp = join(folder, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write(`${words} …\n`)
  const command = existsSync(join(folder, 'node_modules')) ? ['install', '--no-save'] : ['ci']
  if (!runNpm(command, folder)) {
    process.stderr.write('npm could not install the packages. Its output is above.\n')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

/** `npm start` passes the project folder to its children in the environment; an install elsewhere must not inherit it. */
function ownFolder() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(name)),
  )
}
