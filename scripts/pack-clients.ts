// `npm run pack-clients`: the packages for other programs, each as the one file that its program installs. A release has
// them in `dist/clients`, from where the server offers them for download.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type ClientName, clientPackages } from '../src/capabilities/client-packages/contract/client-packages.ts'
import { makeZip } from '../src/capabilities/extension/zip.ts'
import { buildClient, installLibraries, versionOfLibrary } from './build-clients.ts'
import { companionFiles } from './pack-companion.ts'
import { makeTar, type TarEntry } from './release/tar.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** How each program wants its package, from the files that were built. */
const packers: Readonly<Record<ClientName, (built: readonly TarEntry[]) => Buffer>> = {
  streamdeck: makeZip,
  companion: (built) =>
    gzipSync(
      makeTar(companionFiles(join(root, 'clients/companion'), built, versionOfLibrary('@companion-module/base'))),
    ),
  'node-red': (built) => npmPackage('node-red', built),
  n8n: (built) => npmPackage('n8n', built),
}

/** As `npm pack` would write it. */
function npmPackage(name: ClientName, built: readonly TarEntry[]): Buffer {
  const about = { name: 'package/package.json', bytes: readFileSync(join(root, 'clients', name, 'package.json')) }
  return gzipSync(makeTar([about, ...built.map((file) => ({ ...file, name: `package/dist/${file.name}` }))]))
}

/** Reproducible: the same sources give the same bytes. */
export async function packClient(name: ClientName): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-client-'))
  try {
    const dist = join(folder, 'dist')
    await buildClient(name, dist)
    return packers[name](filesIn(dist))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes all packages into a folder. */
export async function packClients(target: string): Promise<void> {
  installLibraries()
  mkdirSync(target, { recursive: true })
  for (const { name, file } of clientPackages) writeFileSync(join(target, file), await packClient(name))
}

function filesIn(folder: string): TarEntry[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: path.slice(folder.length + 1).replaceAll('\\', '/'), bytes: readFileSync(path) }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = join(root, 'dist/clients')
  await packClients(target)
  for (const { file } of clientPackages) {
    process.stdout.write(`dist/clients/${file}  ${Math.ceil(readFileSync(join(target, file)).length / 1024)} kB\n`)
  }
}
