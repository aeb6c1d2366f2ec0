import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, it } from 'node:test'
import { capabilityFacts } from '../../scripts/docs/capability-facts.ts'
import { findCycles, type ImportGraph, readImportGraph, root } from './import-graph.ts'

/** A folder with more files is not read at a glance. */
const maxFiles = 40
const maxLooseFiles = 10

const capabilityOf = (file: string) => /^src\/capabilities\/([\w-]+)\//.exec(file)?.[1]

/** Folders by name, each with those that its files import. */
function foldersOf(graph: ImportGraph, nameOf: (file: string) => string | undefined): Map<string, string[]> {
  const folders = new Map<string, Set<string>>()
  for (const [file, imported] of graph) {
    const own = nameOf(file)
    if (own === undefined) continue
    const others = folders.get(own) ?? new Set()
    folders.set(own, others)
    for (const other of imported.map(nameOf)) if (other !== undefined && other !== own) others.add(other)
  }
  return new Map([...folders].map(([name, others]) => [name, [...others]]))
}

const server = readImportGraph(['src'], { isLazyIncluded: true })
const capabilities = foldersOf(server, capabilityOf)

describe('the folders of capabilities', () => {
  it('are found', () => {
    assert.ok(capabilities.size > 40 && capabilities.has('obs') && capabilities.has('points'))
  })

  it('import each other in no circle, types and lazy imports included', () => {
    assert.deepEqual(findCycles(capabilities), [])
  })

  it('leave the engine of steps below all others: it imports no capability', () => {
    assert.deepEqual(capabilities.get('steps'), [])
  })

  it('are checked by something that finds a circle', () => {
    const graph = new Map([
      ['src/capabilities/a/x.ts', ['src/capabilities/b/contract/y.ts']],
      ['src/capabilities/b/contract/y.ts', ['src/kernel/log.ts']],
      ['src/capabilities/b/z.ts', ['src/capabilities/a/x.ts']],
    ])
    assert.deepEqual(findCycles(foldersOf(graph, capabilityOf)), [['a', 'b']])
  })
})

describe('folders', () => {
  const files = globSync('{src,panel/src,overlay,deck,extension,scripts,bench,sdk}/**/*.*', {
    cwd: root,
    exclude: (path) => /(?:^|[\\/])(?:node_modules|dist)(?:[\\/]|$)/.test(path),
  }).map((path) => path.replaceAll('\\', '/'))

  it(`have at most ${maxFiles} files of their own, migrations apart`, () => {
    const counts = Map.groupBy(files, (file) => posix.dirname(file))
    const crowded = [...counts].filter(([folder, own]) => own.length > maxFiles && !folder.endsWith('/migrations'))
    assert.deepEqual(
      crowded.map(([folder, own]) => `${folder}: ${own.length}`),
      [],
    )
  })

  it(`leave at most ${maxLooseFiles} files loose in src`, () => {
    assert.ok(files.filter((file) => posix.dirname(file) === 'src').length <= maxLooseFiles)
  })
})

/**
 * A place of a capability: its folder, and any other that has a file which is about it alone, as its imports show. Lists,
 * descriptions of everything and what puts the parts together are about no capability.
 */
function placesOf(capability: string, graph: ImportGraph): string[] {
  const places = new Set([`src/capabilities/${capability}`])
  for (const [file, imported] of graph) {
    if (/^src\/(?:app|registry|cli|docs|mcp|api-description|cluster|capabilities)\/|^src\/[\w-]+\.ts$/.test(file))
      continue
    const about = new Set(imported.map(capabilityOf).filter((name) => name !== undefined))
    if (about.size === 1 && about.has(capability)) places.add(placeOf(file))
  }
  return [...places]
}

/** The page of the panel, the folder of a platform, or the part of the overlay that a file is in. */
function placeOf(file: string): string {
  const [, place] = /^(panel\/src\/pages\/[\w-]+|src\/platforms\/[\w-]+|[\w-]+(?:\/src)?)\//.exec(file) ?? []
  return place ?? posix.dirname(file)
}

describe('a capability', () => {
  const product = readImportGraph(['src', 'panel/src', 'overlay', 'deck', 'extension'], { isLazyIncluded: true })

  it('lies in at most three places, by the median', () => {
    const counts = [...capabilities.keys()].map((name) => placesOf(name, product).length).toSorted((a, b) => a - b)
    const median = counts[Math.floor(counts.length / 2)] ?? Number.POSITIVE_INFINITY
    assert.ok(median <= 3, `${median} places`)
  })

  for (const name of capabilities.keys()) {
    it(`${name} has a README that says what it is, its tables and who uses it`, () => {
      const text = readFileSync(join(root, 'src/capabilities', name, 'README.md'), 'utf8')
      assert.match(text, /^# .+\n\n\S/)
      assert.ok(text.endsWith(`\n\n${capabilityFacts(name)}`), 'run npm run reference')
      for (const [, file = ''] of text.matchAll(/^- `([^`]+)`/gm)) {
        assert.notEqual(globSync(join(root, 'src/capabilities', name, file)).length, 0, file)
      }
    })
  }
})
