import { Failure } from '../operation/contract/failures.ts'

/** A value that changes faster than it can be read is not served from an outdated read. */
const maxReads = 10

interface Read<K> {
  readonly key: K
  /** The entry was dropped during this read, so the row may be from before the change. */
  isOutdated: boolean
}

export type ReadCache<K, V> = ReturnType<typeof createReadCache<K, V>>

/**
 * A read-through cache that a change cannot leave outdated. Dropping an entry also invalidates its reads in progress:
 * their value is not kept, and whoever waits for it gets what a new read finds.
 */
export function createReadCache<K, V>(
  read: (key: K) => Promise<V | undefined>,
  options: { readonly maxEntries: number; readonly onDrop?: (value: V) => void },
) {
  const { maxEntries, onDrop } = options
  const values = new Map<K, V>()
  const reads = new Set<Read<K>>()

  /** The first of several reads that end at once is kept, so that everybody shares one value. */
  function keep(key: K, value: V): V {
    const known = values.get(key)
    if (known !== undefined) return known
    if (values.size >= maxEntries) dropValues()
    values.set(key, value)
    return value
  }

  function dropValues(): void {
    for (const value of values.values()) onDrop?.(value)
    values.clear()
  }

  return {
    /** The cached value, without a promise. */
    find: (key: K): V | undefined => values.get(key),

    /** The cached value, or the one that is read now. Undefined, and not cached, if there is none. */
    async load(key: K): Promise<V | undefined> {
      const cached = values.get(key)
      if (cached !== undefined) return cached
      for (let count = 0; count < maxReads; count++) {
        const current: Read<K> = { key, isOutdated: false }
        reads.add(current)
        let value: V | undefined
        try {
          value = await read(key)
        } finally {
          reads.delete(current)
        }
        if (!current.isOutdated) return value === undefined ? undefined : keep(key, value)
      }
      throw new Failure('database_unavailable', { retryAfterSeconds: 1 })
    },

    drop(key: K): void {
      const value = values.get(key)
      if (value !== undefined) onDrop?.(value)
      values.delete(key)
      for (const current of reads) if (current.key === key) current.isOutdated = true
    },

    clear(): void {
      dropValues()
      for (const current of reads) current.isOutdated = true
    },
  }
}
