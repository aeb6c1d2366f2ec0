// What every release has of the app: the files of the published package and the packages that it needs.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface AppFile {
  readonly name: string
  readonly bytes: Buffer
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Types and source maps of other packages are for editors. */
const isUnused = /\.(?:map|d\.[cm]?ts|ts|flow)$/

/** Reads what is built: `scripts/build-package.mjs` comes first. */
export function readAppFiles(): AppFile[] {
  return [...publishedFiles(), ...packageFiles()].map((name) => ({ name, bytes: readFileSync(join(root, name)) }))
}

/** npm decides, so a release has the same files as the package. */
function publishedFiles(): string[] {
  const { status, stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('npm could not list the files of the package.')
  const [packed] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }]
  return packed.files.map(({ path }) => path)
}

interface Locked {
  readonly dev?: boolean
  readonly link?: boolean
}

/** The runtime packages, as npm installed them by the lock file. */
function packageFiles(): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  const folders = Object.entries(lock.packages).filter(([path, { dev, link }]) => path !== '' && !dev && !link)
  return folders.flatMap(([folder]) => filesIn(folder)).filter((name) => !isUnused.test(name))
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    // A package within a package has its own row in the lock file.
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path)
    return entry.isFile() ? [path] : []
  })
}
