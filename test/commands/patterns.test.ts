import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { patternOf } from '../../src/features/commands/patterns.ts'

describe('a pattern that a broadcaster wrote', () => {
  for (const [written, text, fits] of [
    ['^buy +followers', 'BUY  followers now', true],
    ['^buy +followers', 'why buy followers', false],
    ['\\bfree\\b', 'it is free.', true],
    ['\\bfree\\b', 'freedom', false],
    ['ß|ü', 'Grüße', true],
  ] as const) {
    it(`${written} ${fits ? 'matches' : 'does not match'} ${JSON.stringify(text)}`, async () => {
      assert.equal((await patternOf(written))(text), fits)
    })
  }

  it('takes time in proportion to its text, however complicated it is', async () => {
    const crooked = await patternOf('^(a+)+$')
    // What tries every way to split the text would not come back.
    assert.equal(crooked(`${'a'.repeat(5000)}!`), false)
  })

  for (const written of ['(', '[a', '(?<=x)y', '\\1']) {
    it(`${written} is refused because it is not valid`, async () => {
      await assert.rejects(patternOf(written), /is not valid/)
    })
  }

  it('is refused when it is very long', async () => {
    await assert.rejects(patternOf('a'.repeat(201)), /at most 200/)
  })
})
