// The Node that `npm start` puts beside the packages where the machine has none of the tested range.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isTested } from './tested-node.mjs'

/** The project that this file is part of. */
const ownRoot = new URL('../', import.meta.url)

/** Where it is put. npm leaves folders with such a name alone. */
export function pinnedNodePath(root = ownRoot) {
  return fileURLToPath(new URL(`node_modules/.node/bin/node${process.platform === 'win32' ? '.exe' : ''}`, root))
}

/** Its path. Undefined where it is missing, or where it does not run: it needs glibc. */
export function findPinnedNode(root = ownRoot) {
  const path = pinnedNodePath(root)
  if (path === process.execPath && isTested()) return path
  if (!existsSync(path)) return undefined
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 && isTested(stdout.trim().slice(1)) ? path : undefined
}

/** The Node to run our programs with: this one if it is of the tested range and still there, else the pinned one. */
export function findTestedNode(root = ownRoot) {
  return isTested() && existsSync(process.execPath) ? process.execPath : findPinnedNode(root)
}
