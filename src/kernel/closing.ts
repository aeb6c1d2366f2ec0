type Closer = (drainMs: number) => unknown

/** Called where a part is opened, with how the part is closed. */
export type OnClose = (closer: Closer) => void

/** Closes parts in reverse order of opening, so that no part loses one that it depends on. */
export function createClosing() {
  const closers: Closer[] = []
  const onClose: OnClose = (closer) => {
    closers.push(closer)
  }
  return {
    onClose,

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
