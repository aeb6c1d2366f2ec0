/** A mutex for each key: work with the same key runs one after the other, in the order in which it came. */
export function createMutex<K>() {
  const last = new Map<K, Promise<unknown>>()
  return async function alone<T>(key: K, work: () => Promise<T>): Promise<T> {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    // The next one runs whether this one succeeds or not.
    const settled = mine.catch(() => {})
    last.set(key, settled)
    try {
      return await mine
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
