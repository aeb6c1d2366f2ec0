import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const overlay = new URL('../../overlay/', import.meta.url)
const assets = new URL('assets/', overlay)

describe('what an overlay page loads', () => {
  const first = [...modulesFrom(new URL('overlay.js', assets))]

  it('is at most 40 kB of script before the first item, and effects come later', () => {
    const bytes = first.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0)
    assert.ok(bytes <= 40_000, `${bytes} bytes in ${first.length} files`)
    assert.deepEqual(
      first.filter((file) => file.pathname.includes('/effects/') || file.pathname.endsWith('voices.js')),
      [],
    )
    const later = [...modulesFrom(new URL('effects/confetti.js', assets))].length
    assert.ok(later > 1)
  })

  it('is plain enough for the browser of OBS 29: no nesting, no colours or selectors that came later', () => {
    for (const name of readdirSync(assets).filter((name) => name.endsWith('.css'))) {
      const css = readFileSync(new URL(name, assets), 'utf8')
      assert.doesNotMatch(
        css,
        /oklch|light-dark|color-mix|:has\(|@container|&|\bd[vl]h\b|\n\s+(scale|rotate|translate):/,
      )
    }
    for (const file of first) {
      const code = readFileSync(file, 'utf8')
      assert.doesNotMatch(code, /toSorted|toReversed|withResolvers|groupBy|structuredClone\.|Array\.fromAsync|\/v[;,)]/)
    }
  })

  it('comes from this server alone', () => {
    const files = [...readdirSync(assets), ...readdirSync(new URL('effects/', assets)).map((name) => `effects/${name}`)]
    for (const name of files.filter((name) => /\.(js|css)$/.test(name))) {
      const text = readFileSync(new URL(name, assets), 'utf8').replaceAll(/http:\/\/www\.w3\.org\/\S+/g, '')
      assert.doesNotMatch(text, /https?:\/\/\w|@import url|url\("?\/\//, name)
    }
  })

  it('fits its types, for it is checked as it stands', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url))
    const { stdout, status } = spawnSync(`${root}test/tools/node_modules/.bin/tsc`, ['--noEmit', '-p', 'overlay'], {
      cwd: root,
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout)
  })
})

/** A module and all that it imports before it runs. */
function modulesFrom(file: URL, seen = new Map<string, URL>()): Iterable<URL> {
  if (seen.has(file.href)) return seen.values()
  seen.set(file.href, file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/^import [^'\n]*'(\.[^']+)'/gm)) {
    modulesFrom(new URL(path, file), seen)
  }
  return seen.values()
}
