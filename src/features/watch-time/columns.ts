/** Minutes of up to so many neighbouring viewer ids are packed into one text. */
export const partSize = 65_536

/** Minutes by id, counted from the first of the part; or, where few watched, beside their ids. */
export interface Column {
  readonly ids: Uint16Array | undefined
  readonly minutes: Uint16Array | Float64Array
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
  const minutes = most < 2 ** 16 ? new Uint16Array(size) : new Float64Array(size)
  for (const [index, row] of rows.entries()) minutes[isDense ? row.id - first : index] = row.minutes
  return { ids: isDense ? undefined : Uint16Array.from(rows, ({ id }) => id - first), minutes }
}

/** A letter that says what follows, then the bytes: minutes, and the ids when there are any. */
export function pack({ ids, minutes }: Column): string {
  const letter = `${ids === undefined ? 'dense' : 'sparse'}-${minutes.BYTES_PER_ELEMENT}` as keyof typeof letters
  const bytes = [minutes, ...(ids === undefined ? [] : [ids])].map(bytesOf)
  return `${letters[letter]}${Buffer.concat(bytes).toString('base64')}`
}

const letters = { 'dense-2': 'd', 'dense-8': 'D', 'sparse-2': 's', 'sparse-8': 'S' } as const

export function unpack(packed: string): Column {
  const letter = packed.charAt(0)
  const { buffer, byteOffset, byteLength } = Buffer.from(packed.slice(1), 'base64')
  const width = letter === 'd' || letter === 's' ? 2 : 8
  const isSparse = letter === 's' || letter === 'S'
  const length = byteLength / (width + (isSparse ? 2 : 0))
  const minutes = new (width === 2 ? Uint16Array : Float64Array)(buffer, byteOffset, length)
  return { ids: isSparse ? new Uint16Array(buffer, byteOffset + length * width, length) : undefined, minutes }
}

export function addTo(sums: Float64Array, part: number, { ids, minutes }: Column): void {
  const first = part * partSize
  for (let i = 0; i < minutes.length; i++) {
    const id = first + (ids === undefined ? i : (ids[i] ?? 0))
    sums[id] = (sums[id] ?? 0) + (minutes[i] ?? 0)
  }
}

/** A page of those who watched, the longest first, and among equals who came first; and how many there are in all. */
export function pageOf(sums: Float64Array, offset: number, limit: number): { total: number; ids: number[] } {
  let total = 0
  let most = 0
  for (const minutes of sums) {
    if (minutes > 0) total++
    if (minutes > most) most = minutes
  }
  if (offset >= total) return { total, ids: [] }
  // Only what stands in the page's own classes is sorted.
  const classOf = (minutes: number) => Math.floor((minutes / most) * (classCount - 1))
  const sizes = new Uint32Array(classCount)
  for (const minutes of sums) if (minutes > 0) sizes[classOf(minutes)] = (sizes[classOf(minutes)] ?? 0) + 1
  let highest = classCount - 1
  let before = 0
  while (before + (sizes[highest] ?? 0) <= offset) before += sizes[highest--] ?? 0
  let lowest = highest
  for (let seen = before + (sizes[lowest] ?? 0); seen < offset + limit && lowest > 0; ) seen += sizes[--lowest] ?? 0
  const ids: number[] = []
  for (let id = 0; id < sums.length; id++) {
    const minutes = sums[id] ?? 0
    if (minutes <= 0) continue
    const own = classOf(minutes)
    if (own >= lowest && own <= highest) ids.push(id)
  }
  ids.sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0) || a - b)
  return { total, ids: ids.slice(offset - before, offset - before + limit) }
}

const classCount = 4096

function bytesOf({ buffer, byteOffset, byteLength }: Uint16Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
