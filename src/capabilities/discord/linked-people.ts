import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { Viewers } from '../viewers/viewers.ts'
import type { DiscordLink, DiscordLinks } from './links.ts'
import { slashMessages } from './slash-messages.ts'

export type LinkedPeople = ReturnType<typeof createLinkedPeople>

/** Which viewer of the channel a person on Discord is. */
export function createLinkedPeople(needs: { db: Database; channelId: number; links: DiscordLinks; viewers: Viewers }) {
  const { db, channelId, links, viewers } = needs

  async function find(discordId: string): Promise<{ link: DiscordLink; viewer: Viewer } | undefined> {
    const link = await links.findByDiscordId(db, channelId, discordId)
    if (link === undefined) return undefined
    const viewer = await viewers.getById(db, channelId, link.viewerId)
    return viewer && { link, viewer }
  }

  return {
    find,

    /** Throws a failure that asks the person to link an account. */
    async getViewer(discordId: string): Promise<Viewer> {
      const found = await find(discordId)
      if (found === undefined) throw new Failure('discord_not_found', { message: slashMessages.notLinked.of() })
      return found.viewer
    },
  }
}
