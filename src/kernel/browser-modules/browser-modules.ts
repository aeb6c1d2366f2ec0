import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sharedWithBrowsers } from './shared-folders.mjs'
import { stripTypes } from './strip-types.ts'

const source = new URL('../../', import.meta.url)
/** The SDK is for everybody, and how it stays connected is the same for pages. */
const sdk = new URL('../../../sdk/', import.meta.url)
/** What is shared is found below this name, beside the modules of the folder that imports it. */
const sharedName = 'shared/'
const importPattern = /(\bfrom\s*|\bimport\s*\(?\s*)'(\.{1,2}\/[^'\n]+)\.[jt]s'/g

/**
 * The scripts of one folder for browsers (`overlay`, `deck`, `extension`) by their path, without types, together with what they
 * import from the shared folders of `src` and from the SDK, transitively. An import of anything else is an error, because it would
 * serve a part of the server to everybody.
 */
export async function readBrowserModules(folder: URL): Promise<ReadonlyMap<string, string>> {
  const modules = new Map<string, string>()
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/')).sort()
  const waiting = names.filter((name) => /(?<!\.d)\.[jt]s$/.test(name)).map((name) => new URL(name, folder))
  const known = new Set(waiting.map(({ href }) => href))

  function pathOf(file: URL, importer: URL): string {
    const path = pathBelow(file, folder)
    if (path !== undefined) return asScript(path)
    const shared = pathBelow(file, source)
    if (shared !== undefined && sharedWithBrowsers.test(`src/${shared}`)) {
      return asScript(sharedName + sharedPath(shared))
    }
    const ofSdk = pathBelow(file, sdk)
    if (ofSdk !== undefined) return asScript(`${sharedName}sdk/${ofSdk}`)
    throw new Error(`${fileURLToPath(importer)} imports ${fileURLToPath(file)}, which browsers must not get`)
  }

  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const current = file
    const path = pathOf(current, current)
    const text = await readFile(current, 'utf8')
    const code = current.pathname.endsWith('.ts') ? stripTypes(text) : text
    const rewritten = code.replace(importPattern, (_whole, before: string, target: string) => {
      const imported = new URL(`${target}${current.pathname.endsWith('.ts') ? '.ts' : '.js'}`, current)
      if (!known.has(imported.href)) waiting.push(imported)
      known.add(imported.href)
      return `${before}'${relativePath(path, pathOf(imported, current))}'`
    })
    modules.set(path, rewritten)
  }
  return modules
}

/** A shorter path: every import repeats it, and an overlay page may have few bytes before its first item. */
export function sharedPath(path: string): string {
  return path.replace(/^capabilities\//, '').replace(/(^|\/)contract\//, '$1')
}

/** In a checkout the sources; in the published package, which has no sources, what was built from them. */
export function browserFolder(name: 'overlay' | 'deck' | 'extension'): URL {
  const isCheckout = existsSync(new URL('registry/', source))
  return new URL(isCheckout ? `../../../${name}/` : `../../../dist/${name}/`, import.meta.url)
}

function pathBelow(file: URL, folder: URL): string | undefined {
  return file.href.startsWith(folder.href) ? file.href.slice(folder.href.length) : undefined
}

function asScript(path: string): string {
  return path.replace(/\.ts$/, '.js')
}

function relativePath(from: string, to: string): string {
  const folders = from.split('/').slice(0, -1)
  const parts = to.split('/')
  while (folders.length > 0 && parts.length > 1 && folders[0] === parts[0]) {
    folders.shift()
    parts.shift()
  }
  return folders.length === 0 ? `./${parts.join('/')}` : `${'../'.repeat(folders.length)}${parts.join('/')}`
}
