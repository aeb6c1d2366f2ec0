import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/app/config/config.ts'
import { allSettings, secretFiles } from '../../src/app/config/config-settings.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = globSync(['*.md', '{bench,catalogue,deploy,docs,extension,overlay,panel/src,src}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
})

describe('what is written', () => {
  const folder = createTemporaryFolder()
  after(() => folder.remove())

  it('links to files and headings that are there', () => {
    assert.ok(pages.includes('README.md') && pages.includes(join('docs', 'settings.md')))
    assert.deepEqual(pages.flatMap(deadLinks), [])
  })

  it('reaches every page for users from docs/README.md, without a detour', () => {
    const linked = new Set(targets('docs/README.md').map((target) => join('docs', target.split('#')[0] ?? '')))
    const forUsers = pages.filter((page) => /^docs\/(?!project\/|reference\/|README\.md)/.test(page))
    assert.ok(forUsers.length > 50)
    assert.deepEqual(
      forUsers.filter((page) => !linked.has(page)),
      [],
    )
  })

  it('reaches every page about the project from its own list', () => {
    const linked = new Set(targets('docs/project/README.md').map((target) => join('docs/project', target)))
    const ofProject = pages.filter((page) => /^docs\/project\/(?!README\.md)[^/]+\.md$/.test(page))
    assert.deepEqual(
      ofProject.filter((page) => !linked.has(page)),
      [],
    )
  })

  it('shows every picture it keeps', () => {
    const shown = new Set(pages.flatMap((page) => targets(page).map((target) => join(dirname(page), target))))
    const kept = globSync('docs/images/*', { cwd: root })
    assert.ok(kept.length > 0)
    assert.deepEqual(
      kept.filter((picture) => !shown.has(picture)),
      [],
    )
  })

  it('names every setting in docs/settings.md, and none that does not exist', () => {
    assert.ok(knownVariables.includes('PORT') && knownVariables.includes('SHOWCALLER_SPEECH_ORDER'))
    const table = read('docs/settings.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))
    const written = table.flatMap((line) => [...line.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name))
    assert.deepEqual([...new Set(written)].sort(), knownVariables.toSorted())
  })

  it('names no setting anywhere that does not exist', () => {
    const known = [...knownVariables, ...secretFiles.map(({ env }) => env), 'SHOWCALLER_KEY']
    const unknown = pages.flatMap((page) =>
      [...read(page).matchAll(/\bSHOWCALLER_[A-Z_]*[A-Z]\b/g)]
        .map(([name]) => name)
        .filter((name) => !known.includes(name))
        .map((name) => `${page}: ${name}`),
    )
    assert.deepEqual(unknown, [])
  })

  it('keeps the key of its examples in a variable that the server lets be', async () => {
    await readConfig({ SHOWCALLER_KEY: 'sc_live_of_somebody' }, folder.path)
  })
})

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Without what is quoted: code is not links. */
function prose(page: string): string {
  return read(page)
    .replace(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, '')
    .replace(/`[^`\n]*`/g, 'code')
}

/** Where links and pictures lead, within the project. */
function targets(page: string): string[] {
  const found = [...prose(page).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)|(?:src|href)="([^"]+)"/g)]
  return found.map(([, link, tag]) => link ?? tag ?? '').filter((target) => !/^[a-z]+:/i.test(target))
}

function deadLinks(page: string): string[] {
  return targets(page)
    .filter((target) => {
      const [path = '', heading] = target.split('#')
      const file = path === '' ? page : join(dirname(page), decodeURIComponent(path))
      if (!existsSync(join(root, file))) return true
      return heading !== undefined && file.endsWith('.md') && !headings(file).includes(heading)
    })
    .map((target) => `${page}: ${target}`)
}

/** As code hosts make addresses of headings. */
function headings(page: string): string[] {
  const lines = [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, text = '']) => text)
  return lines.map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )
}

const knownVariables = allSettings.map(({ env }) => env)
