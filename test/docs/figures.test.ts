import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { documentsFrom, readResults } from '../../bench/documents.ts'
import { goals } from '../../bench/goals.ts'

describe('figures in the docs', () => {
  const results = readResults()

  it('are those of the last run that was kept', () => {
    for (const [file, text] of documentsFrom(results)) {
      const message = `${file.pathname} is not what bench/results.json says: node bench/documents.ts`
      assert.equal(readFileSync(file, 'utf8'), text, message)
    }
  })

  it('were all measured', () => {
    const measured = Object.values(results.parts).flatMap((part) => Object.keys(part.measured))
    assert.deepEqual(measured.sort(), Object.keys(goals).sort())
  })
})
