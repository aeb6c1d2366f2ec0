import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import { applyGuildEvent, type Guild, type Guilds, permissionsIn } from '../../platforms/discord/guilds.external.ts'
import { discordMessages } from '../../platforms/discord/messages.ts'
import { discordPermissions } from './contract/discord.ts'

/** Discord describes the servers one after the other; those of a bot are there within seconds. */
const describedWithinMs = 10_000

/** The servers of one bot as Discord describes them, and which of them is the one of the channel. */
export function createKnownGuilds(needs: {
  /** The chosen server. Undefined means the only one that the bot is on. */
  guildId: string | undefined
  /** Servers that Discord announced and did not describe in time are no longer waited for. */
  onLate: () => void
}) {
  const { guildId, onLate } = needs
  const guilds: Guilds = new Map()
  /** Servers that Discord has announced and not described yet. */
  const undescribed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function own(): Guild | undefined {
    if (guildId !== undefined) return guilds.get(guildId)
    const [only, ...others] = guilds.values()
    return others.length === 0 && undescribed.size === 0 ? only : undefined
  }

  return {
    /** The server of the channel, once it is described. */
    own,
    find: (id: string): Guild | undefined => guilds.get(id),

    /** A new session: Discord describes all servers again. */
    begin(announced: readonly string[]): void {
      guilds.clear()
      undescribed.clear()
      for (const id of announced) undescribed.add(id)
      clearTimeout(timer)
      timer = setTimeout(() => {
        undescribed.clear()
        onLate()
      }, describedWithinMs).unref()
    },

    /** Returns the server that the event changed. */
    apply(botId: string, type: string, data: unknown): Guild | undefined {
      const guild = applyGuildEvent(guilds, botId, type, data)
      if (guild !== undefined) undescribed.delete(guild.id)
      return guild
    },

    /** The status of a bot that is connected: whether it can work on the server of the channel. */
    status(bot: string): Pick<ConnectionStatus, 'state' | 'message' | 'missing'> {
      const guild = own()
      if (guild === undefined) {
        if (undescribed.size > 0) return { state: 'connecting', message: discordMessages.connecting.of(), missing: [] }
        if (guilds.size === 0) return { state: 'failed', message: discordMessages.noServer.of({ bot }), missing: [] }
        const message =
          guildId === undefined ? discordMessages.chooseServer.of({ bot }) : discordMessages.notOnServer.of({ bot })
        return { state: 'failed', message, missing: [] }
      }
      const missing = missingIn(guild)
      const message = discordMessages.connected.of({ bot, server: guild.name })
      return { state: missing.length === 0 ? 'connected' : 'missing_permission', message, missing }
    },

    close: () => clearTimeout(timer),
  }
}

/** The permissions that the bot needs and does not have on this server. */
export function missingIn(guild: Guild) {
  const has = permissionsIn(guild)
  return discordPermissions.filter((name) => !has.has(name))
}
