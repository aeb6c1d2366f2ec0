/** Converts positions in UTF-16 units, as JavaScript counts, to positions in code points. */
export function codePointPositions(text: string): (utf16: number) => number {
  // Most messages have no character outside the basic plane, and both counts are equal.
  if (!/[\u{10000}-\u{10ffff}]/u.test(text)) return (utf16) => utf16
  const positions = new Uint32Array(text.length + 1)
  let count = 0
  let index = 0
  for (const character of text) {
    for (let unit = 0; unit < character.length; unit++) positions[index++] = count
    count++
  }
  positions[text.length] = count
  return (utf16) => positions[Math.min(Math.max(utf16, 0), text.length)] ?? count
}
