// The Node that everything is tested with: from the packages of the registry that hold its program for one system each,
// by known hashes. Plain JavaScript, because the machine's own Node may be old.
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { runNpm } from '../npm.mjs'

const known = JSON.parse(readFileSync(new URL('node-packages.json', import.meta.url), 'utf8'))

export const nodeVersion = known.version

/** The name of the package; undefined where the registry has none of this version for the system. */
export function nodePackageOf(platform = process.platform, arch = process.arch) {
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  return name in known.integrity ? name : undefined
}

/**
 * Downloads a package and returns its program and, except for Windows, the licence of Node and of everything in it.
 * What else is in it, such as 64 MB of header files, is not kept.
 */
export function downloadNode(name) {
  const archive = gunzipSync(download(name))
  const program = memberOf(archive, `package/bin/${name.includes('-win-') ? 'node.exe' : 'node'}`)
  if (program === undefined) throw new Error(`${name} ${nodeVersion} has no program.`)
  return { program, licence: memberOf(archive, 'package/LICENSE') }
}

export function checkIntegrity(bytes, name) {
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (found === known.integrity[name]) return
  throw new Error(
    `${name} ${nodeVersion} has the hash ${found}, not the one of scripts/pinned-node/node-packages.json.`,
  )
}

/** By npm, which reads the registry that this machine is configured for, and keeps what it downloaded in its cache. */
function download(name) {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-node-package-'))
  try {
    process.stderr.write(`Downloading Node ${nodeVersion} (${name}) …\n`)
    const isDone = runNpm(['pack', `${name}@${nodeVersion}`, '--pack-destination', folder], folder)
    const [file] = readdirSync(folder)
    if (!isDone || file === undefined) throw new Error(`npm could not download ${name}. Its output is above.`)
    const bytes = readFileSync(join(folder, file))
    checkIntegrity(bytes, name)
    return bytes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file of a tar archive (POSIX ustar): heads of 512 bytes, each followed by its file in blocks of the same size. */
function memberOf(archive, name) {
  const block = 512
  for (let at = 0; at + block <= archive.length; ) {
    const field = (start, length) => archive.toString('latin1', at + start, at + start + length).split('\0', 1)[0]
    const bytes = Number.parseInt(field(124, 12), 8) || 0
    if (field(0, 100) === name) return archive.subarray(at + block, at + block + bytes)
    at += block + Math.ceil(bytes / block) * block
  }
  return undefined
}
