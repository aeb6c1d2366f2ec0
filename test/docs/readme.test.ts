import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

describe('the README', () => {
  it('says how many operations there are', () => {
    const { paths } = JSON.parse(read('openapi.json')) as { paths: Record<string, unknown> }
    const said = /\*\*(?<count>\d+) operations\*\*/.exec(read('README.md'))?.groups?.count
    assert.equal(Number(said), Object.keys(paths).length)
  })
})
