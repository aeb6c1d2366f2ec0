import type { Platform } from '../../contract/platforms.ts'
import type { PlatformUser } from '../../platforms/platform.ts'
import type { Writer } from '../../storage/database.ts'
import type { Viewer } from './viewer.ts'

/** Who is speaking, without balances and totals: those change too often to be remembered. */
export type Speaker = Pick<
  Viewer,
  'id' | 'platform' | 'userId' | 'username' | 'displayname' | 'isBot' | 'roles' | 'followedAt' | 'countedMonth'
>

const maxRemembered = 10_000

export type Speakers = ReturnType<typeof createSpeakers>

/**
 * Those who wrote lately, so that their next line need not look for them among all viewers. Where other nodes change
 * the rows too nobody is remembered.
 */
export function createSpeakers({ isShared }: { isShared: boolean }) {
  const known = new Map<string, Speaker>()

  /** At once, for whoever comes next in the same commit; and after it, when somebody before has just kept them. */
  function drop(tx: Writer, forget: () => void): void {
    forget()
    tx.onCommit(forget)
  }

  return {
    find: (channelId: number, platform: Platform, userId: string): Speaker | undefined =>
      known.get(keyOf(channelId, platform, userId)),

    keep(tx: Writer, channelId: number, found: Speaker): void {
      if (isShared) return
      const { id, platform, userId, username, displayname, isBot, roles, followedAt, countedMonth } = found
      const speaker = { id, platform, userId, username, displayname, isBot, roles, followedAt, countedMonth }
      tx.onCommit(() => {
        if (known.size >= maxRemembered) known.clear()
        known.set(keyOf(channelId, platform, userId), speaker)
      })
    },

    /** Something of what is remembered has changed. */
    forget(tx: Writer, channelId: number, { platform, userId }: Pick<Viewer, 'platform' | 'userId'>): void {
      drop(tx, () => known.delete(keyOf(channelId, platform, userId)))
    },

    forgetAll(tx: Writer): void {
      drop(tx, () => known.clear())
    },
  }
}

/** Whether what the platform tells of somebody is what is known already. */
export function isUnchanged({ username, displayname, isBot, roles }: Speaker, told: PlatformUser): boolean {
  return (
    told.username === username &&
    told.displayname === displayname &&
    (told.isBot !== true || isBot) &&
    (told.roles === undefined || told.roles.join() === roles.join())
  )
}

function keyOf(channelId: number, platform: Platform, userId: string): string {
  return `${channelId} ${platform} ${userId}`
}
