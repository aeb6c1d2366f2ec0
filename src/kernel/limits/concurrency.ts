/** Names with nothing under way that are kept: adding and removing one with every call costs more than the counting. */
const maxIdle = 1_000

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>

/** Counts what is under way for each name, such as a key, up to a limit. */
export function createConcurrencyLimit(max: number) {
  const underWay = new Map<string, { count: number }>()

  function add(name: string): { count: number } {
    if (underWay.size >= maxIdle) {
      for (const [known, { count }] of underWay) if (count === 0) underWay.delete(known)
    }
    const added = { count: 0 }
    underWay.set(name, added)
    return added
  }

  return {
    max,

    /** False when the limit is reached; otherwise `end` has to follow. */
    begin(name: string): boolean {
      const known = underWay.get(name) ?? add(name)
      if (known.count >= max) return false
      known.count++
      return true
    },

    end(name: string): void {
      const known = underWay.get(name)
      if (known !== undefined && known.count > 0) known.count--
    },
  }
}
