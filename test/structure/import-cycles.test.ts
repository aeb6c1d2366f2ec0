import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findCycles, readImportGraph, relativeImports } from './import-graph.ts'

/** Every folder with code of ours; imports between folders count as well. */
const folders = ['src', 'panel', 'overlay', 'deck', 'extension', 'sdk', 'scripts', 'tracing', 'bench', 'test']

describe('imports', () => {
  it('form no cycle, type-only imports included', () => {
    const cycles = findCycles(readImportGraph(folders)).map((files) => files.join(' -> '))
    assert.deepEqual(cycles, [])
  })
})

describe('the check for import cycles', () => {
  it('reads every static import and no lazy one', () => {
    const source = `
      import './a.css'
      import b from './b.ts'
      import type { C } from '../c.ts'
      import {
        d,
        type D,
      } from './d.ts'
      export { e } from './e.ts'
      export * from "./f.ts"
      const later = () => import('./g.ts')
      import { parse } from 'elsewhere'
      // import { h } from './h.ts'
      /** import { i } from './i.ts' */
      export const text = "from './j.ts'"
    `
    assert.deepEqual(relativeImports(source), ['./a.css', './b.ts', '../c.ts', './d.ts', './e.ts', './f.ts'])
  })

  it('names the shortest cycle of each group of files, and a file that imports itself', () => {
    const graph = new Map([
      ['a', ['b', 'd']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', ['a']],
      ['e', ['e']],
      ['f', ['a']],
    ])
    assert.deepEqual(findCycles(graph), [['a', 'd'], ['e']])
  })
})
