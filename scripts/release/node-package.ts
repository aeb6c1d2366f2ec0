// The Node of a release: the packages of the registry that the pinned Node comes from too, with known hashes.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import known from './node-packages.json' with { type: 'json' }
import { readTar } from './tar.ts'

export type System = keyof typeof known.integrity
export const systems = Object.keys(known.integrity) as System[]
export const nodeVersion = known.version

const cache = fileURLToPath(new URL('../../node_modules/.cache/release', import.meta.url))

/** Its program. The first call downloads it. */
export function nodeProgram(system: System): Promise<Buffer> {
  return memberOf(system, `package/bin/${system.startsWith('win') ? 'node.exe' : 'node'}`)
}

/** The packages for Linux have the licence of Node and of everything in it; the one for Windows has none. */
export function nodeLicence(): Promise<Buffer> {
  return memberOf('linux-x64', 'package/LICENSE')
}

async function memberOf(system: System, name: string): Promise<Buffer> {
  const members = await readTar(gunzipSync(readPackage(system)))
  const member = members.find((one) => one.name === name)
  if (member === undefined) throw new Error(`node-${system} ${nodeVersion} has no ${name}.`)
  return member.bytes
}

function readPackage(system: System): Buffer {
  const file = join(cache, `node-${system}-${nodeVersion}.tgz`)
  if (!existsSync(file)) download(system)
  const bytes = readFileSync(file)
  checkIntegrity(bytes, system)
  return bytes
}

export function checkIntegrity(bytes: Buffer, system: System): void {
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (found === known.integrity[system]) return
  throw new Error(
    `node-${system} ${nodeVersion} has the hash ${found}, not the one of scripts/release/node-packages.json. Delete it from ${cache} to download it again.`,
  )
}

function download(system: System): void {
  mkdirSync(cache, { recursive: true })
  const name = `node-${system}@${nodeVersion}`
  process.stderr.write(`Downloading ${name} …\n`)
  // npm reads the registry that this machine is configured for, and compares the hash that the registry has.
  const args = ['pack', name, '--silent', '--pack-destination', cache]
  const { status } = spawnSync('npm', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm could not download ${name}. Its output is above.`)
}
