// Builds `dist/` for the published package: Node runs TypeScript from source, but not from under node_modules.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserFolder, readBrowserModules } from '../src/browser-modules/browser-modules.ts'
import { buildPanel } from './build-panel.mjs'
import { buildSdk } from './build-sdk.ts'
import { buildServer } from './build-server.mjs'

const target = fileURLToPath(new URL('../dist', import.meta.url))

buildPanel()
buildServer()
for (const name of ['overlay', 'deck', 'extension']) await buildBrowserFolder(name)
rmSync(join(target, 'sdk'), { recursive: true, force: true })
buildSdk(join(target, 'sdk'))

/** The pages of the overlay, the deck and the extension, with the scripts that the server would otherwise strip by itself. */
async function buildBrowserFolder(name) {
  const folder = browserFolder(name)
  const isBuilt = (path) => /\.ts$|[\\/]tsconfig\.json$/.test(path)
  rmSync(join(target, name), { recursive: true, force: true })
  cpSync(fileURLToPath(folder), join(target, name), { recursive: true, filter: (path) => !isBuilt(path) })
  for (const [path, code] of await readBrowserModules(folder)) {
    const to = join(target, name, path)
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, code)
  }
}
