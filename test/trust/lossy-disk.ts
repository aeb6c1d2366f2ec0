import { dirname } from 'node:path'
import type { DiskEvent } from './disk-record.ts'
import type { Random } from './random.ts'

/** A disk writes so much whole, or not at all. */
const sectorBytes = 512

type Change = Exclude<DiskEvent, { kind: 'sync' | 'create' }>

interface File {
  /** What is surely there. */
  readonly bytes: Bytes
  /** Whether its name is. */
  isNamed: boolean
  /** What was done since, and may be there or not. */
  open: { readonly change: Change; readonly index: number }[]
}

/** Files on a disk that keeps only what was synced. The rest may be there when the power fails, or not, or in part. */
export function createLossyDisk(start: ReadonlyMap<string, Buffer>) {
  const files = new Map<string, File>()
  for (const [path, content] of start) files.set(path, { bytes: createBytes(content), isNamed: true, open: [] })
  let seen = 0

  function fileAt(path: string): File {
    const file = files.get(path) ?? { bytes: createBytes(Buffer.alloc(0)), isNamed: false, open: [] }
    files.set(path, file)
    return file
  }

  function sync(path: string, since: number): void {
    for (const [inside, file] of files) if (dirname(inside) === path) file.isNamed = true
    const file = files.get(path)
    if (file === undefined) return
    for (const { change, index } of file.open) if (index < since) file.bytes.apply(change)
    file.open = file.open.filter(({ index }) => index >= since)
  }

  return {
    take(event: DiskEvent): void {
      const index = seen++
      if (event.kind === 'sync') sync(event.file, event.since)
      else if (event.kind === 'create') fileAt(event.file)
      else fileAt(event.file).open.push({ change: event, index })
    },

    unsynced: (): number => [...files.values()].reduce((sum, { open }) => sum + open.length, 0),

    /** The files as they are when the power fails now. */
    cut(random: Random): Map<string, Buffer> {
      // Often nothing is left of what was not synced, seldom all of it, else something in between.
      const share = random.pick([0, 0, 1, random.next(), random.next()])
      const left = new Map<string, Buffer>()
      for (const [path, { bytes, isNamed, open }] of files) {
        if (!isNamed && !random.chance(share)) continue
        const copy = createBytes(bytes.content())
        for (const { change } of open) {
          if (!random.chance(share)) continue
          const isWhole = share === 1 || random.chance(0.5)
          for (const part of isWhole ? [change] : someSectors(change, random)) copy.apply(part)
        }
        left.set(path, copy.content())
      }
      return left
    },
  }
}

function someSectors(change: Change, random: Random): Change[] {
  if (change.kind !== 'write') return [change]
  const { offset, data } = change
  const parts: Change[] = []
  for (let from = 0; from < data.length; ) {
    const to = Math.min(data.length, from + sectorBytes - ((offset + from) % sectorBytes))
    if (random.chance(0.5)) parts.push({ ...change, offset: offset + from, data: data.subarray(from, to) })
    from = to
  }
  return parts
}

type Bytes = ReturnType<typeof createBytes>

/** A file's content that grows in place; what was never written is zero. */
function createBytes(start: Buffer) {
  let held = Buffer.from(start)
  let size = start.length

  function resize(wanted: number): void {
    if (wanted > held.length) held = Buffer.concat([held], Math.max(wanted, held.length * 2))
    if (wanted < size) held.fill(0, wanted, size)
    size = wanted
  }

  return {
    apply(change: Change): void {
      if (change.kind === 'truncate') resize(change.size)
      else {
        resize(Math.max(size, change.offset + change.data.length))
        change.data.copy(held, change.offset)
      }
    },
    content: (): Buffer => held.subarray(0, size),
  }
}
