import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')
const known = new Map<string, readonly string[]>()
const loadedByFile = new Map<string, ReadonlySet<string>>()

/** Every file that a file loads, itself included, by paths from the root of the project. Types load nothing. */
export function loadedBy(path: string): ReadonlySet<string> {
  const known = loadedByFile.get(path)
  if (known !== undefined) return known
  const loaded = new Set([path])
  for (const file of loaded) for (const next of importsOf(file)) loaded.add(next)
  loadedByFile.set(path, loaded)
  return loaded
}

function importsOf(path: string): readonly string[] {
  const found = known.get(path) ?? readImports(path)
  known.set(path, found)
  return found
}

function readImports(path: string): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const statements = text.matchAll(/^(?:import|export)\s+(?<what>[^'";]*?)(?:\s*from\s*)?'(?<from>\.[^']+)'/gm)
  return [...statements].flatMap(({ groups: { what = '', from = '' } = {} }) => {
    const target = relative(root, join(root, dirname(path), from)).replaceAll('\\', '/')
    return isOnlyTypes(what) || !/\.(ts|mjs)$/.test(target) || !existsSync(join(root, target)) ? [] : [target]
  })
}

function isOnlyTypes(what: string): boolean {
  if (what.startsWith('type ')) return true
  const names = /^\{(?<names>[^}]*)\}$/.exec(what.trim())?.groups?.names
  if (names === undefined) return false
  return names
    .split(',')
    .filter((name) => name.trim() !== '')
    .every((name) => name.trim().startsWith('type '))
}
