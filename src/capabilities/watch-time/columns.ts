/** The number of adjacent viewer ids whose minutes are packed into one text. */
export const partSize = 65_536

type Numbers = Uint8Array | Uint16Array | Float64Array

/** Minutes indexed by id, from the first id of the block; if few watched, a sparse list with ids. */
export interface Column {
  readonly ids: Uint16Array | undefined
  readonly minutes: Numbers
}

interface Row {
  readonly id: number
  readonly minutes: number
}

export function partOf(viewerId: number): number {
  return Math.floor(viewerId / partSize)
}

export function columnOf(rows: readonly Row[], part: number): Column {
  const first = part * partSize
  let length = 0
  let most = 0
  for (const { id, minutes } of rows) {
    length = Math.max(length, id - first + 1)
    most = Math.max(most, minutes)
  }
  const isDense = rows.length * 2 > length
  const size = isDense ? length : rows.length
  const minutes = new numbersOf[most < 2 ** 8 ? 1 : most < 2 ** 16 ? 2 : 8](size)
  for (const [index, row] of rows.entries()) minutes[isDense ? row.id - first : index] = row.minutes
  return { ids: isDense ? undefined : Uint16Array.from(rows, ({ id }) => id - first), minutes }
}

const numbersOf = { 1: Uint8Array, 2: Uint16Array, 8: Float64Array } as const

/** The width of a number and whether ids follow, then the bytes of the numbers and of the ids. */
export function pack({ ids, minutes }: Column): string {
  const bytes = Buffer.concat([minutes, ...(ids === undefined ? [] : [ids])].map(bytesOf))
  return `${minutes.BYTES_PER_ELEMENT}${ids === undefined ? '-' : '+'}${bytes.toString('base64')}`
}

export function unpack(packed: string): Column {
  const width = Number(packed.charAt(0)) as keyof typeof numbersOf
  const hasIds = packed.charAt(1) === '+'
  const { buffer, byteOffset, byteLength } = Buffer.from(packed.slice(2), 'base64')
  const length = byteLength / (width + (hasIds ? 2 : 0))
  const minutes = new numbersOf[width](buffer, byteOffset, length)
  if (!hasIds) return { ids: undefined, minutes }
  const from = byteOffset + length * width
  return { ids: new Uint16Array(buffer.slice(from, from + length * 2)), minutes }
}

/** Adds a column to the sums, or subtracts it. Returns the viewer id after the last one in the column. */
export function addTo(sums: Float64Array, part: number, { ids, minutes }: Column, sign: 1 | -1 = 1): number {
  const first = part * partSize
  // Two loops, each over one array type: a single loop over both types would be five times as slow.
  if (ids === undefined) {
    for (let i = 0; i < minutes.length; i++) sums[first + i] = (sums[first + i] ?? 0) + sign * (minutes[i] ?? 0)
    return first + minutes.length
  }
  for (let i = 0; i < minutes.length; i++) {
    const id = first + (ids[i] ?? 0)
    sums[id] = (sums[id] ?? 0) + sign * (minutes[i] ?? 0)
  }
  return first + (ids.at(-1) ?? 0) + 1
}

const classCount = 4096

/** A page of the leaderboard, most minutes first, then lowest id; with the total number of viewers. */
export function pageOf(sums: Float64Array, offset: number, limit: number): { total: number; ids: number[] } {
  let total = 0
  let most = 0
  for (let id = 0; id < sums.length; id++) {
    const minutes = sums[id] ?? 0
    if (minutes > 0) total++
    if (minutes > most) most = minutes
  }
  if (offset >= total) return { total, ids: [] }
  // A bucket sort: only the buckets that the page needs are sorted.
  const perMinute = (classCount - 1) / most
  const sizes = new Uint32Array(classCount)
  for (let id = 0; id < sums.length; id++) {
    const own = Math.floor((sums[id] ?? 0) * perMinute)
    sizes[own] = (sizes[own] ?? 0) + 1
  }
  // Viewers without minutes are in the lowest bucket, after all others.
  let highest = classCount - 1
  let before = 0
  while (before + (sizes[highest] ?? 0) <= offset) before += sizes[highest--] ?? 0
  let lowest = highest
  for (let seen = before + (sizes[lowest] ?? 0); seen < offset + limit && lowest > 0; ) seen += sizes[--lowest] ?? 0
  const ids: number[] = []
  for (let id = 0; id < sums.length; id++) {
    const minutes = sums[id] ?? 0
    const own = Math.floor(minutes * perMinute)
    if (minutes > 0 && own >= lowest && own <= highest) ids.push(id)
  }
  ids.sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b)
  return { total, ids: ids.slice(offset - before, offset - before + limit) }
}

function bytesOf({ buffer, byteOffset, byteLength }: Numbers | Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
