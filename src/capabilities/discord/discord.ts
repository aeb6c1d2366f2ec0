import type { ConnectionStatus } from '../../definitions/connection-state.ts'
import type { Clock, Ids, TimeLimit } from '../../kernel/ambient.ts'
import type { Bus } from '../../kernel/bus/bus.ts'
import { createNodeCalls } from '../../kernel/bus/node-calls.ts'
import type { Log } from '../../kernel/log.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { DiscordTimings } from '../../platforms/discord/gateway.ts'
import type { DiscordMessage } from '../../platforms/discord/requests.external.ts'
import type { DiscordRest, DiscordRestTimings } from '../../platforms/discord/rest.ts'
import type { DiscordSettings } from '../../platforms/discord/settings.ts'
import { createListenerStatus } from '../../platforms/listener-status.ts'
import type { Settings } from '../settings/settings.ts'
import type { DiscordSnapshot } from './contract/discord.ts'
import type { DiscordAnswerOf, DiscordCallName, DiscordCalls, DiscordInputOf, DiscordStatus } from './discord-calls.ts'
import type { DiscordFeatures, OpenDiscordFeatures } from './discord-features.ts'
import type { DiscordSession, SessionSettings } from './discord-session.ts'
import { discordErrors } from './messages.ts'
import type { SandboxDiscordServer } from './sandbox-server.ts'

/** Longer than any call takes on the node with the connection: a server with many members in voice takes longest. */
const answerTimeoutMs = 60_000

interface OpenSession {
  readonly session: DiscordSession
  readonly settings: SessionSettings
  readonly features: DiscordFeatures
}

export type Discord = ReturnType<typeof createDiscord>

/**
 * The Discord bot of each channel. One node has the connections to the gateway, and the others forward what needs them;
 * messages are sent by whichever node is asked. Nothing of Discord is loaded before a bot is set up. A channel without
 * a bot that is on the sandbox has a simulated server.
 */
export function createDiscord(needs: {
  clock: Clock
  ids: Ids
  log: Log
  bus: Bus
  nodeId: string | undefined
  settings: Settings
  timings: Partial<DiscordTimings & DiscordRestTimings>
  timeLimit: TimeLimit | undefined
  botOf: (channelId: number) => Promise<DiscordSettings | undefined>
  /** Every channel with a bot. */
  listBots: () => Promise<ReadonlyMap<number, DiscordSettings>>
  /** Whether nothing of the channel can reach a real platform. */
  isOnSandbox: (channel: Channel) => Promise<boolean>
  openSandboxServer: () => Promise<SandboxDiscordServer>
  /** What the bot does by itself, for as long as it is connected. */
  openFeatures: OpenDiscordFeatures
}) {
  const { clock, ids, log, bus, nodeId, settings, timings, timeLimit, botOf, listBots } = needs
  const sessions = new Map<number, OpenSession>()
  const rests = new Map<number, { readonly bot: DiscordSettings; readonly rest: DiscordRest }>()
  const statuses = createListenerStatus({ clock, bus, service: 'discord', nodeId })
  let isRunning = false
  let refreshed: Promise<void> = Promise.resolve()

  const nodes = createNodeCalls<DiscordSnapshot, DiscordCalls>({
    bus,
    ids,
    log,
    nodeId,
    service: 'discord',
    answerTimeoutMs,
    notConnected: 'discord_not_connected',
    own: () =>
      [...sessions].flatMap(([channelId, { session }]) => {
        return session.snapshot === undefined ? [] : [[channelId, session.snapshot] as const]
      }),
    run: (channelId, name, input) => getSession(channelId).run(name, input),
  })
  const stopFollowing = bus.subscribe('settings-changed', ({ channelId }) => {
    if (sessions.has(channelId)) void refresh()
  })

  function getSession(channelId: number): DiscordSession {
    const found = sessions.get(channelId)
    if (found === undefined) throw new Failure('discord_not_connected')
    return found.session
  }

  /** The simulated server of a channel that has no bot and is on the sandbox. */
  async function simulated(channel: Channel): Promise<SandboxDiscordServer | undefined> {
    if ((await botOf(channel.id)) !== undefined || !(await needs.isOnSandbox(channel))) return undefined
    return needs.openSandboxServer()
  }

  async function restOf(channelId: number, bot: DiscordSettings): Promise<DiscordRest> {
    const known = rests.get(channelId)
    if (known !== undefined && known.bot.token === bot.token && known.bot.api === bot.api) return known.rest
    const { createDiscordRest } = await import('../../platforms/discord/rest.ts')
    const rest = createDiscordRest({ clock, settings: bot, timings, timeLimit })
    rests.set(channelId, { bot, rest })
    return rest
  }

  async function requestsOf(channelId: number) {
    const bot = await botOf(channelId)
    if (bot === undefined) throw new Failure('discord_not_connected')
    const { createDiscordRequests } = await import('../../platforms/discord/requests.external.ts')
    return createDiscordRequests(await restOf(channelId, bot))
  }

  async function open(channelId: number, wanted: SessionSettings): Promise<void> {
    const [{ createDiscordSession }, rest] = await Promise.all([
      import('./discord-session.ts'),
      restOf(channelId, wanted),
    ])
    statuses.begin(channelId, '')
    const session = createDiscordSession({
      clock,
      log,
      channelId,
      settings: wanted,
      rest,
      timings,
      broadcasterId: async () => (await settings.of(channelId)).discord.broadcaster_id || undefined,
      onEvent: (type, data, guild) => sessions.get(channelId)?.features.receive(type, data, guild),
      onChange: () => onChange(channelId),
    })
    const features = await needs.openFeatures({ channelId, session })
    sessions.set(channelId, { session, settings: wanted, features })
    onChange(channelId)
  }

  function onChange(channelId: number): void {
    const found = sessions.get(channelId)
    // The first report of a session comes before it is stored.
    if (found === undefined) return
    const { session, features } = found
    const { state, message, until, missing } = session.status
    statuses.update(channelId, state, message, { until, missing })
    nodes.announce(channelId, session.snapshot ?? null)
    features.onChange()
    bus.publish('connection-changed', { channelId })
  }

  async function shut(channelId: number): Promise<void> {
    const found = sessions.get(channelId)
    if (found === undefined) return
    sessions.delete(channelId)
    found.session.close()
    await found.features.close()
    statuses.end(channelId)
    nodes.announce(channelId, null)
    bus.publish('connection-changed', { channelId })
  }

  /** Opens what was set up, closes what was removed, and replaces what has other settings now. */
  async function compare(): Promise<void> {
    if (!isRunning) return
    const wanted = await listBots()
    for (const channelId of [...sessions.keys()]) if (!wanted.has(channelId)) await shut(channelId)
    for (const [channelId, bot] of wanted) {
      const { bridge } = (await settings.of(channelId)).discord
      const next = { ...bot, readsMessages: bridge.enabled && bridge.to_chat }
      const now = sessions.get(channelId)
      if (now !== undefined && isSame(now.settings, next) && !isStopped(now.session)) continue
      await shut(channelId)
      if (!isRunning) return
      // A token that was refused may have been entered again.
      rests.delete(channelId)
      await open(channelId, next)
    }
  }

  /** After the settings of a channel may have changed. */
  function refresh(): Promise<void> {
    refreshed = refreshed.then(compare).catch((error: unknown) => {
      log.error('the settings of Discord could not be applied', { error })
    })
    return refreshed
  }

  async function call<N extends DiscordCallName>(
    { channel }: Pick<Caller, 'channel'>,
    name: N,
    input: DiscordInputOf<N>,
  ): Promise<DiscordAnswerOf<N>> {
    const own = sessions.get(channel.id)
    if (own !== undefined) return own.session.run(name, input)
    const answer = await nodes.call(channel.id, name, input)
    if (answer !== undefined) return answer
    const server = await simulated(channel)
    if (server !== undefined) return server.run(channel.id, name, input)
    throw new Failure('discord_not_connected')
  }

  return {
    call,
    refresh,

    isSimulated: async (channel: Channel): Promise<boolean> => (await simulated(channel)) !== undefined,

    /** What was sent to the simulated server; undefined where there is none. */
    simulatedMessages: async (channel: Channel) => (await simulated(channel))?.listMessages(channel.id),

    /** The state of the connection; undefined if no bot is set up. */
    connectionOf: (channelId: number): ConnectionStatus | undefined => statuses.of(channelId),

    /** What is known about the bot of a channel, on every node; undefined while it is not connected. */
    snapshotOf: (channelId: number): DiscordSnapshot | undefined =>
      sessions.get(channelId)?.session.snapshot ?? nodes.snapshotOf(channelId),

    /** Without a connection too. */
    async status(caller: Pick<Caller, 'channel'>, guildId?: string): Promise<DiscordStatus> {
      try {
        return await call(caller, 'status', { guildId })
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'discord_not_connected') throw error
        const { id } = caller.channel
        const bot = await botOf(id)
        const nothing = { guildName: null, permissions: [], missing: [] }
        const state = statuses.of(id)?.state ?? 'off'
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
      if (chosen === '') throw new Failure('invalid_parameter', { message: discordErrors.noTextChannel() })
      const { id: messageId } = await requests.createMessage(chosen, message)
      return { messageId, channelId: chosen }
    },

    /** Connects, on the node that runs the jobs. */
    async start(): Promise<void> {
      isRunning = true
      await refresh()
    },

    async stop(): Promise<void> {
      isRunning = false
      await refreshed
      for (const channelId of [...sessions.keys()]) await shut(channelId)
    },

    async close(): Promise<void> {
      await this.stop()
      stopFollowing()
      nodes.close()
    },
  }
}

/** Discord refused the token or an intent. Whoever saves the settings again has done something about it. */
function isStopped({ status, snapshot }: DiscordSession): boolean {
  return status.state === 'failed' && snapshot === undefined
}

function isSame(one: SessionSettings, other: SessionSettings): boolean {
  return (
    one.token === other.token &&
    one.api === other.api &&
    one.guildId === other.guildId &&
    one.readsMessages === other.readsMessages
  )
}
