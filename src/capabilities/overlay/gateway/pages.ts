import type { ByeReason, ServerMessage } from '../../../registry/overlay-messages.ts'
import type { CueTarget, ShownKind } from '../contract/cues.ts'
import type { PlayerState } from '../contract/player.ts'
import { createCueDelivery, type PageState } from './cue-delivery.ts'
import { type Page, shows, showsKind, textOf } from './page.ts'

export type Pages = ReturnType<typeof createPages>

/** The connected pages. Cues are sent in commit order, so the last sequence number describes what a page has received. */
export function createPages(onPresence: (channelId: number) => void = () => {}) {
  const byChannel = new Map<number, Map<Page, PageState>>()
  function pagesOf(channelId: number): ReadonlyMap<Page, PageState> {
    return byChannel.get(channelId) ?? noPages
  }

  return {
    ...createCueDelivery(pagesOf),

    add(page: Page): void {
      const pages = byChannel.get(page.channelId) ?? new Map<Page, PageState>()
      byChannel.set(page.channelId, pages)
      pages.set(page, { sentSeq: undefined, hasMissedCue: false })
      onPresence(page.channelId)
    },

    remove(page: Page): void {
      const pages = byChannel.get(page.channelId)
      if (pages?.delete(page) !== true) return
      if (pages.size === 0) byChannel.delete(page.channelId)
      onPresence(page.channelId)
    },

    count(channelId: number): number {
      return pagesOf(channelId).size
    },

    countAll(): number {
      let count = 0
      for (const pages of byChannel.values()) count += pages.size
      return count
    },

    findNamed(channelId: number, name: string): Page | undefined {
      for (const page of pagesOf(channelId).keys()) if (page.name === name) return page
      return undefined
    },

    isConnected(channelId: number, target: CueTarget): boolean {
      for (const page of pagesOf(channelId).keys()) if (shows(page, target) && page.isAnswering()) return true
      return false
    },

    /** The `only` filter of each page of a channel. */
    filtersOf(channelId: number): (string | null)[] {
      return [...pagesOf(channelId).keys()].map(({ only }) => only ?? null)
    },

    channels: (): Iterable<number> => byChannel.keys(),

    sendPlayerState(channelId: number, state: PlayerState): void {
      const text = textOf({ type: 'player', state })
      for (const page of pagesOf(channelId).keys()) if (showsKind(page, 'song')) page.send(text)
    },

    /** Sends a message to all pages of a channel: settings, texts, controls, a voice effect, sounds to load. */
    broadcast(
      channelId: number,
      message: Extract<ServerMessage, { type: 'settings' | 'texts' | 'control' | 'voice-effect' | 'sounds' | 'obs' }>,
    ): void {
      const text = textOf(message)
      for (const page of pagesOf(channelId).keys()) page.send(text)
    },

    disconnectAll(channelId: number, reason: ByeReason): void {
      for (const page of [...pagesOf(channelId).keys()]) page.leave(reason)
    },

    hasPageFor(channelId: number, kind: ShownKind): boolean {
      for (const page of pagesOf(channelId).keys()) if (showsKind(page, kind)) return true
      return false
    },

    /** Whether a page of any channel shows this kind. */
    isShownAnywhere(kind: ShownKind): boolean {
      for (const pages of byChannel.values()) for (const page of pages.keys()) if (showsKind(page, kind)) return true
      return false
    },
  }
}

const noPages: ReadonlyMap<Page, PageState> = new Map()
