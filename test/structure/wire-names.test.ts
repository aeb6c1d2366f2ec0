import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the names of the caller', () => {
  it('replace words in texts of the documentation alone: every other text is written with them', () => {
    const users = globSync(['src/**/*.ts', 'scripts/*.ts'], { cwd: root }).filter((file) =>
      /\.documentation\b/.test(readFileSync(join(root, file), 'utf8')),
    )
    assert.deepEqual(users.map((file) => file.replaceAll('\\', '/')).sort(), [
      'scripts/sdk-source.ts',
      'src/api-description/describe-operations.ts',
      'src/api-description/openapi.ts',
    ])
  })
})
