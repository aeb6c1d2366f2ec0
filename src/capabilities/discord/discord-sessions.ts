import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { DiscordTimings } from '../../platforms/discord/gateway.ts'
import type { DiscordRest } from '../../platforms/discord/rest.ts'
import type { DiscordSettings } from '../../platforms/discord/settings.ts'
import {
  createProgramSessions,
  type ProgramSession,
  type ProgramSessionNeeds,
} from '../../platforms/programs/program-sessions.ts'
import type { Settings } from '../settings/settings.ts'
import type { DiscordSnapshot } from './contract/discord.ts'
import type { DiscordAnswerOf, DiscordCallName, DiscordCalls, DiscordInputOf } from './discord-calls.ts'
import type { DiscordFeatures, OpenDiscordFeatures } from './discord-features.ts'
import type { DiscordSession, SessionSettings } from './discord-session.ts'

/** Longer than any call takes on the node with the connection: a server with many members in voice takes longest. */
const answerTimeoutMs = 60_000

export interface DiscordSessionNeeds extends ProgramSessionNeeds {
  readonly settings: Settings
  readonly timings: Partial<DiscordTimings>
  /** Every channel with a bot. */
  readonly listBots: () => Promise<ReadonlyMap<number, DiscordSettings>>
  /** What the bot does by itself, for as long as it is connected. */
  readonly openFeatures: OpenDiscordFeatures
}

/** A session with what its bot does by itself. */
interface BotSession extends ProgramSession<DiscordSnapshot>, Pick<DiscordSession, 'run'> {}

/** The connections of the bots to the gateway, and the calls that need it. */
export function createDiscordSessions(
  needs: DiscordSessionNeeds & {
    /** Called once for each session. */
    readonly openRest: (channelId: number, bot: DiscordSettings) => Promise<DiscordRest>
  },
) {
  const { bus, settings, listBots, openFeatures, openRest } = needs
  const sessions = createProgramSessions<SessionSettings, BotSession, DiscordSnapshot, DiscordCalls>({
    ...needs,
    service: 'discord',
    answerTimeoutMs,
    notConnected: 'discord_not_connected',
    listSettings,
    open,
    run,
  })
  const stopFollowing = bus.subscribe('settings-changed', ({ channelId }) => {
    if (sessions.find(channelId) !== undefined) void sessions.refresh()
  })

  async function run<N extends DiscordCallName>(
    channelId: number,
    name: N,
    input: DiscordInputOf<N>,
  ): Promise<DiscordAnswerOf<N>> {
    const session = sessions.find(channelId)
    if (session === undefined) throw new Failure('discord_not_connected')
    return session.run(name, input)
  }

  /** What a bot receives depends on what the channel has turned on. */
  async function listSettings(): Promise<ReadonlyMap<number, SessionSettings>> {
    const found = [...(await listBots())].map(async ([channelId, bot]) => {
      const { bridge } = (await settings.of(channelId)).discord
      return [channelId, { ...bot, readsMessages: bridge.enabled && bridge.to_chat }] as const
    })
    return new Map(await Promise.all(found))
  }

  async function open(channelId: number, wanted: SessionSettings, onChange: () => void): Promise<BotSession> {
    const [{ createDiscordSession }, rest] = await Promise.all([
      import('./discord-session.ts'),
      openRest(channelId, wanted),
    ])
    let features: DiscordFeatures | undefined
    const session = createDiscordSession({
      ...needs,
      channelId,
      settings: wanted,
      rest,
      broadcasterId: async () => (await settings.of(channelId)).discord.broadcaster_id || undefined,
      onEvent: (type, data, guild) => features?.receive(type, data, guild),
      onChange() {
        onChange()
        features?.onChange()
      },
    })
    try {
      features = await openFeatures({ channelId, session })
    } catch (error) {
      session.close()
      throw error
    }
    features.onChange()
    return withFeatures(session, features)
  }

  return {
    ...sessions,

    async close(): Promise<void> {
      stopFollowing()
      await sessions.close()
    },
  }
}

function withFeatures(session: DiscordSession, features: DiscordFeatures): BotSession {
  return {
    run: session.run,
    get status() {
      return session.status
    },
    get snapshot() {
      return session.snapshot
    },
    /** Discord refused the token or an intent. Whoever saves the settings again has done something about it. */
    get hasGivenUp() {
      return session.status.state === 'failed' && session.snapshot === undefined
    },
    async close() {
      session.close()
      await features.close()
    },
  }
}
