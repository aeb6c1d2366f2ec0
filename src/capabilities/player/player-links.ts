import { createHmac, timingSafeEqual } from '../../kernel/node.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { secretPrefixes } from '../../kernel/text/secret-shapes.ts'
import type { Overlays } from '../overlay/overlays.ts'

const tokenShape = new RegExp(`^${secretPrefixes.playerLink}([1-9]\\d{0,14})_([\\w-]{43})$`)

export type PlayerLinks = ReturnType<typeof createPlayerLinks>

/**
 * The link of the player page. Like the overlay link it is derived and not stored, and a new overlay link makes it
 * invalid, but it is another token: a player page gets nothing of the overlay.
 */
export function createPlayerLinks(needs: {
  overlays: Pick<Overlays, 'generationOf'>
  secret: () => string
  baseUrl: () => string
}) {
  const { overlays, secret, baseUrl } = needs

  function tokenOf(channelId: number, generation: number): string {
    const signed = `player-link ${channelId} ${generation}`
    return `${secretPrefixes.playerLink}${channelId}_${createHmac('sha256', secret()).update(signed).digest('base64url')}`
  }

  return {
    async link({ id }: Pick<Channel, 'id'>): Promise<string> {
      const generation = await overlays.generationOf(id)
      if (generation === undefined) throw new Error(`channel ${id} does not exist`)
      return `${embeddingAddress(baseUrl())}/player#${tokenOf(id, generation)}`
    },

    /** The channel of this token; undefined for every invalid token, without a reason. */
    async findChannel(token: string): Promise<number | undefined> {
      const channelId = Number(tokenShape.exec(token)?.[1] ?? 0)
      const generation = channelId === 0 ? undefined : await overlays.generationOf(channelId)
      if (generation === undefined) return undefined
      const [expected, given] = [Buffer.from(tokenOf(channelId, generation)), Buffer.from(token)]
      return given.length === expected.length && timingSafeEqual(given, expected) ? channelId : undefined
    },
  }
}

/** Sites that can be embedded without HTTPS allow it on `localhost`, not on the address of the same machine. */
function embeddingAddress(baseUrl: string): string {
  return baseUrl.replace(/^http:\/\/127\.0\.0\.1(?=:|$)/, 'http://localhost')
}
