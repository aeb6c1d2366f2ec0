// What can be checked of the zip for Windows on any system.

import { windowsFolder } from './windows-zip.ts'
import { readZip } from './zip-reader.ts'

const x64 = 0x8664
const console = 3

export interface ProgramHead {
  readonly machine: number
  readonly subsystem: number
  /** The length of the table of signatures; 0 in a program that nobody signed. */
  readonly signatureLength: number
  readonly productVersion: string | undefined
}

/** Returns what is wrong with the zip file: nothing, in a good one. */
export function checkWindowsZip(zip: Buffer, expected: { version: string; nodeVersion: string }): string[] {
  const files = new Map(readZip(zip).map((file) => [file.name, file]))
  const folder = `${windowsFolder(expected.version)}/`
  const names = [...files.keys()]
  const contents = new Map(names.map((name) => [name, files.get(name)?.read() ?? Buffer.alloc(0)]))
  const read = (name: string) => contents.get(folder + name)
  const needed = ['start.cmd', 'node.exe', 'LICENSE-node.txt', 'app/bin/showcaller.mjs', 'app/package.json']
  return [
    ...needed.flatMap((name) => (read(name) === undefined ? [`${name} is missing`] : [])),
    ...names.flatMap((name) => (name.startsWith(folder) ? [] : [`${name} is outside of the folder`])),
    ...checkNames(names),
    ...checkScript(read('start.cmd')?.toString('latin1') ?? '', (name) => read(name) !== undefined),
    ...checkProgram(read('node.exe') ?? Buffer.alloc(0), expected.nodeVersion),
  ]
}

function checkNames(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return names.flatMap((name) => {
    const lower = name.toLowerCase()
    const isRepeated = seen.has(lower)
    seen.add(lower)
    return [
      ...(isRepeated ? [`${name} is there twice on a system that ignores case`] : []),
      // The rest of 260 characters is for the folder that the zip file is extracted into.
      ...(name.length > 180 ? [`${name} is too long for Windows`] : []),
      ...(/[<>:"\\|?*]|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\/|$)/i.test(name)
        ? [`${name} is no name for Windows`]
        : []),
      ...(name.endsWith('.node') ? [`${name} is native code for one system`] : []),
    ]
  })
}

function checkScript(script: string, has: (name: string) => boolean): string[] {
  const labels = [...script.matchAll(/goto :(\w+)/g)].map(([, label = '']) => label)
  const named = new Set(
    [...script.matchAll(/(?<![\w\\.])(?:node\.exe|app\\[\w\\.]+)/g)].map(([path]) => path.replaceAll('\\', '/')),
  )
  return [
    ...(/(?<!\r)\n|\r(?!\n)/.test(script) ? ['start.cmd has lines that do not end with CR and LF'] : []),
    ...(/[^\x20-\x7e\r\n]/.test(script) ? ['start.cmd has characters that depend on the language of Windows'] : []),
    ...labels.flatMap((label) => (script.includes(`\n:${label}\r`) ? [] : [`start.cmd has no label ${label}`])),
    ...(named.size === 0 ? ['start.cmd starts nothing'] : []),
    ...[...named].flatMap((name) => (has(name) ? [] : [`start.cmd names ${name}, which is missing`])),
  ]
}

function checkProgram(program: Buffer, nodeVersion: string): string[] {
  const head = readProgramHead(program)
  if (head === undefined) return ['node.exe is no program for Windows']
  return [
    ...(head.machine === x64 ? [] : [`node.exe is for another processor (${head.machine.toString(16)})`]),
    ...(head.subsystem === console ? [] : ['node.exe is no program for the console']),
    ...(head.signatureLength > 0 ? [] : ['node.exe has lost the signature of its publisher']),
    ...(head.productVersion === nodeVersion ? [] : [`node.exe is version ${head.productVersion}, not ${nodeVersion}`]),
  ]
}

/** Fields of the portable executable format; undefined where the file has another format. */
export function readProgramHead(program: Buffer): ProgramHead | undefined {
  if (program.length < 0x40 || program.toString('latin1', 0, 2) !== 'MZ') return undefined
  const start = program.readUInt32LE(0x3c)
  if (program.toString('latin1', start, start + 4) !== 'PE\0\0') return undefined
  const optional = start + 24
  // 64-bit programs have their data directories 112 bytes behind the start of this header; signatures are the fifth.
  if (program.readUInt16LE(optional) !== 0x20b) return undefined
  const signatures = program.readUInt32LE(optional + 112 + 4 * 8)
  const signatureLength = program.readUInt32LE(optional + 112 + 4 * 8 + 4)
  return {
    machine: program.readUInt16LE(start + 4),
    subsystem: program.readUInt16LE(optional + 68),
    signatureLength: signatures + signatureLength <= program.length ? signatureLength : 0,
    productVersion: readProductVersion(program),
  }
}

/** Of the version resource, whose texts are UTF-16. */
function readProductVersion(program: Buffer): string | undefined {
  const key = Buffer.from('ProductVersion\0', 'utf16le')
  const at = program.indexOf(key)
  if (at === -1) return undefined
  return /^\0*([\d.]+)/.exec(program.toString('utf16le', at + key.length, at + key.length + 64))?.[1]
}
