import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { noText } from '../../kernel/text/message.ts'
import { type GatewaySession, intentsFor } from '../../platforms/discord/gateway.external.ts'
import { type DiscordTimings, openDiscordGateway } from '../../platforms/discord/gateway.ts'
import type { Guild } from '../../platforms/discord/guilds.external.ts'
import { createDiscordRequests, type DiscordRequests } from '../../platforms/discord/requests.external.ts'
import type { DiscordRest } from '../../platforms/discord/rest.ts'
import type { DiscordSettings } from '../../platforms/discord/settings.ts'
import { createCallHandlers } from './call-handlers.ts'
import { type DiscordSnapshot, discordPermissions } from './contract/discord.ts'
import type { DiscordAnswerOf, DiscordCallName, DiscordInputOf, DiscordStatus } from './discord-calls.ts'
import { createKnownGuilds, missingIn } from './known-guilds.ts'
import { discordErrors } from './messages.ts'

export interface SessionSettings extends DiscordSettings {
  /** For the chat bridge, which needs a privileged intent. */
  readonly readsMessages: boolean
}

export interface DiscordSession {
  readonly status: ConnectionStatus
  /** Undefined while the bot is not connected. */
  readonly snapshot: DiscordSnapshot | undefined
  readonly requests: DiscordRequests
  /** The server of the channel, once it is described. */
  readonly guild: Guild | undefined
  readonly applicationId: string | undefined
  run<N extends DiscordCallName>(name: N, input: DiscordInputOf<N>): Promise<DiscordAnswerOf<N>>
  close(): void
}

/** The connection of one bot with what is known about its servers. */
export function createDiscordSession(needs: {
  clock: Clock
  log: Log
  channelId: number
  settings: SessionSettings
  rest: DiscordRest
  timings: Partial<DiscordTimings>
  /** The Discord account of the broadcaster, if one is chosen. */
  broadcasterId: () => Promise<string | undefined>
  /** An event of the server of the channel that others handle: interactions and messages. */
  onEvent: (type: string, data: unknown, guild: Guild) => void
  onChange: () => void
}): DiscordSession {
  const { clock, log, channelId, settings, rest, broadcasterId, onEvent, onChange } = needs
  const requests = createDiscordRequests(rest)
  let status: ConnectionStatus = { state: 'connecting', message: noText, until: null, missing: [] }
  let session: GatewaySession | undefined
  let isUp = false
  const guilds = createKnownGuilds({ guildId: settings.guildId, onLate: changed })

  const gateway = openDiscordGateway({
    clock,
    rest,
    token: settings.token,
    intents: intentsFor(settings),
    timings: needs.timings,
    onSession(begun) {
      session = begun
      guilds.begin(begun.guildIds)
    },
    onEvent(type, data) {
      try {
        receive(type, data)
      } catch (error) {
        log.warn('an event of Discord could not be read', { channelId, type, error })
      }
    },
    onStatus(next) {
      isUp = next.state === 'connected'
      status = next
      if (!isUp && next.state !== 'connecting')
        log.info('Discord is not connected', { channelId, reason: next.message })
      changed()
    },
    onUnreadable: (error) => log.warn('a message of Discord could not be read', { channelId, error }),
  })

  function receive(type: string, data: unknown): void {
    if (session === undefined) return
    if (type === 'INTERACTION_CREATE' || type === 'MESSAGE_CREATE') {
      const guild = guilds.own()
      const { guild_id: guildId } = data as { guild_id?: unknown }
      if (guild !== undefined && guildId === guild.id) onEvent(type, data, guild)
      return
    }
    const guild = guilds.apply(session.bot.id, type, data)
    // Who is in voice changes often, and nobody is shown it without asking.
    if (guild !== undefined && type !== 'VOICE_STATE_UPDATE') changed()
  }

  function changed(): void {
    if (isUp) status = { ...status, ...guilds.status(session?.bot.name ?? '') }
    onChange()
  }

  function getGuild(id?: string | undefined): Guild {
    if (!isUp) throw new Failure('discord_not_connected')
    const guild = id === undefined ? guilds.own() : guilds.find(id)
    if (guild !== undefined) return guild
    if (id !== undefined) throw new Failure('discord_not_found', { message: discordErrors.noGuild.of() })
    throw new Failure('discord_not_connected', { message: status.message })
  }

  function statusOf(id: string | undefined): DiscordStatus {
    const guild = id === undefined ? guilds.own() : getGuild(id)
    const { state } = status
    if (guild === undefined) {
      const guildId = settings.guildId ?? null
      return { isConnected: isUp, state, guildId, guildName: null, permissions: [], missing: [] }
    }
    const missing = missingIn(guild)
    const permissions = discordPermissions.filter((name) => !missing.includes(name))
    return { isConnected: isUp, state, guildId: guild.id, guildName: guild.name, permissions, missing }
  }

  const handlers = createCallHandlers({ requests, statusOf, getGuild, broadcasterId })

  return {
    get status() {
      return status
    },
    get snapshot() {
      if (!isUp || session === undefined) return undefined
      const { isConnected: _, state: __, guildId, guildName, permissions, missing } = statusOf(undefined)
      const guild =
        guildId === null || guildName === null ? null : { id: guildId, name: guildName, permissions, missing }
      return { applicationId: session.applicationId, botName: session.bot.name, guild }
    },
    requests,
    get guild() {
      return isUp ? guilds.own() : undefined
    },
    get applicationId() {
      return session?.applicationId
    },
    run: (name, input) => handlers[name](input),
    close(): void {
      guilds.close()
      gateway.close()
    },
  }
}
