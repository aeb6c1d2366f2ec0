// Builds `dist/` for the published package: Node runs TypeScript from source, but not from under node_modules.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserFolder, readBrowserModules } from '../src/kernel/browser-modules/browser-modules.ts'
import { buildPanel } from './build-panel.mjs'
import { buildSdk } from './build-sdk.ts'
import { buildServer } from './build-server.mjs'
import { install } from './npm.mjs'
import { packClients } from './pack-clients.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist')
/** Beside `dist/`, on the same disk, and never packed. */
const cache = join(root, '.cache')

// What is published has OpenTelemetry in it, so that whoever configures a collector has nothing to install.
install(join(root, 'tracing'), 'Installing OpenTelemetry, for traces')
buildPanel({ brotliQuality: 11 })
buildServer()
mkdirSync(cache, { recursive: true })
const fresh = mkdtempSync(join(cache, 'package-'))
try {
  for (const name of ['overlay', 'deck', 'extension']) {
    await buildBrowserFolder(name, join(fresh, name))
    putInPlace(join(fresh, name), join(target, name))
  }
  buildSdk(join(fresh, 'sdk'))
  putInPlace(join(fresh, 'sdk'), join(target, 'sdk'))
  await packClients(join(fresh, 'clients'))
  putInPlace(join(fresh, 'clients'), join(target, 'clients'))
} finally {
  rmSync(fresh, { recursive: true, force: true })
}

/** The pages of the overlay, the deck and the extension, with the scripts that the server would otherwise strip by itself. */
async function buildBrowserFolder(name, to) {
  const folder = browserFolder(name)
  const isBuilt = (path) => /\.ts$|[\\/]tsconfig\.json$/.test(path)
  cpSync(fileURLToPath(folder), to, { recursive: true, filter: (path) => !isBuilt(path) })
  for (const [path, code] of await readBrowserModules(folder)) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    writeFileSync(join(to, path), code)
  }
}

/** File by file, and only what changed, so that somebody who packs or serves the folder meanwhile finds all of it. */
function putInPlace(from, to) {
  const files = filesIn(from)
  for (const name of files) {
    const [source, place] = [join(from, name), join(to, name)]
    if (existsSync(place) && readFileSync(place).equals(readFileSync(source))) continue
    mkdirSync(dirname(place), { recursive: true })
    renameSync(source, place)
  }
  const wanted = new Set(files)
  for (const name of filesIn(to)) if (!wanted.has(name)) rmSync(join(to, name))
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
