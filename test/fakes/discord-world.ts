/**
 * A Discord server as the API describes it. The shapes are those of the published documentation (docs.discord.com:
 * resources Guild, Channel, User, Voice; events Guild Create, Voice State Update) and of the types in discord-api-types
 * 0.38 (payloads/v10, gateway/v10). The client of discord.js, @discordjs/core 2.6.0 with its REST and gateway packages,
 * was run against this fake: it signed in, sent messages within the limits, muted a member, answered an interaction, and
 * resumed its session with the event that it had missed.
 */
export const botToken = 'MTE4NDkyMDAwMDAwMDAwMDAwMQ.GfAkE0.fake-token-of-a-bot-that-does-not-exist'
export const botId = '1184920000000000001'
export const guildId = '290926798626357999'

export const people = {
  host: '80351110224678911',
  nelly: '80351110224678912',
  dana: '80351110224678913',
  ravi: '80351110224678914',
  jukebox: '80351110224678915',
} as const
export type PersonName = keyof typeof people

export const channels = {
  general: '290926798999357250',
  onAir: '290926798999357251',
  greenRoom: '290926798999357252',
  clips: '290926798999357253',
  bridge: '290926798999357254',
  hidden: '290926798999357255',
} as const

export const roles = {
  regular: '290926798999357260',
  subscriber: '290926798999357261',
  bot: '290926798999357262',
  admin: '290926798999357263',
} as const

/** View Channels, Send Messages, Embed Links, Connect, Mute Members, Move Members, Manage Roles. */
export const wantedPermissions =
  (1n << 10n) | (1n << 11n) | (1n << 14n) | (1n << 20n) | (1n << 22n) | (1n << 24n) | (1n << 28n)

export type Json = Readonly<Record<string, unknown>>

interface VoiceState {
  channelId: string
  mute: boolean
}

export interface FakeMessage {
  readonly id: string
  readonly channelId: string
  body: Json
  readonly edits: Json[]
}

export type FakeWorld = ReturnType<typeof createWorld>

export function createWorld() {
  const firstVoice = () =>
    new Map<string, VoiceState>([
      [people.host, { channelId: channels.onAir, mute: false }],
      [people.nelly, { channelId: channels.onAir, mute: false }],
      [people.jukebox, { channelId: channels.onAir, mute: false }],
      [people.dana, { channelId: channels.greenRoom, mute: false }],
      [people.ravi, { channelId: channels.greenRoom, mute: false }],
    ])
  const world = {
    permissions: wantedPermissions,
    voice: firstVoice(),
    messages: [] as FakeMessage[],
    memberRoles: new Map<string, Set<string>>(Object.values(people).map((id) => [id, new Set<string>()])),
    slashCommands: [] as Json[],
    /** Answers to interactions by the id of the interaction: the callback, and what replaced it. */
    answers: new Map<string, { callback?: Json; edited?: Json }>(),
    isOnGuild: true,

    user(id: string): Json {
      const [name = 'stagehand'] = Object.entries(people).find(([, known]) => known === id) ?? []
      const isBot = id === botId || id === people.jukebox
      return {
        id,
        username: name,
        discriminator: isBot ? '4242' : '0',
        global_name: isBot ? null : name[0]?.toUpperCase() + name.slice(1),
        avatar: null,
        ...(isBot && { bot: true }),
        public_flags: 0,
      }
    },

    member(id: string): Json {
      return {
        user: world.user(id),
        nick: null,
        avatar: null,
        roles: id === botId ? [roles.bot] : [...(world.memberRoles.get(id) ?? [])],
        joined_at: '2021-03-04T05:06:07.000000+00:00',
        deaf: false,
        mute: false,
        flags: 0,
        pending: false,
        premium_since: null,
        communication_disabled_until: null,
      }
    },

    voiceState(id: string): Json {
      const state = world.voice.get(id)
      return {
        guild_id: guildId,
        channel_id: state?.channelId ?? null,
        user_id: id,
        member: world.member(id),
        session_id: `voice-${id}`,
        deaf: false,
        mute: state?.mute ?? false,
        self_deaf: false,
        self_mute: false,
        self_video: false,
        suppress: false,
        request_to_speak_timestamp: null,
      }
    },

    guild(): Json {
      const channel = (id: string, name: string, type: number, position: number) => {
        return { id, type, name, position, permission_overwrites: [], parent_id: null, nsfw: false, guild_id: guildId }
      }
      const role = (id: string, name: string, position: number, permissions: bigint, managed = false) => {
        return {
          id,
          name,
          position,
          permissions: String(permissions),
          managed,
          color: 0,
          hoist: false,
          mentionable: false,
        }
      }
      const inVoice = [...world.voice.keys()]
      return {
        id: guildId,
        name: 'Show lounge',
        icon: null,
        owner_id: people.host,
        joined_at: '2021-03-04T05:06:07.000000+00:00',
        large: false,
        unavailable: false,
        member_count: 6,
        roles: [
          role(guildId, '@everyone', 0, 1n << 10n),
          role(roles.regular, 'Regular', 1, 0n),
          role(roles.subscriber, 'Subscriber', 2, 0n),
          role(roles.bot, 'stagehand', 5, world.permissions, true),
          role(roles.admin, 'Admin', 9, 8n),
        ],
        channels: [
          channel(channels.general, 'general', 0, 0),
          channel(channels.clips, 'clips', 0, 1),
          channel(channels.bridge, 'stream-chat', 0, 2),
          channel(channels.onAir, 'On air', 2, 3),
          channel(channels.greenRoom, 'Green room', 2, 4),
        ],
        threads: [],
        // Without the privileged intents: the bot, and who is in voice.
        members: [botId, ...inVoice].map((id) => world.member(id)),
        voice_states: inVoice.map((id) => {
          const { guild_id: _, member: __, ...state } = world.voiceState(id)
          return state
        }),
        presences: [],
        stage_instances: [],
        guild_scheduled_events: [],
        emojis: [],
        stickers: [],
        features: [],
      }
    },

    /** Who was where at the start. Returns everybody whose place changes. */
    resetVoice(): string[] {
      const before = new Set(world.voice.keys())
      world.voice = firstVoice()
      return [...new Set([...before, ...world.voice.keys()])]
    },
  }
  return world
}
