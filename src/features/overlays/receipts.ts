export type Receipts = ReturnType<typeof createReceipts>

/** Who waits for which cue to be confirmed. Nothing stays behind: every wait ends with its time. */
export function createReceipts(timeoutMs: number) {
  const waiting = new Map<string, (confirmed: boolean) => void>()
  return {
    /** Begin before the cue can be sent, `wait` after; without a `wait`, `forget`. */
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
