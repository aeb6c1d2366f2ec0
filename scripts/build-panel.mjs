// Builds the panel with Vite when its sources changed since the last time, and does nothing otherwise.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { findTestedNode } from '../bin/pinned-node.mjs'
import { sharedWithBrowsers } from '../src/kernel/browser-modules/shared-folders.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** The sources of the built files. */
const sources = ['panel', 'overlay', 'catalogues', 'src', 'package-lock.json']
const stamp = join(root, 'panel/dist/.built')

/**
 * The highest quality of Brotli makes files 8 % smaller and takes 13 s instead of 0.3: what is published has it, and
 * nobody waits for it in a clone.
 */
export function buildPanel({ brotliQuality = 8 } = {}) {
  const wanted = fingerprint()
  const [built, quality] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  if (built === wanted && Number(quality) >= brotliQuality) return
  process.stderr.write('Building the panel …\n')
  if (built !== wanted) runVite()
  compress(join(root, 'panel/dist/assets'), brotliQuality)
  writeFileSync(stamp, `${wanted} ${brotliQuality}`)
}

function runVite() {
  // The machine's own Node may be too old for Vite.
  const node = findTestedNode() ?? process.execPath
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(node, [vite, 'build', 'panel', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  process.stderr.write('The panel could not be built. The output of Vite is above.\n')
  process.exit(1)
}

/** Once here instead of on every server. */
function compress(folder, quality) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  for (const name of readdirSync(folder)) {
    if (!/\.(?:js|css|json|svg)$/.test(name)) continue
    const packed = brotliCompressSync(readFileSync(join(folder, name)), { params })
    // A server may be reading the file that is replaced.
    const written = join(folder, `${name}.${process.pid}.br`)
    writeFileSync(written, packed)
    renameSync(written, join(folder, `${name}.br`))
  }
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of filesIn(source).filter((file) => !file.startsWith('src/') || sharedWithBrowsers.test(file)))
      hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesIn(path) {
  const entries = path.endsWith('.json') ? undefined : readdirSync(join(root, path), { withFileTypes: true })
  if (entries === undefined) return [path]
  return entries
    .filter(({ name }) => name !== 'dist')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
}

// When run directly, as the container image does.
if (process.argv[1] === fileURLToPath(import.meta.url)) buildPanel()
