import type { Clock } from '../../kernel/ambient.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type Database, type Reader, sql, type Writer } from '../../kernel/storage/database.ts'
import type { Guild, VoiceMember } from '../../platforms/discord/guilds.external.ts'
import type { DiscordMessage } from '../../platforms/discord/requests.external.ts'
import { discordPermissions } from './contract/discord.ts'
import type { DiscordAnswerOf, DiscordCallName, DiscordCalls, DiscordInputOf } from './discord-calls.ts'
import { discordErrors } from './messages.ts'
import { shownText } from './outgoing-message.ts'
import { kickMember, moveMember, muteAll, pullAll, targetChannel, voiceChannelViews } from './voice-calls.ts'

const guildId = '290926798626357999'
const guildName = 'Show lounge (simulated)'
const generalId = '290926798999357250'
const onAirId = '290926798999357251'
const greenRoomId = '290926798999357252'
const ownerId = '80351110224678912'
const keptMessages = 50
/** The ids of Discord count milliseconds since this moment, in all but their last 22 bits. */
const discordEpochMs = 1_420_070_400_000

/** What was sent to the simulated server, for the sandbox page. */
export interface SandboxDiscordMessage {
  readonly id: string
  readonly channelId: string
  readonly text: string
  readonly at: number
}

interface World {
  readonly guild: Guild
  readonly messages: readonly SandboxDiscordMessage[]
}

const findWorld = sql<{ channel: number }, { voice: string; messages: string }>(
  'SELECT voice, messages FROM sandbox_discord WHERE channel_id = :channel',
)
const putWorld = sql<{ channel: number; voice: string; messages: string }>(
  `INSERT INTO sandbox_discord (channel_id, voice, messages) VALUES (:channel, :voice, :messages)
   ON CONFLICT (channel_id) DO UPDATE SET voice = excluded.voice, messages = excluded.messages`,
)

export type SandboxDiscordServer = ReturnType<typeof createSandboxDiscordServer>

/**
 * A Discord server that exists only here, for channels that are on the sandbox: with two text channels, two voice
 * channels and four members. It takes the same calls as a real one, and keeps what they changed.
 */
export function createSandboxDiscordServer({ db, clock }: { db: Database; clock: Clock }) {
  async function read(reader: Reader, channel: number): Promise<World> {
    const row = await reader.get(findWorld, { channel })
    const voice = row === undefined ? initialVoice : (JSON.parse(row.voice) as readonly VoiceMember[])
    const messages = row === undefined ? [] : (JSON.parse(row.messages) as readonly SandboxDiscordMessage[])
    return { guild: guildWith(voice), messages }
  }

  async function write(tx: Writer, channel: number, { guild, messages }: World): Promise<void> {
    const voice = JSON.stringify([...guild.voice.values()])
    await tx.run(putWorld, { channel, voice, messages: JSON.stringify(messages.slice(-keptMessages)) })
  }

  const handlers: {
    readonly [N in keyof DiscordCalls]: (guild: Guild, input: DiscordInputOf<N>) => Promise<DiscordAnswerOf<N>>
  } = {
    async status(guild, { guildId: wanted }) {
      requireGuild(guild, wanted)
      const has = { permissions: discordPermissions, missing: [] }
      return { isConnected: true, state: 'connected', guildId: guild.id, guildName: guild.name, ...has }
    },
    async directory(guild) {
      const of = (ids: readonly string[]) => {
        return [...guild.channels.values()].filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }))
      }
      return { textChannels: of(textChannelIds), voiceChannels: of([onAirId, greenRoomId]), roles: [] }
    },
    async 'voice-members'(guild, { guildId: wanted }) {
      requireGuild(guild, wanted)
      return { channels: voiceChannelViews(guild) }
    },
    'voice-move': (guild, { userId, channelId }) => {
      return moveMember(placeOf(guild), userId, targetChannel(guild, channelId, ownerId))
    },
    'voice-kick': (guild, { userId }) => kickMember(placeOf(guild), userId),
    'voice-mute': (guild, { channelId, mute }) => {
      return muteAll(placeOf(guild), targetChannel(guild, channelId, ownerId), mute)
    },
    'voice-pull': (guild, { channelId }) => pullAll(placeOf(guild), targetChannel(guild, channelId, ownerId)),
  }

  return {
    async run<N extends DiscordCallName>(
      channelId: number,
      name: N,
      input: DiscordInputOf<N>,
    ): Promise<DiscordAnswerOf<N>> {
      if (readingCalls.has(name)) return handlers[name]((await read(db, channelId)).guild, input)
      return db.write(async (tx) => {
        const world = await read(tx, channelId)
        const answer = await handlers[name](world.guild, input)
        await write(tx, channelId, world)
        return answer
      })
    },

    /** The channel that is chosen in the panel belongs to a real server: here it is the first one. */
    async sendMessage(
      channelId: number,
      target: string | undefined,
      { text, embed }: DiscordMessage,
    ): Promise<{ messageId: string; channelId: string }> {
      const to = target ?? generalId
      if (!textChannelIds.includes(to)) throw new Failure('discord_not_found', { message: discordErrors.noTarget.of() })
      return db.write(async (tx) => {
        const world = await read(tx, channelId)
        const at = clock.now()
        const id = nextId(at, world.messages.at(-1)?.id)
        const shown = shownText({ message: text, title: embed?.title, description: embed?.description })
        await write(tx, channelId, { ...world, messages: [...world.messages, { id, channelId: to, text: shown, at }] })
        return { messageId: id, channelId: to }
      })
    },

    /** The newest messages, the oldest of them first. */
    async listMessages(channelId: number): Promise<readonly (SandboxDiscordMessage & { readonly channel: string })[]> {
      const { guild, messages } = await read(db, channelId)
      return messages.map((message) => ({ ...message, channel: guild.channels.get(message.channelId)?.name ?? '' }))
    },
  }
}

const readingCalls: ReadonlySet<DiscordCallName> = new Set(['status', 'directory', 'voice-members'])

function requireGuild({ id }: Guild, wanted: string | undefined): void {
  if (wanted !== undefined && wanted !== id) {
    throw new Failure('discord_not_found', { message: discordErrors.noGuild.of() })
  }
}

/** The changes that a real server makes when it is asked to. */
function placeOf(guild: Guild) {
  const change = (userId: string, changes: Partial<VoiceMember>) => {
    const member = guild.voice.get(userId)
    if (member !== undefined) guild.voice.set(userId, { ...member, ...changes })
  }
  const requests = {
    async moveMember(_guildId: string, userId: string, channelId: string | null): Promise<void> {
      if (channelId === null) guild.voice.delete(userId)
      else change(userId, { channelId })
    },
    async muteMember(_guildId: string, userId: string, mute: boolean): Promise<void> {
      change(userId, { isMutedByServer: mute, isMuted: mute })
    },
  }
  return { guild, requests }
}

const channels = [
  { id: generalId, name: 'general', type: 0 },
  { id: '290926798999357253', name: 'clips', type: 0 },
  { id: onAirId, name: 'On air', type: 2 },
  { id: greenRoomId, name: 'Green room', type: 2 },
].map((channel, position) => ({ ...channel, position }))
const textChannelIds = channels.flatMap(({ id, type }) => (type === 0 ? [id] : []))

const initialVoice: readonly VoiceMember[] = (
  [
    [ownerId, 'host', 'Host', onAirId],
    ['80351110224678913', 'dana', 'Dana', greenRoomId],
    ['80351110224678914', 'nelly', 'Nelly', onAirId],
    ['80351110224678915', 'ravi', 'Ravi', greenRoomId],
  ] as const
).map(([id, username, displayName, channelId]) => {
  return {
    id,
    username,
    displayName,
    channelId,
    isBot: false,
    isMutedByServer: false,
    isMuted: false,
    isDeafened: false,
  }
})

function guildWith(voice: readonly VoiceMember[]): Guild {
  return {
    id: guildId,
    name: guildName,
    ownerId,
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    roles: new Map(),
    voice: new Map(voice.map((member) => [member.id, member])),
    botRoles: [],
  }
}

/** An id of Discord's form, above the one before. */
function nextId(at: number, before: string | undefined): string {
  const byTime = BigInt(at - discordEpochMs) << 22n
  const afterLast = before === undefined ? 0n : BigInt(before) + 1n
  return String(byTime > afterLast ? byTime : afterLast)
}
