import type { Ids } from '../ambient.ts'
import type { ClipOrder, ClipResult } from '../contract/extension-messages.ts'

interface Pending {
  readonly channelId: number
  readonly browserId: string
  settle(result: ClipResult): void
  /** The browser lost the line. */
  hurry(): void
}

export type ClipOrders = ReturnType<typeof createClipOrders>

/** The clips that browsers were asked for and have not told the end of yet. Every one has an end. */
export function createClipOrders(needs: { ids: Ids; clipMs: number; returnMs: number }) {
  const { ids, clipMs, returnMs } = needs
  const pending = new Map<string, Pending>()
  const turns = new Map<number, Promise<unknown>>()

  return {
    /** One clip at a time and channel: the site minds two at once. */
    inTurn<T>(channelId: number, work: () => Promise<T>): Promise<T> {
      const turn = (turns.get(channelId) ?? Promise.resolve()).then(work)
      const over = turn
        .catch(() => {})
        .then(() => {
          if (turns.get(channelId) === over) turns.delete(channelId)
        })
      turns.set(channelId, over)
      return turn
    },

    give(
      browser: { readonly channelId: number; readonly id: string },
      wanted: Omit<ClipOrder, 'id' | 'timeoutMs'>,
      send: (order: ClipOrder) => void,
    ): Promise<ClipResult> {
      const { channelId, id: browserId } = browser
      const id = ids.next('clip')
      return new Promise((resolve) => {
        const settle = (result: ClipResult) => {
          if (pending.delete(id)) resolve(result)
          clearTimeout(timer)
        }
        const giveUp = (detail: string) => settle({ ok: false, reason: 'timed_out', detail })
        let timer = setTimeout(() => giveUp('the browser did not answer'), clipMs)
        const hurry = () => {
          clearTimeout(timer)
          timer = setTimeout(() => giveUp('the browser went away'), returnMs)
        }
        pending.set(id, { channelId, browserId, settle, hurry })
        // A little earlier than here, so that the browser can still say what took so long.
        send({ ...wanted, id, timeoutMs: Math.round(clipMs * 0.8) })
      })
    },

    /** From whichever socket: a browser that lost the line may come back with what it did meanwhile. */
    settle(channelId: number, id: string, result: ClipResult): void {
      const order = pending.get(id)
      if (order?.channelId === channelId) order.settle(result)
    },

    lost({ channelId, id }: { readonly channelId: number; readonly id: string }): void {
      for (const order of pending.values()) {
        if (order.channelId === channelId && order.browserId === id) order.hurry()
      }
    },

    close(): void {
      for (const order of pending.values()) {
        order.settle({ ok: false, reason: 'timed_out', detail: 'the server was shut down' })
      }
    },
  }
}
