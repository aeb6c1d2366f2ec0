import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Counts, because they are the same on every machine; `npm run bench` measures the processor time. */
const root = fileURLToPath(new URL('../../', import.meta.url))

interface Entry {
  readonly hasInstallScript?: boolean
}

const entries: Record<string, Entry> = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
const packages = Object.keys(entries).filter((path) => path !== '')

describe('what npm start installs in a fresh clone', () => {
  it('is 75 MB at most, so that it stays below 200 MB with Node', () => {
    const bytes = packages.reduce((sum, path) => sum + bytesIn(join(root, path)), 0)
    assert.ok(bytes > 40e6, `${bytes} bytes: the packages are installed`)
    assert.ok(bytes <= 75e6, `${bytes} bytes`)
  })

  it('has no Node, no headers of it, and nothing that is needed for traces only', () => {
    assert.deepEqual(
      packages.filter((path) => /^node_modules\/(?:node(?:-.*)?|@opentelemetry\/.*)$/.test(path)),
      [],
    )
  })

  it('is all in the lock file: no package runs a script that could fetch more', () => {
    assert.deepEqual(
      packages.filter((path) => entries[path]?.hasInstallScript === true),
      [],
    )
  })
})

/** Of a package of another system nothing is installed. A package within another one has its own row in the lock file. */
function bytesIn(folder: string): number {
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return 0
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : bytesIn(path)
      return statSync(path).size
    })
    .reduce((sum, bytes) => sum + bytes, 0)
}
