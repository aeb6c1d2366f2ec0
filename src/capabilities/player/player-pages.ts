import type { Bus } from '../../kernel/bus/bus.ts'
import type { Page } from '../overlay/gateway/page.ts'
import type { ToPlayer } from './contract/player-messages.ts'

export type PlayerPages = ReturnType<typeof createPlayerPages>

/** The open player pages: those of this node, and on which other nodes a channel has one. */
export function createPlayerPages({ bus, nodeId }: { bus: Bus; nodeId: string | undefined }) {
  const byChannel = new Map<number, Set<Page>>()
  /** By channel. */
  const otherNodes = new Map<number, Set<string>>()

  function announce(channelId: number): void {
    if (nodeId !== undefined) {
      bus.publish('player-page-announced', { nodeId, channelId, isOpen: byChannel.has(channelId) })
    }
    // The Music page of the panel shows whether a page is open.
    bus.publish('player-changed', { channelId })
  }

  const stops = [
    bus.subscribe('player-page-announced', ({ nodeId: from, channelId, isOpen }) => {
      if (from === nodeId) return
      const nodes = otherNodes.get(channelId) ?? new Set()
      otherNodes.set(channelId, nodes)
      if (isOpen) nodes.add(from)
      else nodes.delete(from)
    }),
    bus.subscribe('pages-requested', () => {
      for (const channelId of byChannel.keys()) announce(channelId)
    }),
    bus.subscribe('node-left', (left) => {
      for (const nodes of otherNodes.values()) nodes.delete(left.nodeId)
    }),
    // They announce their pages again.
    bus.subscribe('missed-messages', () => otherNodes.clear()),
  ]

  return {
    add(page: Page): void {
      const pages = byChannel.get(page.channelId) ?? new Set()
      byChannel.set(page.channelId, pages)
      pages.add(page)
      if (pages.size === 1) announce(page.channelId)
    },

    remove(page: Page): void {
      const pages = byChannel.get(page.channelId)
      if (pages?.delete(page) !== true || pages.size > 0) return
      byChannel.delete(page.channelId)
      announce(page.channelId)
    },

    /** Those of this node. */
    of: (channelId: number): readonly Page[] => [...(byChannel.get(channelId) ?? [])],

    isOpen(channelId: number): boolean {
      for (const page of byChannel.get(channelId) ?? []) if (page.isAnswering()) return true
      return (otherNodes.get(channelId)?.size ?? 0) > 0
    },

    /** To the pages of this node. */
    send(channelId: number, message: ToPlayer): void {
      const text = JSON.stringify(message)
      for (const page of byChannel.get(channelId) ?? []) page.send(text)
    },

    close(): void {
      for (const stop of stops) stop()
    },
  }
}
