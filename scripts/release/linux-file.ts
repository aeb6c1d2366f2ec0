import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { AppFile } from './app-files.ts'
import { makeTar } from './tar.ts'

export type LinuxSystem = 'linux-x64' | 'linux-arm64'

export interface LinuxParts {
  readonly system: LinuxSystem
  readonly version: string
  readonly app: readonly AppFile[]
  readonly node: Buffer
  readonly nodeVersion: string
  readonly nodeLicence: Buffer
  /** Of gzip; tests pack without compression, which takes seconds. */
  readonly level?: number
}

/** What `uname` prints, as a pattern of the shell. */
const machines: Readonly<Record<LinuxSystem, string>> = {
  'linux-x64': "'Linux x86_64'",
  'linux-arm64': "'Linux aarch64'",
}

/**
 * A program in one file: a shell script, and behind it an archive with Node and the app. Node is unchanged. A Node with
 * the app injected would be three times as large, since such a file cannot be compressed.
 */
export function makeLinuxFile(parts: LinuxParts): Buffer {
  const { system, version, nodeVersion } = parts
  const archive = gzipSync(
    makeTar([
      { name: 'node', bytes: parts.node, isProgram: true },
      { name: 'LICENSE-node.txt', bytes: parts.nodeLicence },
      ...parts.app.map(({ name, bytes }) => ({ name: `app/${name}`, bytes })),
    ]),
    { level: parts.level ?? 9 },
  )
  const values: Record<string, string> = {
    NAME: linuxName(version, system),
    VERSION: version,
    SYSTEM: system.slice('linux-'.length),
    MACHINES: machines[system],
    NODE: nodeVersion,
    // Another build of the same version is unpacked beside the first.
    ID: createHash('sha256').update(archive).digest('hex').slice(0, 16),
    OFFSET: '@OFFSET@',
  }
  const template = readFileSync(new URL('linux-start.sh', import.meta.url), 'utf8').replaceAll('\r\n', '\n')
  const script = template.replace(/@([A-Z]+)@/g, (_, name: string) => values[name] ?? '')
  return Buffer.concat([Buffer.from(withOffset(script)), archive])
}

export function linuxName(version: string, system: LinuxSystem): string {
  return `showcaller-${version}-${system}.run`
}

/** `tail` counts bytes from one. The number has as many characters as what it replaces, so the length stays. */
function withOffset(script: string): string {
  const length = Buffer.byteLength(script)
  return script.replace('@OFFSET@', String(length + 1).padStart('@OFFSET@'.length, '0'))
}
