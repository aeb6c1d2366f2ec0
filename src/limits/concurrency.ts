/** Counts what is under way for each name, such as a key, up to a limit. */
export function createConcurrencyLimit(max: number) {
  const underWay = new Map<string, number>()
  return {
    max,

    /** False when the limit is reached; otherwise `end` has to follow. */
    begin(name: string): boolean {
      const count = underWay.get(name) ?? 0
      if (count >= max) return false
      underWay.set(name, count + 1)
      return true
    },

    end(name: string): void {
      const count = underWay.get(name) ?? 0
      if (count > 1) underWay.set(name, count - 1)
      else underWay.delete(name)
    },
  }
}
