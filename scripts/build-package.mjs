// Builds `dist/` for the published package: Node runs TypeScript from source, but not from under node_modules.
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserFolder, readBrowserModules } from '../src/browser-modules/browser-modules.ts'
import { buildPanel } from './build-panel.mjs'
import { buildSdk } from './build-sdk.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const source = join(root, 'src')
const target = join(root, 'dist')

buildPanel()
rmSync(target, { recursive: true, force: true })
for (const file of globSync('**/*', { cwd: source, withFileTypes: true })) {
  if (!file.isFile()) continue
  const from = join(file.parentPath, file.name)
  const to = join(target, from.slice(source.length)).replace(/\.ts$/, '.js')
  mkdirSync(dirname(to), { recursive: true })
  if (from.endsWith('.ts')) writeFileSync(to, asJavaScript(readFileSync(from, 'utf8')))
  else cpSync(from, to)
}
for (const name of ['overlay', 'extension']) await buildBrowserFolder(name)
buildSdk(join(target, 'sdk'))

/** Types become white space, so line numbers in errors stay those of the source. */
function asJavaScript(text) {
  return stripTypeScriptTypes(text, { mode: 'strip' }).replace(/(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g, '$1$2.js$1')
}

/** The pages of the overlay and the extension, with the scripts that the server would otherwise strip by itself. */
async function buildBrowserFolder(name) {
  const folder = browserFolder(name)
  const isBuilt = (path) => /\.ts$|[\\/]tsconfig\.json$/.test(path)
  cpSync(fileURLToPath(folder), join(target, name), { recursive: true, filter: (path) => !isBuilt(path) })
  for (const [path, code] of await readBrowserModules(folder)) {
    const to = join(target, name, path)
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, code)
  }
}
