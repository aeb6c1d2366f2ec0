import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { describe, it } from 'node:test'
import { readImportGraph, root, sourceFiles } from './import-graph.ts'

/** The rows of the table "Layers" in ARCHITECTURE.md, from the top down. */
function readLayers(): string[][] {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const section = text.split('## Layers')[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, part = '']) => part))
}

describe('the layers in ARCHITECTURE.md', () => {
  const layers = readLayers()
  /** The longest name first: the definitions of a capability are a part of their own. */
  const parts = layers
    .flatMap((names, layer) => names.map((name) => ({ name, layer })))
    .toSorted((a, b) => b.name.length - a.name.length)

  function partOf(file: string) {
    return parts.find(({ name }) => file === name || matchesGlob(file, `${name}/**`))
  }

  it('have a place for every file of src, and a file for every part', () => {
    const files = sourceFiles('src')
    assert.deepEqual(
      files.filter((file) => partOf(file) === undefined),
      [],
    )
    const used = new Set(files.map((file) => partOf(file)?.name))
    assert.deepEqual(
      parts.filter(({ name }) => !used.has(name)),
      [],
    )
    assert.ok(layers.length > 7)
  })

  it('match the imports: a part imports its own row and rows below it only', () => {
    const upward = [...readImportGraph(['src'], { isLazyIncluded: true })].flatMap(([file, imported]) =>
      imported
        .filter((other) => (partOf(other)?.layer ?? -1) < (partOf(file)?.layer ?? -1))
        .map((other) => `${file} imports ${other}`),
    )
    assert.deepEqual(upward, [])
  })
})
