import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readImportGraph, root } from './import-graph.ts'

/** The rows of the table "Layers of the server" in ARCHITECTURE.md, from the top down. */
function readLayers(): string[][] {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const section = text.split('## Layers of the server')[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, part = '']) => part))
}

/** The folder below `src`, or the file that stands there by itself. */
function partOf(file: string): string {
  return file.split('/')[1] ?? ''
}

describe('the layers in ARCHITECTURE.md', () => {
  const layers = readLayers()
  const layerOf = new Map(layers.flatMap((parts, index) => parts.map((part) => [part, index] as const)))

  it('name every part of src once', () => {
    assert.deepEqual(layers.flat().sort(), readdirSync(join(root, 'src')).sort())
  })

  it('match the imports: a part imports its own row and rows below it only', () => {
    const upward = [...readImportGraph(['src'])].flatMap(([file, imported]) =>
      imported
        .filter((other) => (layerOf.get(partOf(other)) ?? -1) < (layerOf.get(partOf(file)) ?? -1))
        .map((other) => `${file} imports ${other}`),
    )
    assert.deepEqual(upward, [])
  })
})
