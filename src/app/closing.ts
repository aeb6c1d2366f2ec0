type Closer = (drainMs: number) => unknown

/** Closes parts in reverse order of opening, so that no part loses one that it depends on. */
export function createClosing() {
  const closers: Closer[] = []
  return {
    /** Registered where a part is opened. */
    onClose(closer: Closer): void {
      closers.push(closer)
    },

    /** Closes all parts even when one fails; the first error is thrown at the end. */
    async closeAll(drainMs: number): Promise<void> {
      const failures: unknown[] = []
      for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
        try {
          await closer(drainMs)
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
