import type { Writer } from '../../kernel/storage/database.ts'
import type { Platform } from '../../platforms/contract/platforms.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import type { Viewer } from './viewer.ts'

/** The author of a chat message, without balances and totals, which change too often to be cached. */
export interface Speaker
  extends Pick<
    Viewer,
    'id' | 'platform' | 'userId' | 'username' | 'displayname' | 'isBot' | 'roles' | 'followedAt' | 'countedMonth'
  > {
  /** The id on Kick, by which calls find the viewer, of an account on another platform that is linked to one there. */
  readonly linkedUserid?: string | undefined
}

const maxRemembered = 10_000

export type Speakers = ReturnType<typeof createSpeakers>

/**
 * A cache of recent chat authors, so that their next message needs no query. With several nodes nothing is cached,
 * because other nodes change the rows too.
 */
export function createSpeakers({ isShared }: { isShared: boolean }) {
  const known = new Map<string, Speaker>()

  /** Removes the entry now, for later reads in the same commit, and again after the commit, in case it was re-added. */
  function drop(tx: Writer, forget: () => void): void {
    forget()
    tx.onCommit(forget)
  }

  return {
    find: (channelId: number, platform: Platform, userId: string): Speaker | undefined =>
      known.get(keyOf(channelId, platform, userId)),

    keep(tx: Writer, channelId: number, found: Speaker): void {
      if (isShared) return
      const { id, platform, userId, username, displayname, isBot, roles, followedAt, countedMonth, linkedUserid } =
        found
      const names = { id, platform, userId, username, displayname, linkedUserid }
      const speaker = { ...names, isBot, roles, followedAt, countedMonth }
      tx.onCommit(() => {
        if (known.size >= maxRemembered) known.clear()
        known.set(keyOf(channelId, platform, userId), speaker)
      })
    },

    /** Call this when a cached field of the viewer has changed. */
    forget(tx: Writer, channelId: number, { platform, userId }: Pick<Viewer, 'platform' | 'userId'>): void {
      drop(tx, () => known.delete(keyOf(channelId, platform, userId)))
    },

    forgetAll(tx: Writer): void {
      drop(tx, () => known.clear())
    },
  }
}

/** Whether the platform's report equals the cached data. */
export function isUnchanged({ username, displayname, isBot, roles }: Speaker, reported: PlatformUser): boolean {
  return (
    reported.username === username &&
    reported.displayname === displayname &&
    (reported.isBot !== true || isBot) &&
    (reported.roles === undefined || reported.roles.join() === roles.join())
  )
}

/** The field of a published event that has the id by which calls find the author; on Kick it is the platform's own. */
export function linkedIdOf(speaker: Speaker | undefined): { readonly userid?: string } {
  return speaker?.linkedUserid === undefined ? {} : { userid: speaker.linkedUserid }
}

function keyOf(channelId: number, platform: Platform, userId: string): string {
  return `${channelId} ${platform} ${userId}`
}
