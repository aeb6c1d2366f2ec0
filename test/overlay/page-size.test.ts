import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { browserFolder, readBrowserModules } from '../../src/kernel/browser-modules/browser-modules.ts'

const assets = new URL('assets/', browserFolder('overlay'))

const scripts = await readBrowserModules(browserFolder('overlay'))

describe('what an overlay page loads', () => {
  const first = modulesFrom('overlay.js')

  it('is at most 75 kB of script before the first item, 32 kB compressed, and effects come later', () => {
    const sizes = first.map((path) => ({ plain: codeOf(path).length, compressed: gzipSync(codeOf(path)).length }))
    const plain = sizes.reduce((sum, size) => sum + size.plain, 0)
    const compressed = sizes.reduce((sum, size) => sum + size.compressed, 0)
    assert.ok(plain <= 75_000, `${plain} bytes in ${first.length} files`)
    assert.ok(compressed <= 32_000, `${compressed} compressed bytes in ${first.length} files`)
    assert.deepEqual(
      first.filter((path) => path.includes('effects/') || path === 'voice-effects.js'),
      [],
    )
    assert.ok(modulesFrom('effects/confetti.js').length > 1)
  })

  it('is plain enough for the browser of OBS 29: no nesting, no colours or selectors that came later', () => {
    for (const name of readdirSync(assets).filter((name) => name.endsWith('.css'))) {
      const css = readFileSync(new URL(name, assets), 'utf8')
      assert.doesNotMatch(
        css,
        /oklch|light-dark|color-mix|:has\(|@container|&|\bd[vl]h\b|\n\s+(scale|rotate|translate):/,
      )
    }
    for (const path of scripts.keys()) {
      assert.doesNotMatch(
        codeOf(path),
        /toSorted|toReversed|withResolvers|groupBy|structuredClone\.|Array\.fromAsync|URL\.canParse|\/v[;,)]/,
        path,
      )
    }
  })

  it('comes from this server alone', () => {
    const styles = readdirSync(assets).filter((name) => name.endsWith('.css'))
    const texts = [
      ...styles.map((name) => ({ name, text: readFileSync(new URL(name, assets), 'utf8') })),
      ...Array.from(scripts, ([name, text]) => ({ name, text })),
    ]
    for (const { name, text } of texts) {
      const own = text.replaceAll(/http:\/\/www\.w3\.org\/\S+/g, '')
      assert.doesNotMatch(own, /https?:\/\/\w|@import url|url\("?\/\//, name)
    }
  })

  /** A module and all that it imports before it runs. */
  function modulesFrom(path: string, seen: string[] = []): string[] {
    if (seen.includes(path)) return seen
    seen.push(path)
    for (const [, target = ''] of codeOf(path).matchAll(/^\s*(?:import|export|\}) ?[^'\n]*from '(\.[^']+)'/gm)) {
      modulesFrom(join(dirname(path), target), seen)
    }
    return seen
  }

  function codeOf(path: string): string {
    return scripts.get(path) ?? assert.fail(`the page imports ${path}, which is not served`)
  }
})
