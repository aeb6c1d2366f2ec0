import type { Clock, TimeLimit } from '../../kernel/ambient.ts'
import type { DiscordRequests } from '../../platforms/discord/requests.external.ts'
import type { DiscordRest, DiscordRestTimings } from '../../platforms/discord/rest.ts'
import type { DiscordSettings } from '../../platforms/discord/settings.ts'

/**
 * The REST client of each bot. There is one for each channel, because it knows the rate limits of its bot. Its code is
 * loaded with the first bot.
 */
export function createDiscordClients(needs: {
  clock: Clock
  timings: Partial<DiscordRestTimings>
  timeLimit: TimeLimit | undefined
}) {
  const clients = new Map<number, { readonly bot: DiscordSettings; readonly rest: DiscordRest }>()

  async function restOf(channelId: number, bot: DiscordSettings): Promise<DiscordRest> {
    const known = clients.get(channelId)
    if (known !== undefined && known.bot.token === bot.token && known.bot.api === bot.api) return known.rest
    const { createDiscordRest } = await import('../../platforms/discord/rest.ts')
    const rest = createDiscordRest({ ...needs, settings: bot })
    clients.set(channelId, { bot, rest })
    return rest
  }

  return {
    restOf,

    /** In place of a client whose token may have been refused: the same token may have been entered again. */
    replaceRest(channelId: number, bot: DiscordSettings): Promise<DiscordRest> {
      clients.delete(channelId)
      return restOf(channelId, bot)
    },

    async requestsOf(channelId: number, bot: DiscordSettings): Promise<DiscordRequests> {
      const { createDiscordRequests } = await import('../../platforms/discord/requests.external.ts')
      return createDiscordRequests(await restOf(channelId, bot))
    },
  }
}
