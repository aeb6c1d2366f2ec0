/** The entries of a table in the order of their hashes: `values[i]` belongs to `hashes[i]`. */
export interface KeyColumns {
  readonly hashes: Uint32Array<ArrayBuffer>
  readonly values: Uint32Array<ArrayBuffer>
}

/**
 * A multimap from 32-bit hashes to numbers. What was read from a file is found by binary search in two typed arrays,
 * which take a tenth of the memory of a Map and no time to build; what is added later is in a Map.
 */
export function createKeyTable({ hashes, values }: KeyColumns = emptyKeys()) {
  const added = new Map<number, number[]>()

  function forEach(hash: number, visit: (value: number) => void): void {
    for (let at = firstOf(hashes, hash); hashes[at] === hash; at++) visit(values[at] ?? 0)
    for (const value of added.get(hash) ?? []) visit(value)
  }

  return {
    forEach,

    /** The value that was added last, of those that pass the test: different keys may have the same hash. */
    findLast(hash: number, isMeant: (value: number) => boolean): number | undefined {
      let found: number | undefined
      forEach(hash, (value) => {
        if (isMeant(value)) found = value
      })
      return found
    },

    add(hash: number, value: number): void {
      const same = added.get(hash)
      if (same === undefined) added.set(hash, [value])
      else same.push(value)
    },

    /** Of a table that began empty. */
    columns(): KeyColumns {
      const all = [...added].flatMap(([hash, same]) => same.map((value) => ({ hash, value })))
      all.sort((a, b) => a.hash - b.hash || a.value - b.value)
      return {
        hashes: Uint32Array.from(all, ({ hash }) => hash),
        values: Uint32Array.from(all, ({ value }) => value),
      }
    },
  }
}

export type KeyTable = ReturnType<typeof createKeyTable>

/** The index of the first entry that is not smaller (lower bound). */
function firstOf(hashes: Uint32Array, hash: number): number {
  let from = 0
  let to = hashes.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((hashes[middle] ?? 0) < hash) from = middle + 1
    else to = middle
  }
  return from
}

function emptyKeys(): KeyColumns {
  return { hashes: new Uint32Array(0), values: new Uint32Array(0) }
}
