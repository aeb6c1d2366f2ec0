import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const src = fileURLToPath(new URL('../../src', import.meta.url))
/** A failure whose sentence is written in place. */
const literal = /new Failure\(\s*'\w+',\s*\{[^}]*?\bmessage:\s*['"`]/gs

describe('the sentence of a failure', () => {
  it('is a message with a key, so that it can be translated', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
    const found = files.flatMap((path) =>
      [...readFileSync(join(src, path), 'utf8').matchAll(literal)].map(([text]) => `${path}: ${text.slice(0, 120)}`),
    )
    assert.ok(files.length > 500)
    assert.deepEqual(found, [])
  })
})
