import type { TimeLimit } from '../../kernel/ambient.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { DiscordMessage } from '../../platforms/discord/requests.external.ts'
import type { DiscordRestTimings } from '../../platforms/discord/rest.ts'
import type { DiscordSettings } from '../../platforms/discord/settings.ts'
import type { DiscordAnswerOf, DiscordCallName, DiscordInputOf, DiscordStatus } from './discord-calls.ts'
import { createDiscordClients } from './discord-clients.ts'
import { createDiscordSessions, type DiscordSessionNeeds } from './discord-sessions.ts'
import { discordErrors } from './messages.ts'
import type { SandboxDiscordServer } from './sandbox-server.ts'

export interface DiscordNeeds extends DiscordSessionNeeds {
  readonly timings: DiscordSessionNeeds['timings'] & Partial<DiscordRestTimings>
  readonly timeLimit: TimeLimit | undefined
  readonly botOf: (channelId: number) => Promise<DiscordSettings | undefined>
  /** Whether nothing of the channel can reach a real platform. */
  readonly isOnSandbox: (channel: Channel) => Promise<boolean>
  readonly openSandboxServer: () => Promise<SandboxDiscordServer>
}

export type Discord = ReturnType<typeof createDiscord>

/**
 * The Discord bot of each channel. One node has the connections to the gateway, and the others forward what needs them;
 * messages are sent by whichever node is asked. Nothing of Discord is loaded before a bot is set up. A channel without
 * a bot that is on the sandbox has a simulated server.
 */
export function createDiscord(needs: DiscordNeeds) {
  const { settings, botOf } = needs
  const clients = createDiscordClients(needs)
  const sessions = createDiscordSessions({ ...needs, openRest: clients.replaceRest })

  /** The simulated server of a channel that has no bot and is on the sandbox. */
  async function simulated(channel: Channel): Promise<SandboxDiscordServer | undefined> {
    if ((await botOf(channel.id)) !== undefined || !(await needs.isOnSandbox(channel))) return undefined
    return needs.openSandboxServer()
  }

  async function requestsOf(channelId: number) {
    const bot = await botOf(channelId)
    if (bot === undefined) throw new Failure('discord_not_connected')
    return clients.requestsOf(channelId, bot)
  }

  async function call<N extends DiscordCallName>(
    { channel }: Pick<Caller, 'channel'>,
    name: N,
    input: DiscordInputOf<N>,
  ): Promise<DiscordAnswerOf<N>> {
    // A session answers while it is not connected too: with what it knows, or with why it is not.
    const own = sessions.find(channel.id)
    if (own !== undefined) return own.run(name, input)
    const answer = await sessions.call(channel.id, name, input)
    if (answer !== undefined) return answer
    const server = await simulated(channel)
    if (server !== undefined) return server.run(channel.id, name, input)
    throw new Failure('discord_not_connected')
  }

  return {
    call,

    isSimulated: async (channel: Channel): Promise<boolean> => (await simulated(channel)) !== undefined,

    /** What was sent to the simulated server; undefined where there is none. */
    simulatedMessages: async (channel: Channel) => (await simulated(channel))?.listMessages(channel.id),

    /** The state of the connection; undefined if no bot is set up. */
    connectionOf: sessions.connectionOf,

    /** What is known about the bot of a channel, on every node; undefined while it is not connected. */
    snapshotOf: sessions.snapshotOf,

    /** Without a connection too. */
    async status(caller: Pick<Caller, 'channel'>, guildId?: string): Promise<DiscordStatus> {
      try {
        return await call(caller, 'status', { guildId })
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'discord_not_connected') throw error
        const { id } = caller.channel
        const bot = await botOf(id)
        const nothing = { guildName: null, permissions: [], missing: [] }
        const state = sessions.connectionOf(id)?.state ?? 'off'
        return { isConnected: false, state, guildId: guildId ?? bot?.guildId ?? null, ...nothing }
      }
    },

    /** Sends a message, by default to the channel that is chosen in the panel. Needs no gateway. */
    async sendMessage(
      { channel }: Pick<Caller, 'channel'>,
      { to, ...message }: DiscordMessage & { readonly to?: string | undefined },
    ): Promise<{ messageId: string; channelId: string }> {
      const server = await simulated(channel)
      if (server !== undefined) return server.sendMessage(channel.id, to, message)
      const requests = await requestsOf(channel.id)
      const chosen = to ?? (await settings.of(channel.id)).discord.channel_id
      if (chosen === '') throw new Failure('invalid_parameter', { message: discordErrors.noTextChannel.of() })
      const { id: messageId } = await requests.createMessage(chosen, message)
      return { messageId, channelId: chosen }
    },

    /** After the settings of a channel may have changed. */
    refresh: sessions.refresh,

    /** Connects, on the node that runs the jobs. */
    start: sessions.start,
    stop: sessions.stop,
    close: sessions.close,
  }
}
