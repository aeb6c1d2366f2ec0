import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createLongEditDistances,
  distanceInside,
  editDistances,
  setMasks,
} from '../../../src/capabilities/stream/game-search/edit-distance.ts'

describe('edit distance', () => {
  const longEditDistances = createLongEditDistances(60)

  function all(pattern: Uint8Array, text: Uint8Array) {
    const masks = new Int32Array(128)
    setMasks(masks, 0, pattern, 0, pattern.length)
    const both = editDistances(masks, 0, pattern.length, text, 0, text.length)
    return {
      whole: both & 255,
      prefix: (both >> 8) & 255,
      inside: distanceInside(masks, pattern.length, text, 0, text.length),
    }
  }

  it('counts a swap of neighbours as one error', () => {
    assert.deepEqual(all(letters('teh'), letters('the')), { whole: 1, prefix: 1, inside: 1 })
    assert.deepEqual(all(letters('dota'), letters('dota')), { whole: 0, prefix: 0, inside: 0 })
    assert.deepEqual(all(letters('ring'), letters('eldenring')), { whole: 5, prefix: 4, inside: 0 })
  })

  it('agrees with the plain table on thousands of random pairs, and keeps to its bound', () => {
    let state = 7
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    for (let round = 0; round < 4000; round++) {
      const alphabet = 2 + random(4)
      const word = (longest: number) => Uint8Array.from({ length: 1 + random(longest) }, () => 1 + random(alphabet))
      const pattern = word(round % 2 === 0 ? 9 : 32)
      const text = word(round % 2 === 0 ? 9 : 45)
      const expected = plainTable(pattern, text)
      assert.deepEqual(all(pattern, text), expected)
      const most = random(14)
      const bounded = longEditDistances(pattern, pattern.length, text, 0, text.length, most)
      assert.equal(bounded & 255, Math.min(expected.whole, most + 1))
      assert.equal((bounded >> 8) & 255, Math.min(expected.prefix, most + 1))
    }
  })
})

function letters(word: string): Uint8Array {
  return Uint8Array.from(word, (letter) => letter.charCodeAt(0) - 96)
}

/** Optimal string alignment as the textbooks have it; `inside` starts with a row of zeros instead. */
function plainTable(pattern: Uint8Array, text: Uint8Array) {
  const fromStart = lastRow(pattern, text, (column) => column)
  const fromAnywhere = lastRow(pattern, text, () => 0)
  return { whole: fromStart.at(-1) ?? 0, prefix: Math.min(...fromStart), inside: Math.min(...fromAnywhere) }
}

function lastRow(pattern: Uint8Array, text: Uint8Array, first: (column: number) => number): number[] {
  let beforeThat: number[] = []
  let before: number[] = []
  let row = Array.from({ length: text.length + 1 }, (_, column) => first(column))
  for (let i = 1; i <= pattern.length; i++) {
    beforeThat = before
    before = row
    row = [i]
    for (let j = 1; j <= text.length; j++) {
      const differs = pattern[i - 1] === text[j - 1] ? 0 : 1
      const cost = Math.min((before[j - 1] ?? 0) + differs, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      const isSwap = i > 1 && j > 1 && pattern[i - 1] === text[j - 2] && pattern[i - 2] === text[j - 1]
      row.push(isSwap ? Math.min(cost, (beforeThat[j - 2] ?? 0) + 1) : cost)
    }
  }
  return row
}
