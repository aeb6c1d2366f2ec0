import { type SourceRef, sourceKey } from '../overlay/contract/source.ts'
import type { SendToPage, SourceSubscription } from './subscription.ts'

/** A source that a page wants, and the last message that it has of it. */
export interface WantedSource extends SourceRef {
  readonly last?: number | undefined
}

/** A source that is followed for pages. It stays for a while after the last one has left. */
export interface FollowedSource {
  readonly subscription: SourceSubscription
  lingering: NodeJS.Timeout | undefined
}

/** The sources of one page: those that it shows are followed, the others are left. */
export function createPageSources(needs: {
  readonly channelId: number
  readonly send: SendToPage
  /** Undefined for a source that the page cannot have. */
  readonly follow: (channelId: number, ref: SourceRef) => FollowedSource | undefined
  readonly leave: (channelId: number, key: string, followed: FollowedSource, send: SendToPage) => void
}) {
  const { channelId, send, follow, leave } = needs
  let shown = new Map<string, FollowedSource>()
  return {
    /** Replaces what the page wants. Returns the keys of sources that it cannot have. */
    show(wanted: readonly WantedSource[]): readonly string[] {
      const next = new Map<string, FollowedSource>()
      const refused: string[] = []
      for (const one of wanted) {
        const key = sourceKey(one)
        if (next.has(key)) continue
        const followed = follow(channelId, one)
        if (followed === undefined) {
          refused.push(key)
          continue
        }
        next.set(key, followed)
        clearTimeout(followed.lingering)
        followed.subscription.add(send, one.last)
      }
      for (const [key, followed] of shown) if (!next.has(key)) leave(channelId, key, followed, send)
      shown = next
      return refused
    },

    close(): void {
      for (const [key, followed] of shown) leave(channelId, key, followed, send)
      shown = new Map()
    },
  }
}
