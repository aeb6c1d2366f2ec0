import type { Clock } from '../../kernel/ambient.ts'
import { randomInt } from '../../kernel/node.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import type { Viewer } from '../viewers/viewer.ts'
import type { DiscordWithdrawals } from './withdrawals.ts'

/** No letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const codeLength = 8
const codeMs = 10 * 60_000
/** The word in chat before the code. */
export const linkWord = 'link'
/** What a viewer types after it when the account on Discord is theirs. */
export const confirmWord = 'yes'

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
const insertLink = sql<{
  channel: number
  viewer: number
  discordId: string
  name: string
  granted: string
  now: number
}>(
  `INSERT INTO discord_links (channel_id, viewer_id, discord_id, discord_name, granted, linked_at)
   VALUES (:channel, :viewer, :discordId, :name, :granted, :now)`,
)
const deleteLink = sql<{ channel: number; viewer: number }>(
  'DELETE FROM discord_links WHERE channel_id = :channel AND viewer_id = :viewer',
)
const setGranted = sql<{ channel: number; viewer: number; granted: string }>(
  'UPDATE discord_links SET granted = :granted WHERE channel_id = :channel AND viewer_id = :viewer',
)
interface CodeRow {
  readonly discord_id: string
  readonly discord_name: string
}
/** A code that was typed belongs to who typed it first: everybody in chat has read it. */
const findCode = sql<{ channel: number; code: string; viewer: number; now: number }, CodeRow>(
  `SELECT discord_id, discord_name FROM discord_link_codes
   WHERE channel_id = :channel AND code = :code AND expires_at > :now AND (viewer_id IS NULL OR viewer_id = :viewer)`,
)
const findTyped = sql<{ channel: number; viewer: number; now: number }, CodeRow>(
  `SELECT discord_id, discord_name FROM discord_link_codes
   WHERE channel_id = :channel AND viewer_id = :viewer AND expires_at > :now`,
)
const setViewer = sql<{ channel: number; code: string; viewer: number }>(
  'UPDATE discord_link_codes SET viewer_id = :viewer WHERE channel_id = :channel AND code = :code',
)
const deleteOthersOfViewer = sql<{ channel: number; code: string; viewer: number }>(
  'DELETE FROM discord_link_codes WHERE channel_id = :channel AND viewer_id = :viewer AND code <> :code',
)
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
 * chat. The bot names the account, because somebody may have been talked into typing the code of somebody else, and the
 * link counts when they confirm it. A code counts for one viewer, so that it is of no use to those who read it there.
 */
export function createDiscordLinks(needs: {
  db: Database
  clock: Clock
  events: Events
  withdrawals: DiscordWithdrawals
}) {
  const { db, clock, events, withdrawals } = needs

  async function remove(tx: Writer, cause: Cause, viewer: Viewer): Promise<void> {
    const { id: viewerId, platform, userId: user_id, username } = viewer
    const channel = cause.channel.id
    const before = await tx.get(findByViewer, { channel, viewer: viewerId })
    if (before !== undefined) await withdrawals.add(tx, channel, before.discord_id, asLink(before).granted)
    await tx.run(deleteLink, { channel, viewer: viewerId })
    const data = { user_id, username }
    await events.appendNew(tx, cause, { kind: 'discord.unlinked', platform, viewerId, data })
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
    async createCode(channelId: number, person: { readonly id: string; readonly handle: string }): Promise<string> {
      const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
      const now = clock.now()
      await db.write(async (tx) => {
        await tx.run(deleteExpired, { channel: channelId, now })
        await tx.run(deleteCodesOf, { channel: channelId, discordId: person.id })
        const row = { channel: channelId, code, discordId: person.id, name: person.handle, expiresAt: now + codeMs }
        await tx.run(insertCode, row)
      })
      return code
    },

    /** The account on Discord that got the code. Undefined for a code that does not exist, is over or is another's. */
    async ask(tx: Writer, channel: number, viewer: Viewer, typed: string): Promise<string | undefined> {
      const code = typed.trim().toUpperCase()
      if (code.length !== codeLength) return undefined
      const found = await tx.get(findCode, { channel, code, viewer: viewer.id, now: clock.now() })
      if (found === undefined) return undefined
      await tx.run(deleteOthersOfViewer, { channel, code, viewer: viewer.id })
      await tx.run(setViewer, { channel, code, viewer: viewer.id })
      return found.discord_name
    },

    /** Links the viewer with the account that they were asked about. Undefined if they were not asked lately. */
    async confirm(tx: Writer, cause: Cause, viewer: Viewer): Promise<DiscordLink | undefined> {
      const channel = cause.channel.id
      const found = await tx.get(findTyped, { channel, viewer: viewer.id, now: clock.now() })
      if (found === undefined) return undefined
      const { discord_id: discordId, discord_name: discordName } = found
      await tx.run(deleteCodesOf, { channel, discordId })
      // Each account is linked once: the newest link counts. What it has of the link before is checked by the new one.
      const ofAccount = await tx.get(findByDiscord, { channel, discordId })
      const ofViewer = await tx.get(findByViewer, { channel, viewer: viewer.id })
      if (ofViewer !== undefined && ofViewer.discord_id !== discordId) {
        await withdrawals.add(tx, channel, ofViewer.discord_id, asLink(ofViewer).granted)
      }
      if (ofAccount !== undefined) await tx.run(deleteLink, { channel, viewer: ofAccount.viewer_id })
      await tx.run(deleteLink, { channel, viewer: viewer.id })
      const granted = ofAccount?.granted ?? '[]'
      const row = { channel, viewer: viewer.id, discordId, name: discordName, granted, now: clock.now() }
      await tx.run(insertLink, row)
      const { id: viewerId, platform, userId: user_id, username } = viewer
      const data = { user_id, username }
      await events.appendNew(tx, cause, { kind: 'discord.linked', platform, viewerId, data })
      return { viewerId, discordId, discordName, granted: JSON.parse(granted) as readonly string[] }
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
