import { LETTER } from './title-letters.ts'

/** The maximum pattern length for the bit-parallel algorithm: the bits of one machine word. */
export const MAX_PATTERN = 32

/**
 * The Damerau-Levenshtein distance (optimal string alignment) of the pattern to the text, and to the best-matching prefix
 * of the text. Bit-parallel: one bit for each row of a column (Myers 1999, with the transposition of Hyyrö 2003).
 *
 * `masks` at `masksAt` contains, for each letter, the bits of its positions in the pattern.
 * Returns whole + (prefix << 8) + (where that prefix ends << 16).
 */
export function editDistances(
  masks: Int32Array,
  masksAt: number,
  patternLength: number,
  text: Uint8Array,
  from: number,
  to: number,
): number {
  const lastRow = 1 << (patternLength - 1)
  let rising = -1
  let falling = 0
  let diagonal = 0
  let masksBefore = 0
  let distance = patternLength
  let prefixDistance = patternLength
  let prefixEnd = 0
  for (let i = from; i < to; i++) {
    const mask = masks[masksAt + ((text[i] ?? 0) & LETTER)] ?? 0
    const swapped = ((~diagonal & mask) << 1) & masksBefore
    diagonal = ((((mask & rising) + rising) | 0) ^ rising) | mask | falling | swapped
    let up = falling | ~(diagonal | rising)
    const down = diagonal & rising
    if ((up & lastRow) !== 0) distance++
    else if ((down & lastRow) !== 0) distance--
    if (distance < prefixDistance) {
      prefixDistance = distance
      prefixEnd = i + 1 - from
    }
    up = (up << 1) | 1
    rising = (down << 1) | ~(diagonal | up)
    falling = up & diagonal
    masksBefore = mask
  }
  return distance + (prefixDistance << 8) + (prefixEnd << 16)
}

/** The smallest distance of the pattern to any substring of the text; masks as for editDistances. */
export function distanceInside(
  masks: Int32Array,
  patternLength: number,
  text: Uint8Array,
  from: number,
  to: number,
): number {
  const lastRow = 1 << (patternLength - 1)
  let rising = -1
  let falling = 0
  let diagonal = 0
  let masksBefore = 0
  let distance = patternLength
  let least = patternLength
  for (let i = from; i < to; i++) {
    const mask = masks[(text[i] ?? 0) & LETTER] ?? 0
    const swapped = ((~diagonal & mask) << 1) & masksBefore
    diagonal = ((((mask & rising) + rising) | 0) ^ rising) | mask | falling | swapped
    // Unlike above, nothing is shifted into the first row: a substring may begin anywhere.
    let up = falling | ~(diagonal | rising)
    const down = diagonal & rising
    if ((up & lastRow) !== 0) distance++
    else if ((down & lastRow) !== 0 && --distance < least) least = distance
    up <<= 1
    rising = (down << 1) | ~(diagonal | up)
    falling = up & diagonal
    masksBefore = mask
  }
  return least
}

/** Sets the bits that editDistances reads; the part of `masks` at `masksAt` must be zero before. */
export function setMasks(masks: Int32Array, masksAt: number, pattern: Uint8Array, from: number, to: number) {
  for (let i = from; i < to; i++) {
    const slot = masksAt + ((pattern[i] ?? 0) & LETTER)
    masks[slot] = (masks[slot] ?? 0) | (1 << (i - from))
  }
}

/** The same for patterns of any length, with a banded matrix; stops at more than `most` errors. */
export function createLongEditDistances(maxLength: number) {
  const width = maxLength + 2
  let current = new Uint8Array(width)
  let before = new Uint8Array(width)
  let beforeThat = new Uint8Array(width)

  return function longEditDistances(
    pattern: Uint8Array,
    patternLength: number,
    text: Uint8Array,
    from: number,
    to: number,
    most: number,
  ): number {
    const length = to - from
    const far = most + 1
    for (let j = 0; j <= length; j++) current[j] = Math.min(j, far)
    for (let i = 1; i <= patternLength; i++) {
      const spare = beforeThat
      beforeThat = before
      before = current
      current = spare
      const first = Math.max(1, i - most)
      const last = Math.min(length, i + most)
      current[first - 1] = first === 1 ? Math.min(i, far) : far
      const letter = (pattern[i - 1] ?? 0) & LETTER
      const letterBefore = i > 1 ? (pattern[i - 2] ?? 0) & LETTER : -1
      let best = current[first - 1] ?? far
      for (let j = first; j <= last; j++) {
        const other = (text[from + j - 1] ?? 0) & LETTER
        let cost = (before[j - 1] ?? far) + (letter === other ? 0 : 1)
        const above = j < i + most ? (before[j] ?? far) + 1 : far
        if (above < cost) cost = above
        const left = (current[j - 1] ?? far) + 1
        if (left < cost) cost = left
        if (j > 1 && letterBefore === other && ((text[from + j - 2] ?? 0) & LETTER) === letter) {
          const swapped = (beforeThat[j - 2] ?? far) + 1
          if (swapped < cost) cost = swapped
        }
        current[j] = Math.min(cost, far)
        if (cost < best) best = cost
      }
      if (best > most) return far + (far << 8)
    }
    let prefixDistance = far
    let prefixEnd = 0
    for (let j = Math.max(0, patternLength - most); j <= Math.min(length, patternLength + most); j++) {
      const cost = current[j] ?? far
      if (cost >= prefixDistance) continue
      prefixDistance = cost
      prefixEnd = j
    }
    const whole = Math.abs(length - patternLength) <= most ? (current[length] ?? far) : far
    return whole + (prefixDistance << 8) + (prefixEnd << 16)
  }
}
