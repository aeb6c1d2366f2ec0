// What can be checked of the file for Linux on any system.
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { LinuxSystem } from './linux-file.ts'
import { readTar } from './tar.ts'

/** The numbers of processors in the ELF format. */
const processors: Readonly<Record<LinuxSystem, number>> = { 'linux-x64': 62, 'linux-arm64': 183 }

/** Returns what is wrong with the file: nothing, in a good one. */
export async function checkLinuxFile(
  file: Buffer,
  { system, nodeVersion }: { system: LinuxSystem; nodeVersion: string },
): Promise<string[]> {
  const offset = Number(/tail -c \+(\d+) /.exec(file.toString('latin1', 0, 8192))?.[1]) - 1
  if (!(offset > 0)) return ['the script does not say where its archive begins']
  const script = file.toString('utf8', 0, offset)
  const archive = file.subarray(offset)
  if (archive[0] !== 0x1f || archive[1] !== 0x8b) return ['the archive is not where the script says']
  const id = createHash('sha256').update(archive).digest('hex').slice(0, 16)
  const files = await readTar(gunzipSync(archive))
  const node = files.find(({ name }) => name === 'node')
  const needed = ['node', 'LICENSE-node.txt', 'app/bin/showcaller.mjs', 'app/package.json']
  return [
    ...(script.startsWith('#!/bin/sh\n') ? [] : ['the script does not begin with #!/bin/sh']),
    ...(script.includes('\r') ? ['the script has lines of Windows'] : []),
    ...(/@[A-Z]+@/.test(script) ? ['the script has a place that was not filled in'] : []),
    ...(script.includes(`-${id}\n`) ? [] : ['the script names another archive']),
    ...needed.flatMap((name) => (files.some((one) => one.name === name) ? [] : [`${name} is missing`])),
    ...files.flatMap(({ name }) => (name.endsWith('.node') ? [`${name} is native code for one system`] : [])),
    ...(node?.isProgram ? [] : ['node is no program']),
    ...(isFor(node?.bytes, system) ? [] : [`node is no program for ${system}`]),
    ...(node?.bytes.includes(`v${nodeVersion}`) ? [] : [`node is not version ${nodeVersion}`]),
  ]
}

/** A 64-bit program for this processor, in the ELF format. */
function isFor(program: Buffer | undefined, system: LinuxSystem): boolean {
  if (program === undefined || program.length < 64 || program.toString('latin1', 0, 4) !== '\x7fELF') return false
  return program[4] === 2 && program.readUInt16LE(18) === processors[system]
}
