// Puts the pinned Node beside the packages, where no Node of the tested range runs these scripts.
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPinnedNode, pinnedNodePath } from '../../bin/pinned-node.mjs'
import { isTested } from '../../bin/tested-node.mjs'
import { downloadNode, nodePackageOf, nodeVersion } from './node-package.mjs'

const root = new URL('../../', import.meta.url)

/** Returns the path of a Node of the tested range, or undefined where there is none for this system. */
export function installNode() {
  const path = pinnedNodePath(root)
  // The machine's own Node is the choice of its owner; ours follows the pinned version.
  const isOutdated = process.execPath === path && process.versions.node !== nodeVersion
  // An earlier version had its Node as a package, which is gone once the packages are installed.
  if (isTested() && !isOutdated && existsSync(process.execPath)) return process.execPath
  if (isOutdated || findPinnedNode(root) === undefined) download(path)
  const found = findPinnedNode(root)
  // A program that does not run here, such as on Linux with musl, must not hide one that is installed later.
  if (found === undefined) remove(path)
  else putOnPath()
  return found
}

function download(path) {
  const name = nodePackageOf()
  if (name === undefined) return
  try {
    const { program, licence } = downloadNode(name)
    mkdirSync(dirname(path), { recursive: true })
    if (licence !== undefined) writeFileSync(join(dirname(path), '../LICENSE'), licence)
    // By another name first: half a program must not stay, and a running one cannot be written to.
    writeFileSync(`${path}.new`, program)
    chmodSync(`${path}.new`, 0o755)
    renameSync(`${path}.new`, path)
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
  }
}

/** npm puts this folder first on the path of its scripts, so that `npm test` and the others run on the pinned Node. */
function putOnPath() {
  const link = commandPath()
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  if (process.platform === 'win32') writeFileSync(link, '@"%~dp0..\\.node\\bin\\node.exe" %*\r\n')
  else symlinkSync('../.node/bin/node', link)
}

function remove(path) {
  rmSync(join(dirname(path), '..'), { recursive: true, force: true })
  rmSync(commandPath(), { force: true })
}

function commandPath() {
  return fileURLToPath(new URL(`node_modules/.bin/node${process.platform === 'win32' ? '.cmd' : ''}`, root))
}
