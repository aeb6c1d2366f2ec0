type Closer = (drainMs: number) => unknown

/** What was opened last is closed first, so that nothing is taken from under what still stands on it. */
export function createClosing() {
  const closers: Closer[] = []
  return {
    /** Said where a thing is opened. */
    onClose(closer: Closer): void {
      closers.push(closer)
    },

    /** One that fails keeps none of the others open; the first failure is thrown in the end. */
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
