import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RE2JS } from 're2js'
import { estimateSize } from '../../src/capabilities/steps/pattern-size.ts'
import { patternLimits, patternOf, workOf } from '../../src/capabilities/steps/patterns.ts'

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

  for (const written of [
    '(?:a?){950}a{1000}q',
    '(?:a?){100}a{100}q',
    '(?:.{1,30}){1,30}q',
    '[\\p{L}\\p{N}]{1,900}q',
    '(?:a?b?c?d?e?f?g?h?i?j?k?l?m?n?o?p?q?r?s?t?u?v?w?x?y?z?){1000}',
    '\\w{1000}'.repeat(20),
    '(?:(?:a{10}){10}){10}',
  ]) {
    it(`${written.slice(0, 40)} is refused because it is too complex`, async () => {
      await assert.rejects(patternOf(written), { status: 400, message: /too complex/ })
      // A second time too, without compiling it again.
      await assert.rejects(patternOf(written), /too complex/)
    })
  }

  it('is limited in size, so that one chat message costs less than 5 ms of matching', async () => {
    const pattern = await patternOf('(?:a?){40}a{40}q')
    assert.ok(pattern.size > 100 && pattern.size <= patternLimits.size)
    assert.equal(workOf(pattern, 'a'.repeat(500)), pattern.size * 500)
    const { moderationSize, moderationWork, runWork } = patternLimits
    assert.ok(moderationSize * 500 <= moderationWork, 'every pattern is tried on a message of usual length')
    // In the worst case 20 ns each.
    assert.ok((moderationWork + runWork) * 20e-6 <= 5)
  })

  it('is estimated before it is compiled, never far below its true size', () => {
    for (const written of [
      'a',
      'free followers',
      '\\bfree\\b',
      '(?:a?){300}',
      '(?:a|b|c){2,50}',
      '[a-z]{1,20}@[a-z]{1,20}\\.(?:com|net|org)',
      '(?:(?:ab){5}c){1,9}',
      '(?:\\p{L}{1,9} ){1,9}',
      'x{0,500}',
      '(?P<n>a{3}){7,}',
      'ß|ü|é{3}',
      '^(?i:buy|sell)\\s+\\d{1,5}$',
      '.*.+.?',
    ]) {
      const size = RE2JS.compile(written, RE2JS.CASE_INSENSITIVE).programSize()
      assert.ok(estimateSize(written) * 2 + 10 >= size, `${written}: ${estimateSize(written)} for ${size}`)
    }
  })
})
