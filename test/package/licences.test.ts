import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

interface Locked {
  readonly dev?: boolean
  readonly optional?: boolean
}

describe('the terms of what users get', () => {
  it('are in every package that is installed with the server, or in THIRD-PARTY-NOTICES.md', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Locked>> }
    const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)
    assert.ok(installed.length > 10)
    const notices = read('THIRD-PARTY-NOTICES.md')
    for (const [path, { optional }] of installed) {
      if (optional === true && !existsSync(`${root}/${path}`)) continue
      const hasTerms = readdirSync(`${root}/${path}`).some((name) => /^(?:licen[cs]e|copying)/i.test(name))
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      assert.ok(hasTerms || notices.includes(`| \`${name}\` | ©`), `${name} has no terms`)
    }
  })

  it('of every font are in the package, in the image and in THIRD-PARTY-NOTICES.md', () => {
    const { files } = JSON.parse(read('package.json')) as { files: readonly string[] }
    const packed = new Set(files.flatMap((pattern) => globSync(pattern, { cwd: root })))
    const dockerfile = read('Dockerfile')
    const fonts = globSync('{overlay/assets,panel/src}/fonts/*-OFL.txt', { cwd: root })
    assert.equal(fonts.length, 7)
    for (const path of fonts) {
      assert.ok(packed.has(path), path)
      assert.ok(read('THIRD-PARTY-NOTICES.md').includes(`(${path})`), path)
      assert.ok(dockerfile.includes(`/app/${path}`) || dockerfile.includes(path.replace(/[^/]+$/, '*-OFL.txt')), path)
    }
  })
})

describe('the package', () => {
  it('says where its source is, and where to report a mistake', () => {
    const { repository, homepage, bugs } = JSON.parse(read('package.json'))
    for (const address of [repository.url.replace(/^git\+/, ''), homepage, bugs]) {
      assert.equal(new URL(address).protocol, 'https:')
    }
  })
})
