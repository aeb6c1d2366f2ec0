import type { Bus } from '../../../kernel/bus/bus.ts'
import type { Log } from '../../../kernel/log.ts'
import type { OverlaySocket } from './overlay-socket.ts'
import type { OverlayStore } from './overlay-store.ts'
import type { Page } from './page.ts'

/** Items on the screen of a page that went away: interrupted, unless the page comes back or another one shows them. */
export function createInterruptedItems(needs: {
  readonly overlays: Pick<OverlayStore, 'interrupt' | 'report'>
  readonly sockets: ReadonlySet<OverlaySocket>
  readonly bus: Bus
  readonly log: Log
  /** How long a page may be away before what it showed counts as interrupted. */
  readonly returnMs: number
}) {
  const { overlays, sockets, bus, log, returnMs } = needs
  const leftPages = new Set<ReturnType<typeof setTimeout>>()
  let isClosed = false

  /** The items that a page showed when it went away. One that was only cut off is back within seconds. */
  function abandon({ channelId }: Page, ids: readonly string[], isFinal: boolean): void {
    if (ids.length === 0 || isClosed) return
    const timer = setTimeout(
      () => {
        leftPages.delete(timer)
        const left = ids.filter((id) => !isShownHere(channelId, id))
        overlays
          .interrupt?.(channelId, left)
          .catch((error: unknown) => log.warn('an interrupted item could not be stored', { error }))
      },
      isFinal ? 0 : returnMs,
    ).unref()
    leftPages.add(timer)
  }

  function isShownHere(channelId: number, id: string): boolean {
    for (const { page, isLeaving, showing } of sockets) {
      if (!isLeaving && page?.channelId === channelId && showing.has(id)) return true
    }
    return false
  }

  const unsubscribe = bus.subscribe('items-interrupted', ({ channelId, ids }) => {
    for (const id of ids.filter((one) => isShownHere(channelId, one))) {
      overlays
        .report(channelId, { type: 'shown', id })
        .catch((error: unknown) => log.warn('an item on screen could not be stored', { error }))
    }
  })

  return {
    abandon,
    close(): void {
      isClosed = true
      unsubscribe()
      for (const timer of leftPages) clearTimeout(timer)
    },
  }
}
