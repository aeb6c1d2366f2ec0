import type { Bus } from '../../kernel/bus/bus.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import type { Cause, Events } from '../events/events.ts'
import { channelNamedBy, isOverlayToken, makeOverlayToken } from './overlay-link.ts'

const findGeneration = sql<{ channel: number }, { generation: number }>(
  'SELECT overlay_generation AS generation FROM channels WHERE id = :channel',
)
const raiseGeneration = sql<{ channel: number }, { generation: number }>(
  `UPDATE channels SET overlay_generation = overlay_generation + 1 WHERE id = :channel
   RETURNING overlay_generation AS generation`,
)

/** The link by which overlay pages of a channel connect. A new one makes all older ones invalid. */
export function createOverlayLinks(needs: {
  db: Database
  events: Events
  bus: Bus
  secret: () => string
  baseUrl: () => string
}) {
  const { db, events, bus, secret, baseUrl } = needs

  async function generationOf(channelId: number): Promise<number | undefined> {
    return (await db.get(findGeneration, { channel: channelId }))?.generation
  }

  function linkFor(channelId: number, generation: number): string {
    return `${baseUrl()}/overlay#${makeOverlayToken(secret(), channelId, generation)}`
  }

  return {
    /** Undefined for a channel that does not exist. Links of other pages of the channel end with it too. */
    generationOf,

    async link(channel: Channel): Promise<string> {
      const generation = await generationOf(channel.id)
      if (generation === undefined) throw new Error(`channel ${channel.id} does not exist`)
      return linkFor(channel.id, generation)
    },

    /** Creates a new link; pages with the old one are notified and closed. The test channel has a link of its own. */
    async rollLink(cause: Cause, { id: channelId }: { readonly id: number } = cause.channel): Promise<string> {
      return db.write(async (tx) => {
        const generation = (await tx.get(raiseGeneration, { channel: channelId }))?.generation
        if (generation === undefined) throw new Error(`channel ${channelId} does not exist`)
        await events.appendNew(tx, cause, { kind: 'overlay.link-rolled', data: {} })
        tx.onCommit(() => bus.publish('overlay-link-rolled', { channelId }))
        return linkFor(channelId, generation)
      })
    },

    /** Whether an address is the overlay link of this channel, with whatever options behind its token. */
    async kindOfLink(channelId: number, url: string): Promise<'own' | 'old' | 'other'> {
      const { pathname, hash } = URL.canParse(url) ? new URL(url) : { pathname: '', hash: '' }
      const [token = ''] = hash.slice(1).split('&')
      if (!pathname.endsWith('/overlay') || channelNamedBy(token) !== channelId) return 'other'
      const generation = await generationOf(channelId)
      return isOverlayToken(token, secret(), channelId, generation ?? 0) ? 'own' : 'old'
    },

    /** The channel of this token; undefined for every invalid token, without a reason. */
    async findChannel(token: string): Promise<number | undefined> {
      const channelId = channelNamedBy(token)
      if (channelId === undefined) return undefined
      const generation = await generationOf(channelId)
      const isRight = isOverlayToken(token, secret(), channelId, generation ?? 0)
      return isRight && generation !== undefined ? channelId : undefined
    },
  }
}
