import type { Clock } from '../../kernel/ambient.ts'
import { randomInt } from '../../kernel/node.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Viewer } from '../viewers/viewer.ts'

/** No letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const codeLength = 8
const codeMs = 10 * 60_000
/** The word in chat before the code. */
export const linkWord = 'link'

interface LinkRow {
  readonly viewer_id: number
  readonly discord_id: string
  readonly discord_name: string
  readonly granted: string
}

export interface DiscordLink {
  readonly viewerId: number
  readonly discordId: string
  readonly discordName: string
  /** The roles that the bot gave. */
  readonly granted: readonly string[]
}

const columns = 'viewer_id, discord_id, discord_name, granted'
const findByDiscord = sql<{ channel: number; discordId: string }, LinkRow>(
  `SELECT ${columns} FROM discord_links WHERE channel_id = :channel AND discord_id = :discordId`,
)
const findByViewer = sql<{ channel: number; viewer: number }, LinkRow>(
  `SELECT ${columns} FROM discord_links WHERE channel_id = :channel AND viewer_id = :viewer`,
)
const listAfter = sql<{ channel: number; after: number; limit: number }, LinkRow>(
  `SELECT ${columns} FROM discord_links WHERE channel_id = :channel AND viewer_id > :after
   ORDER BY viewer_id LIMIT :limit`,
)
const insertLink = sql<{ channel: number; viewer: number; discordId: string; name: string; now: number }>(
  `INSERT INTO discord_links (channel_id, viewer_id, discord_id, discord_name, granted, linked_at)
   VALUES (:channel, :viewer, :discordId, :name, '[]', :now)`,
)
const deleteLink = sql<{ channel: number; viewer: number }>(
  'DELETE FROM discord_links WHERE channel_id = :channel AND viewer_id = :viewer',
)
const setGranted = sql<{ channel: number; viewer: number; granted: string }>(
  'UPDATE discord_links SET granted = :granted WHERE channel_id = :channel AND viewer_id = :viewer',
)
const findCode = sql<
  { channel: number; code: string },
  { discord_id: string; discord_name: string; expires_at: number }
>('SELECT discord_id, discord_name, expires_at FROM discord_link_codes WHERE channel_id = :channel AND code = :code')
const insertCode = sql<{ channel: number; code: string; discordId: string; name: string; expiresAt: number }>(
  `INSERT INTO discord_link_codes (channel_id, code, discord_id, discord_name, expires_at)
   VALUES (:channel, :code, :discordId, :name, :expiresAt)`,
)
const deleteCodesOf = sql<{ channel: number; discordId: string }>(
  'DELETE FROM discord_link_codes WHERE channel_id = :channel AND discord_id = :discordId',
)
const deleteExpired = sql<{ channel: number; now: number }>(
  'DELETE FROM discord_link_codes WHERE channel_id = :channel AND expires_at <= :now',
)

export type DiscordLinks = ReturnType<typeof createDiscordLinks>

/**
 * Which Discord account belongs to which viewer. Somebody gets a code on Discord, which only they see, and types it in
 * chat: whoever types it owns both accounts. A code counts once, so that it is of no use to those who read it there.
 */
export function createDiscordLinks({ db, clock, events }: { db: Database; clock: Clock; events: Events }) {
  async function remove(tx: Writer, cause: Cause, viewer: Viewer): Promise<void> {
    const { id: viewerId, platform, username } = viewer
    await tx.run(deleteLink, { channel: cause.channel.id, viewer: viewerId })
    await events.appendNew(tx, cause, { kind: 'discord.unlinked', platform, viewerId, data: { username } })
  }

  return {
    async findByDiscordId(reader: Reader, channelId: number, discordId: string): Promise<DiscordLink | undefined> {
      const row = await reader.get(findByDiscord, { channel: channelId, discordId })
      return row && asLink(row)
    },

    async findByViewer(reader: Reader, channelId: number, viewerId: number): Promise<DiscordLink | undefined> {
      const row = await reader.get(findByViewer, { channel: channelId, viewer: viewerId })
      return row && asLink(row)
    },

    /** In the order of their viewers, after this one. */
    async list(channelId: number, after: number, limit: number): Promise<DiscordLink[]> {
      return (await db.all(listAfter, { channel: channelId, after, limit })).map(asLink)
    },

    /** A code that replaces the one before. */
    async createCode(channelId: number, person: { readonly id: string; readonly name: string }): Promise<string> {
      const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
      const now = clock.now()
      await db.write(async (tx) => {
        await tx.run(deleteExpired, { channel: channelId, now })
        await tx.run(deleteCodesOf, { channel: channelId, discordId: person.id })
        const row = { channel: channelId, code, discordId: person.id, name: person.name, expiresAt: now + codeMs }
        await tx.run(insertCode, row)
      })
      return code
    },

    /** Links the viewer with whoever got the code. Undefined for a code that does not exist or is over. */
    async redeem(tx: Writer, cause: Cause, viewer: Viewer, typed: string): Promise<DiscordLink | undefined> {
      const channel = cause.channel.id
      const code = typed.trim().toUpperCase()
      if (code.length !== codeLength) return undefined
      const found = await tx.get(findCode, { channel, code })
      if (found === undefined || found.expires_at <= clock.now()) return undefined
      const { discord_id: discordId, discord_name: discordName } = found
      await tx.run(deleteCodesOf, { channel, discordId })
      // Each account is linked once: the newest link counts.
      const before = await tx.get(findByDiscord, { channel, discordId })
      if (before !== undefined) await tx.run(deleteLink, { channel, viewer: before.viewer_id })
      await tx.run(deleteLink, { channel, viewer: viewer.id })
      await tx.run(insertLink, { channel, viewer: viewer.id, discordId, name: discordName, now: clock.now() })
      const { id: viewerId, platform, username } = viewer
      await events.appendNew(tx, cause, { kind: 'discord.linked', platform, viewerId, data: { username } })
      return { viewerId, discordId, discordName, granted: [] }
    },

    remove,

    async setGranted(channelId: number, viewerId: number, granted: readonly string[]): Promise<void> {
      const params = { channel: channelId, viewer: viewerId, granted: JSON.stringify(granted) }
      await db.write((tx) => tx.run(setGranted, params))
    },
  }
}

function asLink({ viewer_id, discord_id, discord_name, granted }: LinkRow): DiscordLink {
  return {
    viewerId: viewer_id,
    discordId: discord_id,
    discordName: discord_name,
    granted: JSON.parse(granted) as readonly string[],
  }
}
