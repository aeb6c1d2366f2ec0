import { grownUint32 } from './grown.ts'

/** A multimap from 32-bit hashes to numbers in typed arrays: a Map of strings would take ten times more. */
export function createKeyTable() {
  let heads = new Int32Array(64).fill(-1)
  let hashes = new Uint32Array(64)
  let values = new Uint32Array(64)
  let next = new Int32Array(64)
  let size = 0

  function link(entry: number) {
    const head = (hashes[entry] ?? 0) & (heads.length - 1)
    next[entry] = heads[head] ?? -1
    heads[head] = entry
  }

  return {
    add(hash: number, value: number) {
      if (size === hashes.length) {
        hashes = grownUint32(hashes)
        values = grownUint32(values)
        next = new Int32Array(hashes.length)
        heads = new Int32Array(hashes.length).fill(-1)
        for (let entry = 0; entry < size; entry++) link(entry)
      }
      hashes[size] = hash
      values[size] = value
      link(size++)
    },
    forEach(hash: number, visit: (value: number) => void) {
      for (let entry = heads[hash & (heads.length - 1)] ?? -1; entry >= 0; entry = next[entry] ?? -1) {
        if (hashes[entry] === hash) visit(values[entry] ?? 0)
      }
    },
  }
}

export type KeyTable = ReturnType<typeof createKeyTable>
