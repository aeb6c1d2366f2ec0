import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { findJoined } from '../../bin/find-joined.mjs'

describe('the joined files of the server', () => {
  const root = mkdtempSync(join(tmpdir(), 'showcaller-joined-'))
  const source = join(root, 'src', 'main.ts')
  const joined = `${root}/.cache/server/one/main.mjs`

  beforeEach(() => {
    rmSync(root, { recursive: true, force: true })
    mkdirSync(join(root, 'src'), { recursive: true })
    mkdirSync(join(root, '.cache', 'server', 'one'), { recursive: true })
    writeFileSync(source, 'export {}')
    writeFileSync(joined, 'export {}')
    const { mtimeMs, size } = statSync(source)
    const made = { name: 'one', files: [['src/main.ts', mtimeMs, size]] }
    writeFileSync(join(root, '.cache', 'server', 'made.json'), JSON.stringify(made))
  })
  after(() => rmSync(root, { recursive: true, force: true }))

  it('are used while the source is what they were made from', () => {
    assert.equal(findJoined(root), joined)
  })

  it('are left alone once a file was changed, even to the same length', () => {
    writeFileSync(source, 'export []')
    utimesSync(source, new Date(), new Date(Date.now() + 5000))
    assert.equal(findJoined(root), undefined)
  })

  it('are left alone once a file is gone', () => {
    rmSync(source)
    assert.equal(findJoined(root), undefined)
  })

  it('are left alone where they are not whole', () => {
    rmSync(joined)
    assert.equal(findJoined(root), undefined)
    writeFileSync(join(root, '.cache', 'server', 'made.json'), '{"na')
    assert.equal(findJoined(root), undefined)
  })
})
