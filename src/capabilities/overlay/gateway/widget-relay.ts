import type { Bus } from '../../../kernel/bus/bus.ts'
import type { Log } from '../../../kernel/log.ts'
import type { StageWidget } from '../../../registry/overlay-messages.ts'
import { type SourceMessage, type SourceRef, sourceKey } from '../contract/source.ts'
import { type Page, textOf } from './page.ts'

/** A widget with the sources that it listens to. */
interface PlacedWidget {
  readonly shown: StageWidget
  readonly sources: readonly SourceRef[]
}

/** What the relay needs of the live data. */
interface LiveSources {
  open(channelId: number, send: (message: SourceMessage) => void): Subscription
}

interface Subscription {
  /** Replaces what is wanted. `last` is the last message that the page has of a source. */
  show(wanted: readonly (SourceRef & { readonly last?: number | undefined })[]): readonly string[]
  close(): void
}

/** By the key of a source, the last message that a page has. */
export type SeenSources = Readonly<Record<string, number>>

interface FollowingPage {
  readonly subscription: Subscription
  sources: readonly SourceRef[]
}

export type WidgetRelay = ReturnType<typeof createWidgetRelay>

/**
 * Sends each page its widgets and their live data: when it connects and when widgets change. A page that comes back says
 * what it has, and gets what it missed or a snapshot.
 */
export function createWidgetRelay(needs: {
  listFor: (channelId: number, only: string | undefined) => Promise<readonly PlacedWidget[]>
  sources: LiveSources
  bus: Bus
  log: Log
}) {
  const { listFor, sources, bus, log } = needs
  const pages = new Map<Page, FollowingPage>()
  /** Channels whose pages will get a new list; several changes at once are sent together. */
  const pending = new Set<number>()

  const unsubscribe = bus.subscribe('widgets-changed', ({ channelId }) => {
    if (pending.has(channelId)) return
    pending.add(channelId)
    setImmediate(() => {
      pending.delete(channelId)
      void sendAll(channelId)
    })
  })

  async function sendAll(channelId: number): Promise<void> {
    try {
      for (const page of pages.keys()) if (page.channelId === channelId) await send(page)
    } catch (error) {
      log.warn('changed widgets were not sent to the overlay pages', { channelId, error })
    }
  }

  async function send(page: Page, seen: SeenSources = {}): Promise<void> {
    const widgets = await listFor(page.channelId, page.only)
    const following = pages.get(page)
    if (following === undefined) return
    page.send(textOf({ type: 'widgets', widgets: widgets.map(({ shown }) => shown) }))
    following.sources = widgets.flatMap((widget) => widget.sources)
    following.subscription.show(following.sources.map((ref) => ({ ...ref, last: seen[sourceKey(ref)] })))
  }

  return {
    /** After the welcome of a page. */
    async add(page: Page, seen: SeenSources | undefined): Promise<void> {
      const subscription = sources.open(page.channelId, (message) => page.send(textOf(message)))
      pages.set(page, { subscription, sources: [] })
      await send(page, seen)
    },

    remove(page: Page): void {
      pages.get(page)?.subscription.close()
      pages.delete(page)
    },

    /** The page has missed a patch of this source. */
    again(page: Page, key: string): void {
      const following = pages.get(page)
      following?.subscription.show(
        following.sources.map((ref) => (sourceKey(ref) === key ? { ...ref, last: -1 } : ref)),
      )
    },

    close(): void {
      unsubscribe()
      for (const { subscription } of pages.values()) subscription.close()
      pages.clear()
    },
  }
}
