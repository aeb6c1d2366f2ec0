import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock } from '../../kernel/ambient.ts'
import type { Log } from '../../kernel/log.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { noText } from '../../kernel/text/message.ts'
import { type GatewaySession, intentsFor } from '../../platforms/discord/gateway.external.ts'
import { type DiscordTimings, openDiscordGateway } from '../../platforms/discord/gateway.ts'
import {
  applyGuildEvent,
  type Guild,
  type Guilds,
  permissionsIn,
  rolesIn,
  textChannelsIn,
  voiceChannelsIn,
} from '../../platforms/discord/guilds.external.ts'
import { discordMessages } from '../../platforms/discord/messages.ts'
import { createDiscordRequests, type DiscordRequests } from '../../platforms/discord/requests.external.ts'
import type { DiscordRest } from '../../platforms/discord/rest.ts'
import type { DiscordSettings } from '../../platforms/discord/settings.ts'
import { type DiscordSnapshot, discordPermissions } from './contract/discord.ts'
import type { DiscordAnswerOf, DiscordCallName, DiscordCalls, DiscordInputOf, DiscordStatus } from './discord-calls.ts'
import { discordErrors } from './messages.ts'
import { kickMember, moveMember, muteAll, pullAll, targetChannel, voiceChannelViews } from './voice-calls.ts'

/** Discord describes the servers one after the other; those of a bot are there within seconds. */
const describedWithinMs = 10_000

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
  const guilds: Guilds = new Map()
  const requests = createDiscordRequests(rest)
  let status: ConnectionStatus = { state: 'connecting', message: noText, until: null, missing: [] }
  let session: GatewaySession | undefined
  let isUp = false
  /** Servers that Discord has announced and not described yet. */
  const undescribed = new Set<string>()
  let described: NodeJS.Timeout | undefined

  const gateway = openDiscordGateway({
    clock,
    rest,
    token: settings.token,
    intents: intentsFor(settings),
    timings: needs.timings,
    onSession(begun) {
      session = begun
      guilds.clear()
      undescribed.clear()
      for (const id of begun.guildIds) undescribed.add(id)
      clearTimeout(described)
      described = setTimeout(() => {
        undescribed.clear()
        changed()
      }, describedWithinMs).unref()
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
      const guild = ownGuild()
      const { guild_id: guildId } = data as { guild_id?: unknown }
      if (guild !== undefined && guildId === guild.id) onEvent(type, data, guild)
      return
    }
    const guild = applyGuildEvent(guilds, session.bot.id, type, data)
    if (guild === undefined) return
    undescribed.delete(guild.id)
    // Who is in voice changes often, and nobody is shown it without asking.
    if (type !== 'VOICE_STATE_UPDATE') changed()
  }

  /** The chosen server; otherwise the only one. */
  function ownGuild(): Guild | undefined {
    if (settings.guildId !== undefined) return guilds.get(settings.guildId)
    const [only, ...others] = guilds.values()
    return others.length === 0 && undescribed.size === 0 ? only : undefined
  }

  function changed(): void {
    if (isUp) status = { ...status, ...describe() }
    onChange()
  }

  function describe(): Pick<ConnectionStatus, 'state' | 'message' | 'missing'> {
    const bot = session?.bot.name ?? ''
    const guild = ownGuild()
    if (guild === undefined) {
      if (undescribed.size > 0) return { state: 'connecting', message: discordMessages.connecting.of(), missing: [] }
      if (guilds.size === 0) return { state: 'failed', message: discordMessages.noServer.of({ bot }), missing: [] }
      const message =
        settings.guildId === undefined
          ? discordMessages.chooseServer.of({ bot })
          : discordMessages.notOnServer.of({ bot })
      return { state: 'failed', message, missing: [] }
    }
    const missing = missingIn(guild)
    const message = discordMessages.connected.of({ bot, server: guild.name })
    return { state: missing.length === 0 ? 'connected' : 'missing_permission', message, missing }
  }

  function missingIn(guild: Guild) {
    const has = permissionsIn(guild)
    return discordPermissions.filter((name) => !has.has(name))
  }

  function getGuild(id?: string | undefined): Guild {
    if (!isUp) throw new Failure('discord_not_connected')
    const guild = id === undefined ? ownGuild() : guilds.get(id)
    if (guild !== undefined) return guild
    if (id !== undefined) throw new Failure('discord_not_found', { message: discordErrors.noGuild.of() })
    throw new Failure('discord_not_connected', { message: status.message })
  }

  function statusOf(id: string | undefined): DiscordStatus {
    const guild = id === undefined ? ownGuild() : getGuild(id)
    const { state } = status
    if (guild === undefined) {
      const guildId = settings.guildId ?? null
      return { isConnected: isUp, state, guildId, guildName: null, permissions: [], missing: [] }
    }
    const missing = missingIn(guild)
    const permissions = discordPermissions.filter((name) => !missing.includes(name))
    return { isConnected: isUp, state, guildId: guild.id, guildName: guild.name, permissions, missing }
  }

  async function voiceTarget(named: string | undefined) {
    const guild = getGuild()
    return { place: { guild, requests }, target: targetChannel(guild, named, await broadcasterId()) }
  }

  const handlers: { readonly [N in keyof DiscordCalls]: (input: DiscordInputOf<N>) => Promise<DiscordAnswerOf<N>> } = {
    status: async ({ guildId }) => statusOf(guildId),
    async directory() {
      const guild = getGuild()
      const choice = ({ id, name }: { id: string; name: string }) => ({ id, name })
      return {
        textChannels: textChannelsIn(guild).map(choice),
        voiceChannels: voiceChannelsIn(guild).map(choice),
        roles: rolesIn(guild),
      }
    },
    'voice-members': async ({ guildId }) => ({ channels: voiceChannelViews(getGuild(guildId)) }),
    async 'voice-move'({ userId, channelId: named }) {
      const { place, target } = await voiceTarget(named)
      return moveMember(place, userId, target)
    },
    'voice-kick': ({ userId }) => kickMember({ guild: getGuild(), requests }, userId),
    async 'voice-mute'({ channelId: named, mute }) {
      const { place, target } = await voiceTarget(named)
      return muteAll(place, target, mute)
    },
    async 'voice-pull'({ channelId: named }) {
      const { place, target } = await voiceTarget(named)
      return pullAll(place, target)
    },
  }

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
      return isUp ? ownGuild() : undefined
    },
    get applicationId() {
      return session?.applicationId
    },
    run: (name, input) => handlers[name](input),
    close(): void {
      clearTimeout(described)
      gateway.close()
    },
  }
}
