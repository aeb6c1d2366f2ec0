type Closer = (drainMs: number) => unknown

/** What was opened last is closed first, so that nothing is taken from under what still stands on it. */
export function createClosing() {
  const closers: Closer[] = []
  return {
    /** Said where a thing is opened. */
    onClose(closer: Closer): void {
      closers.push(closer)
    },

    async closeAll(drainMs: number): Promise<void> {
      for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) await closer(drainMs)
    },
  }
}
