import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createTemporaryFolder } from '../temporary-folder.ts'

const { changedFiles } = (await import(new URL('../../scripts/test-checks.mjs', import.meta.url).href)) as {
  changedFiles(root: string): string[] | undefined
}

describe('what a first quick run checks', () => {
  const { path: folder, remove } = createTemporaryFolder()
  const [published, clone] = [join(folder, 'published'), join(folder, 'clone')]
  after(remove)
  before(() => {
    mkdirSync(published)
    git(published, 'init', '--quiet')
    write(published, 'known.ts')
    commit(published)
    git(folder, 'clone', '--quiet', published, clone)
  })

  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd, stdio: 'pipe' })
  const write = (cwd: string, name: string) => writeFileSync(join(cwd, name), `// ${name} ${Math.random()}\n`)
  function commit(cwd: string): void {
    git(cwd, 'add', '--all')
    git(cwd, 'commit', '--quiet', '--message', 'a change')
  }

  it('is nothing of a clone in which nothing was changed', () => {
    assert.deepEqual(changedFiles(clone), [])
  })

  it('is what was changed, added, committed or deleted, on a branch that nobody has fetched too', () => {
    write(clone, 'known.ts')
    write(clone, 'new.ts')
    assert.deepEqual(changedFiles(clone), ['known.ts', 'new.ts'])
    git(clone, 'checkout', '--quiet', '-b', 'own')
    commit(clone)
    write(clone, 'later.ts')
    assert.deepEqual(changedFiles(clone), ['known.ts', 'new.ts', 'later.ts'])
    rmSync(join(clone, 'new.ts'))
    rmSync(join(clone, 'later.ts'))
    rmSync(join(clone, 'known.ts'))
    assert.deepEqual(changedFiles(clone), ['known.ts'])
  })

  it('is everything where it is not known what was published', () => {
    assert.equal(changedFiles(published), undefined)
    assert.equal(changedFiles(folder), undefined)
  })
})
