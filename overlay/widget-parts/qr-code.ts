// QR codes of ISO/IEC 18004: text as bytes, error correction level M, versions 1 to 15 (412 bytes).

/** By version: codewords of error correction per block, and blocks as [how many, data codewords of each]. */
const versions: readonly (readonly [correction: number, ...blocks: (readonly [count: number, data: number])[]])[] = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
  [30, [1, 50], [4, 51]],
  [22, [6, 36], [2, 37]],
  [22, [8, 37], [1, 38]],
  [24, [4, 40], [5, 41]],
  [24, [5, 41], [5, 42]],
]

/** By version: the centres of the alignment patterns. */
const alignments: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
  [6, 30, 54],
  [6, 32, 58],
  [6, 34, 62],
  [6, 26, 46, 66],
  [6, 26, 48, 70],
]

const masks: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

type Grid = boolean[][]

/** The modules of the code, row by row; undefined if the text is too long. `mask` is chosen as the standard says. */
export function qrCode(text: string, mask?: number): Grid | undefined {
  const bytes = new TextEncoder().encode(text)
  const version = versions.findIndex((_one, index) => bytes.length <= capacityOf(index)) + 1
  if (version === 0) return undefined
  const codewords = interleaved(dataOf(bytes, version), version)
  const all = masks.map((_rule, index) => index).filter((index) => mask === undefined || index === mask)
  const grids = all.map((index) => drawn(version, codewords, index))
  return grids.reduce((best, grid) => (penaltyOf(grid) < penaltyOf(best) ? grid : best))
}

function blocksOf(version: number): number[] {
  const [, ...groups] = versions[version - 1] ?? [0]
  return groups.flatMap(([count, data]) => Array.from({ length: count }, () => data))
}

function capacityOf(index: number): number {
  const data = blocksOf(index + 1).reduce((sum, one) => sum + one, 0)
  // The mode has 4 bits, the length 8 or 16.
  return data - (index + 1 < 10 ? 2 : 3)
}

function dataOf(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = []
  const push = (value: number, length: number) => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >> at) & 1)
  }
  push(4, 4)
  push(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) push(byte, 8)
  const total = blocksOf(version).reduce((sum, one) => sum + one, 0) * 8
  push(0, Math.min(4, total - bits.length))
  push(0, (8 - (bits.length % 8)) % 8)
  for (let filler = 0xec; bits.length < total; filler ^= 0xec ^ 0x11) push(filler, 8)
  return Array.from({ length: total / 8 }, (_one, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2))
}

/** The codewords of all blocks in turn, first those of data, then those of error correction. */
function interleaved(data: readonly number[], version: number): number[] {
  const [correction] = versions[version - 1] ?? [0]
  let at = 0
  const blocks = blocksOf(version).map((length) => {
    const own = data.slice(at, at + length)
    at += length
    return { own, check: remainderOf(own, correction) }
  })
  const longest = Math.max(...blocks.map(({ own }) => own.length))
  const inTurn = (length: number, pick: (block: (typeof blocks)[number]) => readonly number[]) =>
    Array.from({ length }, (_one, index) => blocks.flatMap((block) => pick(block)[index] ?? [])).flat()
  return [...inTurn(longest, ({ own }) => own), ...inTurn(correction, ({ check }) => check)]
}

/** Reed–Solomon: the remainder of the data divided by the generator polynomial, over GF(256). */
function remainderOf(data: readonly number[], length: number): number[] {
  let generator = [1]
  for (let at = 0, root = 1; at < length; at++, root = multiply(root, 2)) {
    const next = [...generator, 0]
    generator.forEach((factor, index) => {
      next[index + 1] = (next[index + 1] ?? 0) ^ multiply(factor, root)
    })
    generator = next
  }
  const rest = [...data, ...new Array<number>(length).fill(0)]
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at] ?? 0
    generator.forEach((factor, index) => {
      rest[at + index] = (rest[at + index] ?? 0) ^ multiply(factor, lead)
    })
  }
  return rest.slice(data.length)
}

function multiply(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((other >> bit) & 1) * one
  }
  return product
}

function drawn(version: number, codewords: readonly number[], mask: number): Grid {
  const size = version * 4 + 17
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const taken: Grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  const set = (row: number, column: number, isDark: boolean) => {
    const [line, fixed] = [grid[row], taken[row]]
    if (line === undefined || fixed === undefined || column < 0 || column >= size) return
    line[column] = isDark
    fixed[column] = true
  }

  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    for (let dr = -4; dr <= 4; dr++) {
      for (let dc = -4; dc <= 4; dc++) {
        const ring = Math.max(Math.abs(dr), Math.abs(dc))
        set(row + dr, column + dc, ring !== 2 && ring !== 4)
      }
    }
  }
  const centres = alignments[version - 1] ?? []
  const last = centres.at(-1)
  for (const row of centres) {
    for (const column of centres) {
      const isFinder = (row === 6 && (column === 6 || column === last)) || (row === last && column === 6)
      if (isFinder) continue
      for (let dr = -2; dr <= 2; dr++) {
        for (let dc = -2; dc <= 2; dc++) {
          set(row + dr, column + dc, Math.max(Math.abs(dr), Math.abs(dc)) !== 1)
        }
      }
    }
  }
  drawFormat(set, size, mask)
  if (version >= 7) drawVersion(set, size, version)

  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const isUpward = ((right + 1) & 2) === 0
      const row = isUpward ? size - 1 - step : step
      for (const column of [right, right - 1]) {
        if (taken[row]?.[column] !== false) continue
        const isDark = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        bit++
        const line = grid[row]
        if (line !== undefined) line[column] = isDark !== (masks[mask]?.(row, column) ?? false)
      }
    }
  }
  return grid
}

type Set = (row: number, column: number, isDark: boolean) => void

/** Level M has the bits 00, the mask the three after them; both are protected by a BCH code. */
function drawFormat(set: Set, size: number, mask: number) {
  let rest = mask
  for (let at = 0; at < 10; at++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const isDark = (at: number) => ((bits >> at) & 1) === 1
  for (let at = 0; at <= 5; at++) set(at, 8, isDark(at))
  set(7, 8, isDark(6))
  set(8, 8, isDark(7))
  set(8, 7, isDark(8))
  for (let at = 9; at < 15; at++) set(8, 14 - at, isDark(at))
  for (let at = 0; at < 8; at++) set(8, size - 1 - at, isDark(at))
  for (let at = 8; at < 15; at++) set(size - 15 + at, 8, isDark(at))
  set(size - 8, 8, true)
}

function drawVersion(set: Set, size: number, version: number) {
  let rest = version
  for (let at = 0; at < 12; at++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let at = 0; at < 18; at++) {
    const isDark = ((bits >> at) & 1) === 1
    const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)]
    set(far, near, isDark)
    set(near, far, isDark)
  }
}

/** How hard the code is to read; the mask with the lowest number is used. */
function penaltyOf(grid: Grid): number {
  const size = grid.length
  const columns = Array.from({ length: size }, (_one, column) => grid.map((row) => row[column] ?? false))
  let penalty = 0
  for (const line of [...grid, ...columns]) {
    const text = line.map((isDark) => (isDark ? '1' : '0')).join('')
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2
    for (let at = 0; at + 11 <= size; at++) {
      const part = text.slice(at, at + 11)
      if (part === '10111010000' || part === '00001011101') penalty += 40
    }
  }
  for (let row = 0; row + 1 < size; row++) {
    for (let column = 0; column + 1 < size; column++) {
      const one = grid[row]?.[column]
      const others = [grid[row]?.[column + 1], grid[row + 1]?.[column], grid[row + 1]?.[column + 1]]
      if (others.every((other) => other === one)) penalty += 3
    }
  }
  const dark = grid.flat().filter(Boolean).length
  return penalty + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10
}
