import type { Ids } from '../../../kernel/ambient.ts'
import { createMutex } from '../../../kernel/mutex.ts'
import type { Text } from '../../../kernel/text/message.ts'
import { storeText } from '../../../kernel/text/store-text.ts'
import type { ClipOrder, ClipResult } from '../contract/extension-messages.ts'
import { extensionDetails } from '../messages.ts'

interface Pending {
  readonly channelId: number
  readonly browserId: string
  settle(result: ClipResult): void
  /** The browser disconnected. */
  onDisconnect(): void
}

export type ClipOrders = ReturnType<typeof createClipOrders>

/** Clips that were requested from browsers and have no result yet. Every request ends, by a result or a timeout. */
export function createClipOrders(needs: { ids: Ids; clipTimeoutMs: number; reconnectTimeoutMs: number }) {
  const { ids, clipTimeoutMs, reconnectTimeoutMs } = needs
  const pending = new Map<string, Pending>()

  return {
    /** One clip at a time for each channel: the platform refuses two at once. */
    runInOrder: createMutex<number>(),

    send(
      browser: { readonly channelId: number; readonly id: string },
      wanted: Omit<ClipOrder, 'id' | 'timeoutMs'>,
      transmit: (order: ClipOrder) => void,
    ): Promise<ClipResult> {
      const { channelId, id: browserId } = browser
      const id = ids.next('clip')
      return new Promise((resolve) => {
        const settle = (result: ClipResult) => {
          if (pending.delete(id)) resolve(result)
          clearTimeout(timer)
        }
        const giveUp = (why: Text) => settle(timedOut(why))
        let timer = setTimeout(() => giveUp(extensionDetails.noResult.of()), clipTimeoutMs)
        const onDisconnect = () => {
          clearTimeout(timer)
          timer = setTimeout(() => giveUp(extensionDetails.disconnected.of()), reconnectTimeoutMs)
        }
        pending.set(id, { channelId, browserId, settle, onDisconnect })
        // Shorter than our own timeout, so that the browser can still report why it failed.
        transmit({ ...wanted, id, timeoutMs: Math.round(clipTimeoutMs * 0.8) })
      })
    },

    /** From any socket: a browser may reconnect and report what it did meanwhile. */
    settle(channelId: number, id: string, result: ClipResult): void {
      const order = pending.get(id)
      if (order?.channelId === channelId) order.settle(result)
    },

    disconnected({ channelId, id }: { readonly channelId: number; readonly id: string }): void {
      for (const order of pending.values()) {
        if (order.channelId === channelId && order.browserId === id) order.onDisconnect()
      }
    },

    close(): void {
      for (const order of pending.values()) order.settle(timedOut(extensionDetails.shutDown.of()))
    },
  }
}

function timedOut(why: Text): ClipResult {
  return { ok: false, reason: 'timed_out', detail: storeText(why) }
}
