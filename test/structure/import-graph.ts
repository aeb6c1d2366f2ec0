import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Files by their path from the root, each with the files it imports before it runs. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const endings = '{ts,tsx,mts,js,mjs}'

/** The files of a folder that people write: nothing built, nothing installed. */
export function sourceFiles(folder: string): string[] {
  return globSync(`${folder}/**/*.${endings}`, {
    cwd: root,
    exclude: (path) => /(?:^|[\\/])(?:node_modules|dist)(?:[\\/]|$)/.test(path),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

/** `isLazyIncluded`: with what is imported when it is needed, which closes no cycle but is a dependency too. */
export function readImportGraph(folders: readonly string[], { isLazyIncluded = false } = {}): ImportGraph {
  const files = folders.flatMap(sourceFiles)
  const known = new Set(files)
  return new Map(
    files.map((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      const specifiers = [...relativeImports(source), ...(isLazyIncluded ? lazyImports(source) : [])]
      const imported = specifiers.map((specifier) => posix.join(posix.dirname(file), specifier))
      return [file, [...new Set(imported)].filter((path) => known.has(path))]
    }),
  )
}

/**
 * Relative specifiers of `import … from`, `import type … from`, `export … from` and `import '…'`. A lazy `import()` is
 * left out: it runs later, so it closes no cycle. Comments are removed first, since examples stand in them.
 */
export function relativeImports(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const statement = /^\s*(?:import|export)\b(?:[^'"`;()]*?\bfrom)?\s*(['"])(\.{1,2}\/[^'"]+)\1/gm
  return [...code.matchAll(statement)].map(([, , specifier = '']) => specifier)
}

/** Relative specifiers of `import()`, of types too. */
export function lazyImports(source: string): string[] {
  return [...source.matchAll(/\bimport\(\s*'(\.{1,2}\/[^']+)'\s*\)/g)].map(([, specifier = '']) => specifier)
}

/** One cycle for each group of files that reach each other (Tarjan's strongly connected components). */
export function findCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()

  function visit(file: string): void {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    stack.push(file)
    onStack.add(file)
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next)
      if (onStack.has(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(file) !== order.get(file)) return
    const component = stack.splice(stack.indexOf(file))
    for (const member of component) onStack.delete(member)
    if (component.length > 1 || graph.get(file)?.includes(file)) cycles.push(shortestCycle(graph, component))
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return cycles
}

/** The shortest way through a component and back to its start, which is what a person has to break. */
function shortestCycle(graph: ImportGraph, component: readonly string[]): string[] {
  const inside = new Set(component)
  const ways = component.map((start) => {
    const cameFrom = new Map<string, string>()
    const queue = [start]
    for (const file of queue) {
      for (const next of graph.get(file) ?? []) {
        if (next === start) return wayTo(file, cameFrom, start)
        if (!inside.has(next) || cameFrom.has(next)) continue
        cameFrom.set(next, file)
        queue.push(next)
      }
    }
    return [...component]
  })
  return ways.reduce((best, way) => (way.length < best.length ? way : best))
}

function wayTo(last: string, cameFrom: ReadonlyMap<string, string>, start: string): string[] {
  const way = [last]
  for (let file = last; file !== start; ) {
    file = cameFrom.get(file) ?? start
    way.unshift(file)
  }
  return way
}
