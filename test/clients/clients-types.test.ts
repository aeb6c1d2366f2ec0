import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the sources of the clients', () => {
  it('fit the types of the programs that load them', () => {
    const { status, stdout } = spawnSync('test/tools/node_modules/.bin/tsc', ['--noEmit', '-p', 'clients'], {
      cwd: root,
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout)
  })
})
