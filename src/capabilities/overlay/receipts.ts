export type Receipts = ReturnType<typeof createReceipts>

/** Calls that wait for a cue to be confirmed. Every wait ends at its timeout, so none leaks. */
export function createReceipts(timeoutMs: number) {
  const waiting = new Map<string, (confirmed: boolean) => void>()
  return {
    /** Call this before the cue is sent and `wait` after it; without a `wait`, call `forget`. */
    expect(id: string) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      waiting.set(id, resolve)
      const forget = () => void waiting.delete(id)
      return {
        forget,
        async wait(): Promise<boolean> {
          const timer = setTimeout(() => resolve(false), timeoutMs)
          try {
            return await promise
          } finally {
            clearTimeout(timer)
            forget()
          }
        },
      }
    },

    confirm(id: string): void {
      waiting.get(id)?.(true)
    },

    get isIdle(): boolean {
      return waiting.size === 0
    },
  }
}
