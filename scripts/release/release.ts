// `npm run release [system ...]`: Showcaller with its own Node, for people who have none. A zip file for Windows and a
// single file for Linux, into `release/`; everything is checked as far as this system can.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { downloadNode, nodeVersion } from '../pinned-node/node-package.mjs'
import { readAppFiles } from './app-files.ts'
import { checkLinuxFile } from './check-linux.ts'
import { checkWindowsZip } from './check-windows.ts'
import { linuxName, makeLinuxFile } from './linux-file.ts'
import { tryOut } from './try-out.ts'
import { makeWindowsZip, windowsFolder } from './windows-zip.ts'
import { readZip } from './zip-reader.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const target = join(root, 'release')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

const systems = ['win-x64', 'linux-x64', 'linux-arm64'] as const
type System = (typeof systems)[number]

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(systems as readonly string[]).includes(name))
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: choose from ${systems.join(', ')}.`)
const chosen = systems.filter((name) => asked.length === 0 || asked.includes(name))

execFileSync(process.execPath, [join(root, 'scripts/check-translations.ts'), '--release'], { stdio: 'inherit' })
// The panel, the server and the pages, as for the published package.
execFileSync(process.execPath, [join(root, 'scripts/build-package.mjs')], { stdio: 'inherit' })
const app = readAppFiles()
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const nodes = new Map<System, ReturnType<typeof downloadNode>>()
const sums: string[] = []
for (const system of chosen) {
  const { name, bytes } = build(system)
  const faults = await check(system, bytes)
  if (faults.length > 0) throw new Error(`${name}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  writeFileSync(join(target, name), bytes, { mode: system === 'win-x64' ? 0o644 : 0o755 })
  const started = await startIt(system, name, bytes)
  sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
  process.stdout.write(`release/${name}  ${(bytes.length / 1e6).toFixed(0)} MB, checked, ${started}\n`)
}
writeFileSync(join(target, 'SHA256SUMS'), sums.join(''))

function build(system: System): { name: string; bytes: Buffer } {
  // The package for Windows has no licence; it is the same for every system.
  const nodeLicence = nodeFor('linux-x64').licence
  if (nodeLicence === undefined) throw new Error('The package of Node for Linux has no licence.')
  const parts = { version, app, node: nodeFor(system).program, nodeLicence }
  if (system === 'win-x64') return { name: `${windowsFolder(version)}.zip`, bytes: makeWindowsZip(parts) }
  return { name: linuxName(version, system), bytes: makeLinuxFile({ ...parts, system, nodeVersion }) }
}

function nodeFor(system: System): ReturnType<typeof downloadNode> {
  const node = nodes.get(system) ?? downloadNode(`node-${system}`)
  nodes.set(system, node)
  return node
}

async function check(system: System, bytes: Buffer): Promise<string[]> {
  if (system === 'win-x64') return checkWindowsZip(bytes, { version, nodeVersion })
  return checkLinuxFile(bytes, { system, nodeVersion })
}

/** In an empty folder. The app of the zip file is started with the Node of this machine. */
async function startIt(system: System, name: string, bytes: Buffer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-release-'))
  try {
    const env = { PATH: process.env.PATH, HOME: folder }
    if (system === 'win-x64') {
      for (const file of readZip(bytes)) {
        mkdirSync(dirname(join(folder, file.name)), { recursive: true })
        writeFileSync(join(folder, file.name), file.read())
      }
      const inside = join(folder, windowsFolder(version))
      await tryOut({ command: process.execPath, args: ['app/bin/showcaller.mjs', 'serve'], folder: inside, env })
      return 'its app started with the Node of this machine'
    }
    if (system !== `${process.platform}-${process.arch}`) return `not started: this machine is ${process.arch}`
    await tryOut({ command: join(target, name), args: [], folder, env })
    return 'started'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
